// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { QuestionScoring } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { ScoringSettings } from '../../contract/scoring.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { Grading } from '../../src/views/autograde/Grading.tsx';
import { ScoringForm } from '../../src/views/autograde/ScoringForm.tsx';
import { Scoring } from '../../src/views/autograde/ScoringPage.tsx';
import { ids, questionIdAt, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { TestDevice } from './kit/device.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const item = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz };
const asked = (place: number) => ({ ...item, question_id: questionIdAt(place), user_puid: ids.tess });

/** A class whose answers to a question are these, in the order of the attempts, without points; undefined: as they were. */
async function answered(question_index: number, answers: readonly string[]) {
  const opened = await openScreen();
  const { backend } = opened.network;
  const { db } = backend;
  await makeOddClass(backend);
  const rows = await db.selectFrom('question').selectAll().where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
  const { question_id } = rows[question_index]!;
  const given = await db.selectFrom('response').select('result_id').where('question_id', '=', question_id).orderBy('result_id').execute();
  for (const [at, answer_text] of answers.entries())
    await db
      .updateTable('response')
      .set({ answer_text, points: null, is_correct: null })
      .where('result_id', '=', given[at]!.result_id)
      .where('question_id', '=', question_id)
      .execute();
  const setKey = (key: object) =>
    db
      .updateTable('question')
      .set({ answer_key: JSON.stringify(key) })
      .where('question_id', '=', question_id)
      .execute();
  /** Points of the answers, in the order of the attempts. */
  const points = async () =>
    (
      await db
        .selectFrom('response')
        .select(['points', 'scored_by'])
        .where('question_id', '=', question_id)
        .orderBy('result_id')
        .limit(answers.length)
        .execute()
    ).map((row) => [row.points, row.scored_by]);
  const settings = async (): Promise<ScoringSettings | undefined> => {
    const row = await db.selectFrom('question_scoring').select('settings').where('question_id', '=', question_id).executeTakeFirst();
    return row && JSON.parse(row.settings);
  };
  await opened.signIn('tess');
  const open = async () => {
    render(
      <Around app={opened.app}>
        <Scoring asked={asked(question_index)} />
      </Around>,
    );
    await screen.findByRole('button', { name: m.autograde_who_changes() });
  };
  return { ...opened, backend, setKey, points, settings, open, question_id };
}

type Backend = Awaited<ReturnType<typeof answered>>['backend'];

/** Ids of a question's options by text. */
async function optionIds({ db }: Backend, question_id: number): Promise<(text: string) => number> {
  const options = await db.selectFrom('question_option').selectAll().where('question_id', '=', question_id).execute();
  return (text) => options.find(({ answer_text }) => answer_text === text)!.option_id;
}
/** Every student has given this answer, which is wrong so far. */
const setAnswer = ({ db }: Backend, question_id: number, answer_text: string) =>
  db
    .updateTable('response')
    .set({ answer_text, points: 0, is_correct: 0, scored_by: 'key' })
    .where('question_id', '=', question_id)
    .execute();

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
/** Asks who changes, and returns the rows of the table: student, from, to, total. */
async function whoChanges(): Promise<string[][]> {
  press(m.autograde_who_changes());
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText(/of \d+ change/);
  return within(dialog)
    .queryAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}
/** The form can be used again. */
const reloaded = () => waitFor(() => expect(document.querySelector('[inert]')).toBeNull());
async function apply() {
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: m.autograde_regrade_apply() }));
  await screen.findByText(m.autograde_regrade_hint());
  await reloaded();
}
const undo = async () => {
  fireEvent.click(screen.getAllByRole('button', { name: m.autograde_regrade_undo() })[0] as HTMLElement);
  await screen.findByText(new RegExp(m.autograde_regrade_undone_by({ name: 'tess Person' })));
};

