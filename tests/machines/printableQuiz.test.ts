import { expect, it } from 'vitest';
import { printableQuizMachine } from '../../src/machines/contentTracking/printableQuizMachine.ts';
import { printableQuizModel, sheet } from './printableQuiz.model.ts';
import { createTestActor } from './scenario.ts';

const input = printableQuizModel.input!;
const response = { response_text: '1. ice', is_on_paper: false, submitted_at: '2030-01-15T15:00:00.000Z' };

it('has code 500 when it cannot be loaded, whatever the reason, and is tried again', async () => {
  const quiz = createTestActor(printableQuizMachine, input);
  await quiz.fails('loadSheet', 404, 'No such sheet');
  expect(quiz.snapshot().context.problem).toEqual({ code: 500, message: 'No such sheet' });
  quiz.send({ type: 'sheet.retried' });
  expect(quiz.waits('loadSheet')).toBe(true);
});

it('is handed in as text or on paper, not as nothing; what was typed outlives a failure', async () => {
  const quiz = createTestActor(printableQuizMachine, input);
  await quiz.done('loadSheet', { sheet, response: null });
  quiz.send({ type: 'sheet.submitted' });
  expect(quiz.snapshot().value).toBe('writing');
  quiz.send({ type: 'text.changed', text: '1. ice' }, { type: 'sheet.submitted' });
  await quiz.fails('submitSheet', 503, 'Later');
  expect(quiz.snapshot().context).toMatchObject({ text: '1. ice', problem: { code: 503 } });
  quiz.send({ type: 'paper.changed', isOnPaper: true }, { type: 'sheet.submitted' });
  await quiz.done('submitSheet', response);
  expect(quiz.inputs('submitSheet').at(-1)).toEqual({ input, text: '1. ice', isOnPaper: true });
  expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
});

it('can be changed after it was handed in', async () => {
  const quiz = createTestActor(printableQuizMachine, input);
  await quiz.done('loadSheet', { sheet, response });
  expect(quiz.snapshot().context.text).toBe('1. ice');
  quiz.send({ type: 'response.reopened' });
  expect(quiz.snapshot().value).toBe('writing');
});
