import { expect, it } from 'vitest';
import { fillInMachine } from '../../src/machines/glossary/fillInMachine.ts';
import { checked, question } from './fillIn.model.ts';
import { createTestActor } from './scenario.ts';

const [cell, mitosis] = [question('cell'), question('mitosis')];
const start = async () => {
  const chart = createTestActor(fillInMachine, { mode: 'type' });
  chart.send({ type: 'round.started' });
  await chart.done('loadRound', [cell, mitosis]);
  return chart;
};
type Chart = Awaited<ReturnType<typeof start>>;
const answer = async (chart: Chart, text: string, result: 'right' | 'almost' | 'wrong', term: string) => {
  chart.send({ type: 'answer.typed', answer: text }, { type: 'answer.submitted' });
  await chart.done('checkAnswer', checked(result, term));
};

it('asks what went wrong again at the end of the round, as long as it is wrong, and counts first tries alone', async () => {
  const chart = await start();
  await answer(chart, 'sell', 'wrong', 'cell');
  chart.send({ type: 'question.continued' });
  expect(chart.snapshot().context.queue).toEqual([mitosis, cell]);
  await answer(chart, 'mitossis', 'almost', 'mitosis');
  chart.send({ type: 'question.continued' });
  await answer(chart, 'sell', 'wrong', 'cell');
  chart.send({ type: 'question.continued' });
  expect(chart.snapshot().context).toMatchObject({ queue: [cell], answer: '', checked: null });
  await answer(chart, 'cell', 'right', 'cell');
  chart.send({ type: 'question.continued' });
  expect(chart.snapshot().value).toBe('roundOver');
  expect(chart.snapshot().context).toMatchObject({
    total: 2,
    missed: [{ term_id: cell.term_id, term: 'cell', definition: 'What cell means.', language_id: cell.language_id }],
  });
  chart.send({ type: 'round.started' });
  await chart.done('loadRound', [mitosis]);
  expect(chart.snapshot().context).toMatchObject({ total: 1, missed: [], streak: 0 });
});

it('keeps what was typed when there is no connection, and sends it again', async () => {
  const chart = await start();
  chart.send({ type: 'answer.typed', answer: 'cell' }, { type: 'answer.submitted' });
  await chart.fails('checkAnswer', 0);
  expect(chart.snapshot().value).toEqual({ asking: 'failed' });
  expect(chart.snapshot().context).toMatchObject({ answer: 'cell', problem: { code: 0 } });
  chart.send({ type: 'answer.submitted' });
  expect(chart.inputs('checkAnswer')).toEqual(Array(2).fill({ term_id: cell.term_id, answer: 'cell', hints: 0 }));
  await chart.done('checkAnswer', checked('right', 'cell'));
  expect(chart.snapshot().context.problem).toBeNull();
});

it('asks once however often Enter is pressed, and never for an empty answer', async () => {
  const chart = await start();
  chart.send({ type: 'answer.submitted' }, { type: 'answer.typed', answer: '  ' }, { type: 'answer.submitted' });
  expect(chart.inputs('checkAnswer')).toEqual([]);
  chart.send({ type: 'answer.typed', answer: 'cell' }, { type: 'answer.submitted' }, { type: 'answer.submitted' });
  expect(chart.inputs('checkAnswer')).toHaveLength(1);
});

it('gives two hints to a term, tells the server so, and starts over with the next term', async () => {
  const chart = await start();
  chart.send({ type: 'hint.asked' }, { type: 'hint.asked' });
  expect(chart.inputs('loadHint')).toEqual([{ term_id: cell.term_id, step: 1 }]);
  await chart.done('loadHint', { firstLetter: 'c', lengths: null });
  chart.send({ type: 'hint.asked' });
  await chart.done('loadHint', { firstLetter: 'c', lengths: [4] });
  chart.send({ type: 'hint.asked' });
  expect(chart.inputs('loadHint')).toHaveLength(2);
  await answer(chart, 'cell', 'right', 'cell');
  expect(chart.inputs('checkAnswer')).toEqual([{ term_id: cell.term_id, answer: 'cell', hints: 2 }]);
  chart.send({ type: 'question.continued' });
  expect(chart.snapshot().context).toMatchObject({ hints: 0, hint: null });
});

it('counts right answers in a row until one is wrong', async () => {
  const chart = await start();
  await answer(chart, 'cell', 'right', 'cell');
  chart.send({ type: 'question.continued' });
  expect(chart.snapshot().context.streak).toBe(1);
  await answer(chart, 'x', 'wrong', 'mitosis');
  expect(chart.snapshot().context.streak).toBe(0);
});

it('takes the chosen term as the answer, also after a switch in the middle', async () => {
  const chart = await start();
  chart.send({ type: 'answer.typed', answer: 'ce' }, { type: 'mode.changed', mode: 'choose' }, { type: 'hint.asked' });
  expect(chart.inputs('loadHint')).toEqual([]);
  chart.send({ type: 'answer.chosen', answer: 'mitosis' });
  expect(chart.inputs('checkAnswer')).toEqual([{ term_id: cell.term_id, answer: 'mitosis', hints: 0 }]);
});