it('is by ideas: words, phrases, patterns and negation, with half points; shown first, applied, undone', async () => {
  const answers = ['it evaporates', 'the hot air then rises up', 'it does not evaporate', 'the Sun'];
  const { setKey, open, points, settings } = await answered(3, answers);
  await setKey({ kind: 'open', example: '' });
  await open();
  press(m.autograde_idea_add());
  type(m.autograde_idea_name({ number: 1 }), 'Evaporation');
  type(m.autograde_idea_points({ number: 1 }), '0,5');
  type(m.autograde_idea_ways({ number: 1 }), 'evapor*\nwater vapor');
  press(m.autograde_idea_add());
  type(m.autograde_idea_name({ number: 2 }), 'Rising');
  type(m.autograde_idea_points({ number: 2 }), '1');
  type(m.autograde_idea_ways({ number: 2 }), 'hot … rises\nwarm & up');
  fireEvent.click(screen.getByRole('switch', { name: m.autograde_rule() }));
  const rows = await whoChanges();
  expect(rows.map(([, from, to]) => [from, to]).toSorted()).toEqual([
    [m.autograde_waits(), '0'],
    [m.autograde_waits(), '0'],
    [m.autograde_waits(), '0.5'],
    [m.autograde_waits(), '1'],
  ]);
  await screen.findByText(m.autograde_regrade_idea_negated({ name: 'Evaporation', found: 1, negated: 1 }));
  await screen.findByText(m.autograde_regrade_idea({ name: 'Rising', found: 1 }));
  expect(await settings(), 'nothing is stored yet').toBeUndefined();
  await apply();
  expect(await points()).toEqual([0.5, 1, 0, 0].map((one) => [one, 'rule']));
  expect(await settings()).toEqual({
    ideas: [
      { name: 'Evaporation', points: 0.5, ways: ['evapor*', 'water vapor'] },
      { name: 'Rising', points: 1, ways: ['hot … rises', 'warm & up'] },
    ],
  });
  await undo();
  expect(await points()).toEqual(answers.map(() => [null, null]));
});

it('shows the scoring again where somebody else was faster, instead of asking for the same once more', async () => {
  const { open, backend, settings } = await answered(0, []);
  await open();
  fireEvent.click(screen.getByRole('radio', { name: m.autograde_outcome_full() }));
  await whoChanges();
  const sue = await backend.signIn('sue');
  await sue.ok(calls.applyRegrade, {
    ...{ ...asked(0), user_puid: ids.sue, group_puids: [ids.class], settings: { outcome: 'dropped' }, is_rule: false },
    ...{ regrade_key: 'regrade-of-sue', seen_versions: [{ group_puid: ids.class, version: 0 }] },
  });
  press(m.autograde_regrade_apply());
  await screen.findByText(/has changed how this question is scored in the meantime/);
  expect(screen.queryByRole('button', { name: m.autograde_regrade_apply() })).toBeNull();
  press(m.autograde_regrade_reload());
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: m.autograde_outcome_dropped() }).checked).toBe(true));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await settings()).toEqual({ outcome: 'dropped' });
});

it('shows the scoring again where the server refuses to count, and counts once more where it was out of reach', async () => {
  const { open, network } = await answered(0, []);
  network.hold(calls.previewRegrade);
  await open();
  fireEvent.click(screen.getByRole('radio', { name: m.autograde_outcome_full() }));
  press(m.autograde_who_changes());
  await network.fail(calls.previewRegrade, { code: 0 });
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(await dialog.findByRole('button', { name: m.common_try_again() }));
  await network.fail(calls.previewRegrade, { code: 404 });
  fireEvent.click(await dialog.findByRole('button', { name: m.autograde_regrade_reload() }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(network.made(calls.scoring)).toHaveLength(2));
  const draft = await screen.findByRole<HTMLInputElement>('radio', { name: m.autograde_outcome_full() });
  expect(draft.checked, 'nobody changed the scoring, so nothing of the draft is lost').toBe(true);
  expect(network.made(calls.previewRegrade)).toHaveLength(2);
});

it('says what is wrong with an idea, and asks nobody before it is right', async () => {
  const { setKey, open } = await answered(3, ['ice']);
  await setKey({ kind: 'open', example: '', ideas: [{ name: 'Steam', points: 1, ways: ['steam'] }] });
  await open();
  type(m.autograde_idea_points({ number: 1 }), '5');
  press(m.autograde_who_changes());
  await screen.findByText(m.autograde_bad_points({ max: '1' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  type(m.autograde_idea_points({ number: 1 }), '1');
  type(m.autograde_idea_name({ number: 1 }), '');
  press(m.autograde_who_changes());
  await within(await screen.findByRole('alertdialog')).findByText(m.autograde_regrade_uncounted());
  fireEvent.click(screen.getByRole('button', { name: m.common_cancel() }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(m.autograde_idea_points({ number: 1 })).value, 'nothing is lost').toBe('1');
  press(m.autograde_idea_remove({ number: 1 }));
  expect(screen.queryByLabelText(m.autograde_idea_name({ number: 1 }))).toBeNull();
});

it('is by another number and tolerance', async () => {
  const { open, points, settings } = await answered(4, ['150 kPa', '165 000 Pa']);
  await open();
  const unit = 'kPa';
  expect(screen.getByLabelText<HTMLInputElement>(m.autograde_key_value_in({ unit })).value).toBe('150');
  type(m.autograde_key_value_in({ unit }), 'about 160');
  type(m.autograde_key_tolerance_in({ unit }), '-1');
  press(m.autograde_who_changes());
  await screen.findByText(m.autograde_bad_number());
  await screen.findByText(m.autograde_bad_tolerance());
  type(m.autograde_key_value_in({ unit }), '160');
  type(m.autograde_key_tolerance_in({ unit }), '5.5');
  const rows = await whoChanges();
  expect(rows.map(([, , to]) => to).toSorted()).toEqual(['0', '1']);
  await apply();
  expect(await points()).toEqual([
    [0, 'key'],
    [1, 'key'],
  ]);
  expect(await settings()).toEqual({ key: { kind: 'numeric', value: 160, tolerance: 5.5 } });
  await screen.findByText(m.autograde_key_changed());
  await undo();
  expect((await points())[0]).toEqual([null, null]);
});

it('is by another option, by several right ones, by dropping the question, and by full points for everyone', async () => {
  const { open, settings, backend, question_id } = await answered(0, []);
  const id = await optionIds(backend, question_id);
  await open();
  const right = () => within(screen.getByRole('radiogroup', { name: m.autograde_key_one() }));
  expect(right().getByRole<HTMLInputElement>('radio', { name: 'steam' }).checked).toBe(true);
  fireEvent.click(right().getByRole('radio', { name: 'ice' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'water' }));
  await whoChanges();
  await apply();
  expect(await settings()).toEqual({ key: { kind: 'one', option: id('ice') }, also_right: [id('water')] });
  await screen.findByText(m.autograde_key_changed());
  fireEvent.click(right().getByRole('radio', { name: 'steam' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'water' }));
  fireEvent.click(screen.getByRole('radio', { name: m.autograde_outcome_dropped() }));
  const dropped = await whoChanges();
  expect(new Set(dropped.map(([, , to]) => to))).toEqual(new Set([m.autograde_dropped()]));
  await apply();
  expect(await settings()).toEqual({ outcome: 'dropped' });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: m.autograde_outcome_dropped() }).checked).toBe(true));
  fireEvent.click(screen.getByRole('radio', { name: m.autograde_outcome_full() }));
  expect(new Set((await whoChanges()).map(([, , to]) => to))).toEqual(new Set(['1']));
  await apply();
  expect(await settings()).toEqual({ outcome: 'full' });
});

it('cannot be changed between a regrade and the new scoring, which would discard the change', async () => {
  const { open, network } = await answered(0, []);
  await open();
  const isInert = () => screen.getByRole('button', { name: m.autograde_who_changes(), hidden: true }).closest('[inert]') !== null;
  expect(isInert()).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: m.autograde_outcome_full() }));
  await whoChanges();
  network.hold(calls.scoring);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: m.autograde_regrade_apply() }));
  await waitFor(() => expect(network.waiting(calls.scoring)).toBe(1));
  expect(isInert()).toBe(true);
  await network.release(calls.scoring);
  await waitFor(() => expect(isInert()).toBe(false));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: m.autograde_outcome_full() }).checked).toBe(true);
});

it('begins with the classes that score alike; the others are one choice away', async () => {
  const { app } = await answered(3, []);
  const classOf = (group_puid: number, group_name: string, settings: ScoringSettings) => ({
    ...{ group_puid, group_name, settings, version: 1, is_rule: false, responses: 3 },
  });
  const evaporation = { ideas: [{ name: 'Evaporation', points: 1, ways: ['evapor*'] }] };
  const orders: unknown[] = [];
  const scoring = {
    ...{
      number: 4,
      key: null,
      corrected_key: null,
      ideas: [],
      agreement: { answers: 0, exact: null, kappa: null, is_offered: true, is_checked: false },
    },
    question: {
      ...{ id: 1, question_type: 'short_text' as const, question_text: 'Why?', points: 2, answer_options: [] },
    } as unknown as QuestionScoring['question'],
    classes: [classOf(1, 'Period 1', evaporation), classOf(2, 'Period 2', { outcome: 'full' }), classOf(3, 'Period 3', evaporation)],
  };
  render(
    <Around app={app}>
      <ScoringForm asked={asked(3)} scoring={scoring} onOrder={({ group_puids, settings }) => orders.push([group_puids, settings])} />
    </Around>,
  );
  press(m.autograde_who_changes());
  expect(orders.pop()).toEqual([[1, 3], evaporation]);
  const of = screen.getByLabelText<HTMLSelectElement>(m.autograde_scoring_of());
  expect([...of.options].slice(1).map(({ text }) => text)).toEqual(['Period 1, Period 3', 'Period 2']);
  fireEvent.change(of, { target: { value: '1' } });
  expect(screen.queryByLabelText(m.autograde_idea_name({ number: 1 }))).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: m.autograde_outcome_full() }).checked).toBe(true);
  press(m.autograde_who_changes());
  expect(orders.pop()).toEqual([[2], { ideas: [], outcome: 'full' }]);
});

it('is by another order: an option changes places with the one that was there', async () => {
  const { open, settings, backend, question_id } = await answered(5, []);
  const id = await optionIds(backend, question_id);
  const swapped = [id('second'), id('first'), id('third')];
  await setAnswer(backend, question_id, JSON.stringify(swapped));
  await open();
  const at = (number: number) => screen.getByLabelText<HTMLSelectElement>(m.autograde_key_at({ number }));
  fireEvent.change(at(1), { target: { value: String(id('second')) } });
  expect([1, 2, 3].map((number) => Number(at(number).value))).toEqual(swapped);
  expect(new Set((await whoChanges()).map(([, , to]) => to))).toEqual(new Set(['3']));
  await apply();
  expect(await settings()).toEqual({ key: { kind: 'order', options: swapped } });
  await undo();
});

it.each([
  ['matching', 6, 'Gas', 't2', 'none', { t1: 'rows' }],
  ['labels of a picture', 7, '2', 'f1-2', 'liver', { 'f1-1': 'heart' }],
])('is by another place: %s', async (_, question_index, place, target, text, others) => {
  const { open, settings, backend, question_id } = await answered(question_index, []);
  const id = await optionIds(backend, question_id);
  const places = { ...Object.fromEntries(Object.entries(others).map(([of, option]) => [of, id(option)])), [target]: id(text) };
  await setAnswer(backend, question_id, JSON.stringify(places));
  await open();
  fireEvent.change(screen.getByLabelText(m.autograde_key_for({ place })), { target: { value: String(id(text)) } });
  expect(new Set((await whoChanges()).map(([, , to]) => to))).toEqual(new Set(['2']));
  await apply();
  expect(await settings()).toEqual({ key: { kind: 'places', places } });
  await undo();
});

it('is by other words, and needs one', async () => {
  const { open, settings, points } = await answered(3, ['Condensation', 'evaporation']);
  await open();
  expect(screen.getByLabelText<HTMLTextAreaElement>(m.autograde_key_texts()).value).toBe('Evaporation');
  type(m.autograde_key_texts(), ' \n');
  press(m.autograde_who_changes());
  await screen.findByText(m.autograde_key_text_none());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  type(m.autograde_key_texts(), 'condensation\ncondensing\n');
  await whoChanges();
  await apply();
  expect(await points()).toEqual([
    [1, 'key'],
    [0, 'key'],
  ]);
  expect(await settings()).toEqual({ key: { kind: 'text', accepted: ['condensation', 'condensing'] } });
  await undo();
  expect((await points())[0]).toEqual([null, null]);
});

it('needs a right answer', async () => {
  const { open } = await answered(1, []);
  await open();
  for (const name of ['gold', 'iron'])
    fireEvent.click(within(screen.getByRole('group', { name: m.autograde_key_many() })).getByRole('checkbox', { name }));
  press(m.autograde_who_changes());
  expect((await screen.findAllByText(m.autograde_key_none())).length).toBeGreaterThan(0);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('says how far the ideas agree with people', async () => {
  const { setKey, open, backend, question_id } = await answered(3, ['steam', 'ice']);
  await setKey({ kind: 'open', example: '', ideas: [{ name: 'Steam', points: 1, ways: ['steam'] }] });
  await backend.db.updateTable('response').set({ points: 1, scored_by: 'person' }).where('question_id', '=', question_id).execute();
  await open();
  await screen.findByText(/On 4 scored answers, the ideas give the teacher’s points in 25 % \(weighted kappa 0\)\./);
});

const suggested = async (answers: readonly string[]) => {
  const prepared = await answered(3, answers);
  await prepared.setKey({ kind: 'open', example: '', ideas: [{ name: 'Evaporation', points: 1, ways: ['evapor*'] }] });
  const device = new TestDevice();
  const show = async () => {
    const shown = render(
      <Around app={{ ...prepared.app, device: async () => device }}>
        <Grading
          input={{
            resource: { itemId: item.item_id, itemTypeId: item.itemtype_id, groupPuid: null },
            questionId: questionIdAt(3),
            isNavigatorOpen: false,
          }}
        />
      </Around>,
    );
    return { ...shown, box: await screen.findByRole('listbox') };
  };
  return { ...prepared, show };
};

it('is suggested with the words that count, and accepted with the key A', async () => {
  const { show, points } = await suggested(['it evaporates', 'It evaporates!', 'it does not evaporate', 'the Sun']);
  const { box, container } = await show();
  screen.getByText(m.autograde_suggestion({ points: '1', max: '1' }));
  screen.getByText(m.autograde_suggestion_unchecked());
  screen.getByText(m.autograde_idea_found({ name: 'Evaporation', points: '1' }));
  expect(container.querySelector('mark')?.textContent).toBe('evaporates1');
  expect(
    (await points()).every(([one]) => one === null),
    'a suggestion is no score',
  ).toBe(true);
  fireEvent.keyDown(box, { key: 'a' });
  await waitFor(async () =>
    expect(await points()).toEqual([
      [1, 'person'],
      [1, 'person'],
      [null, null],
      [null, null],
    ]),
  );
  await screen.findByText(m.autograde_idea_negated({ name: 'Evaporation' }));
  expect(container.querySelector('mark')?.getAttribute('data-outcome')).toBe('negated');
  // Another score than the suggested one.
  fireEvent.keyDown(box, { key: '1' });
  await waitFor(async () => expect((await points())[2]).toEqual([1, 'person']));
  // What has points has no suggestion any more: the key changes nothing.
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(screen.queryByText(m.autograde_suggestion({ points: '0', max: '1' }))).toBeNull();
  fireEvent.keyDown(box, { key: 'a' });
  fireEvent.keyDown(box, { key: 'End' });
  fireEvent.keyDown(box, { key: 'a' });
  await waitFor(async () => expect((await points())[3]).toEqual([0, 'person']));
  expect((await points())[2]).toEqual([1, 'person']);
});

it('is accepted for all answers with the same suggestion at once', async () => {
  const { show, points } = await suggested(['it evaporates', 'evaporation of water', 'the Sun', 'evaporating']);
  await show();
  press(m.autograde_accept({ count: 3 }));
  await waitFor(async () =>
    expect(await points()).toEqual([
      [1, 'person'],
      [1, 'person'],
      [null, null],
      [1, 'person'],
    ]),
  );
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
});

it('is not suggested for an answer that the rule has scored, and says why it has its points', async () => {
  const { show, backend } = await suggested(['it evaporates']);
  const tess = await backend.signIn('tess');
  const wanted = { ...asked(3), group_puids: [ids.class], settings: {}, is_rule: true };
  const { versions } = await tess.ok(calls.previewRegrade, wanted);
  await tess.ok(calls.applyRegrade, { ...wanted, regrade_key: 'regrade-1', seen_versions: versions });
  await show();
  fireEvent.click(screen.getByText('it evaporates', { selector: '[role=option] *' }));
  expect(screen.queryByText(m.autograde_suggestion({ points: '1', max: '1' }))).toBeNull();
  screen.getByText(m.quiz_reason_idea_found({ name: 'Evaporation', points: '1', words: 'evaporates' }));
});
