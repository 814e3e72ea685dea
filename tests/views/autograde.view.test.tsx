// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import type { AutogradeInput, autogradeMachine } from '../../src/machines/autograde/autogradeMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Grading } from '../../src/views/autograde/Grading.tsx';
import { describeView } from '../kit/describeView.ts';
import { autogradeModel } from '../machines/autograde.model.ts';
import { questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { TestDevice } from './kit/device.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const resource = { itemId: idOf('course/unit/sub/quiz'), itemTypeId: ResourceType.quiz, groupPuid: null };
let opened: Screen;

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const navigator = () => screen.queryByRole('navigation', { name: m.autograde_questions() });
const choose = async (index: number) => {
  const nav = navigator();
  if (nav) fireEvent.click(within(nav).getAllByRole('button')[index] as HTMLElement);
  else await press(m.autograde_next_question());
};
const list = () => screen.queryByRole('listbox', { name: m.autograde_list() });

describeView<typeof autogradeMachine>(autogradeModel, {
  mount: async (stage) => {
    const held = [autograde.itemQuestions, autograde.questionResponses, autograde.responseComments, autograde.scoreResponses];
    opened = await openScreen({ ...stage, held });
    await makeOddClass(opened.network.backend);
    await opened.signIn('tess');
    const device = new TestDevice();
    stage.render(
      <Around app={{ ...opened.app, device: async () => device, chance: () => 0.5 }}>
        <Grading input={{ ...(stage.input as AutogradeInput), resource }} />
      </Around>,
    );
  },
  outside: {
    'decisions.found': 'Sent by the chart that delivers decisions, which has found some on the device.',
    'decision.settled': 'Sent by the chart that delivers decisions, once the server has answered.',
  },
  can: (event, snapshot) => {
    const { context } = snapshot;
    const isGrading = snapshot.hasTag('grading');
    switch (event.type) {
      case 'selection.reset':
      case 'navigator.toggled':
        return context.resource !== null;
      case 'question.chosen':
        return snapshot.hasTag('navigator') || context.questionId === context.questions[0]?.question.id;
      case 'decision.made':
        return isGrading;
      case 'conflict.settled':
        return context.conflicts.length > 0 && context.resource !== null;
      case 'group.split':
        return isGrading && context.split.length === 0;
      // Only one answer alone has comments to open, and a group that was taken apart can be joined.
      case 'group.joined':
      case 'comments.opened':
        return isGrading && context.split.length > 0;
      default:
        return true;
    }
  },
  drive: {
    'selection.reset': () => press(m.autograde_to_list()),
    'list.retried': () => press(m.common_try_again()),
    'question.chosen': () => choose(1),
    'group.split': () => press(m.autograde_split()),
    'group.joined': () => press(m.autograde_join()),
    'comments.opened': () => press(/^\d+ comments?$/),
    'comments.closed': () => press(m.autograde_comments_close()),
    'comments.retried': () => press(m.common_try_again()),
    'decision.made': () => press(m.autograde_give({ points: '1' })),
    'decisions.found': (event, { send }) => send(event),
    'decision.settled': (event, { send }) => send(event),
    'conflict.settled': () => press(m.autograde_conflict_keep({ theirs: '2' })),
    'navigator.toggled': () => press(/^(Hide|Show) questions$/),
    'xstate.done.actor.loadQuestions': () => opened.network.release(autograde.itemQuestions),
    'xstate.error.actor.loadQuestions': ({ error }) => opened.network.fail(autograde.itemQuestions, error),
    'xstate.done.actor.loadResponses': () => opened.network.release(autograde.questionResponses),
    'xstate.error.actor.loadResponses': ({ error }) => opened.network.fail(autograde.questionResponses, error),
    'xstate.done.actor.loadComments': () => opened.network.release(autograde.responseComments),
    'xstate.error.actor.loadComments': ({ error }) => opened.network.fail(autograde.responseComments, error),
  },
  see: {
    'list.items': () => expect(screen.getByRole('link', { name: m.autograde_to_list() })).toBeTruthy(),
    'list.loadingQuestions': () => expect(list()).toBeNull(),
    'list.questionsFailed': () => shown(m.common_load_failed()),
    'list.loadingResponses': () => expect(list()).toBeNull(),
    'list.responsesFailed': () => expect(list()).toBeNull(),
    'list.grading': ({ context }) =>
      waitFor(() => {
        const options = within(list() as HTMLElement).getAllByRole('option');
        expect(options).toHaveLength(context.split.length > 0 ? context.responses.length : 1);
        expect(screen.queryByText(m.autograde_conflict_title()) !== null).toBe(context.conflicts.length > 0);
      }),
    'list.grading.comments': () => screen.findByText(m.autograde_comments_none()),
    'list.grading.commentsFailed': () => expect(screen.getByRole('button', { name: m.common_try_again() })).toBeTruthy(),
    'navigator.open': ({ context }) => {
      if (context.questions.length > 0 && context.resource) expect(navigator()).not.toBeNull();
    },
    'navigator.closed': () => expect(navigator()).toBeNull(),
  },
});

/** Opens the question whose answers are graded, with these answers in the order of names. */
async function grade(answers: readonly string[]) {
  const screenOf = await openScreen();
  const { db } = screenOf.network.backend;
  await makeOddClass(screenOf.network.backend);
  const { question_id } = await db
    .selectFrom('question')
    .select('question_id')
    .where('question_type', '=', 'short_text')
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('response').select('result_id').where('question_id', '=', question_id).orderBy('result_id').execute();
  for (const [at, { result_id }] of rows.entries())
    await db
      .updateTable('response')
      .set({ answer_text: answers[at] ?? 'same', points: null })
      .where('result_id', '=', result_id)
      .where('question_id', '=', question_id)
      .execute();
  await screenOf.signIn('tess');
  const device = new TestDevice();
  render(
    <Around app={{ ...screenOf.app, device: async () => device }}>
      <Grading input={{ resource, questionId: questionIdAt(3), isNavigatorOpen: true }} />
    </Around>,
  );
  const box = await screen.findByRole('listbox');
  const stored = async () =>
    (await db.selectFrom('response').select('points').where('question_id', '=', question_id).orderBy('result_id').execute()).map(
      ({ points }) => points,
    );
  return { ...screenOf, box, stored, device };
}
const chosen = () => screen.getAllByRole('option').findIndex((one) => one.getAttribute('aria-selected') === 'true');

it('is graded with the keyboard alone, in the list alone', async () => {
  const { box, stored } = await grade(['tilt', 'Tilt.', ' TILT', 'the Sun is nearer']);
  expect(screen.getAllByRole('option')).toHaveLength(2);
  fireEvent.keyDown(screen.getByLabelText(m.autograde_comment()), { key: 'f' });
  expect(await stored()).not.toContain(1);
  fireEvent.keyDown(box, { key: 'F' });
  await waitFor(async () => expect(await stored().then((all) => all.filter((one) => one === 1))).toHaveLength(3));
  expect(chosen(), 'on to the next answer').toBe(1);
  fireEvent.keyDown(box, { key: 'f', ctrlKey: true });
  fireEvent.keyDown(box, { key: '9' });
  fireEvent.keyDown(box, { key: '0' });
  await waitFor(async () => expect((await stored()).filter((one) => one === 0)).toHaveLength(1));
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(chosen()).toBe(0);
  fireEvent.keyDown(box, { key: 'c' });
  expect(document.activeElement).toBe(screen.getByLabelText(m.autograde_comment()));
});

it('takes half points by the keyboard: a point, then the number', async () => {
  const { box, stored } = await grade(['tilt', 'the Sun is nearer', 'because', 'it turns']);
  for (const key of ['.', '0']) fireEvent.keyDown(box, { key });
  await waitFor(async () => expect((await stored()).filter((one) => one === 0.5)).toHaveLength(1));
  // Another key in between, and more than the question has, give nothing; nor does a half stay for later.
  for (const key of ['½', 'ArrowDown', 'ArrowUp', ',', '1', '0']) fireEvent.keyDown(box, { key });
  await waitFor(async () => expect((await stored()).filter((one) => one === 0)).toHaveLength(1));
  fireEvent.click(screen.getByText(m.autograde_shortcuts()));
  screen.getByText(m.autograde_key_half());
});

it('keeps what is graded on the device until the server has it', async () => {
  const { box, network, device, stored } = await grade([]);
  network.hold(autograde.scoreResponses);
  fireEvent.keyDown(box, { key: '1' });
  await waitFor(() => expect([...device.items.keys()].filter((key) => key.startsWith('grading/'))).toHaveLength(1));
  await network.release(autograde.scoreResponses);
  await waitFor(() => expect(device.items.size).toBe(0));
  expect(new Set(await stored())).toEqual(new Set([1]));
});

it('hides names until they are asked for, and grows the bank of comments as it is used', async () => {
  await grade([]);
  expect(screen.queryByText(/Person/)).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: m.autograde_show_names() }));
  await screen.findByText(/Person/);
  expect(screen.queryByLabelText(m.autograde_comment_bank())).toBeNull();
  fireEvent.change(screen.getByLabelText(m.autograde_comment()), { target: { value: 'Name the process.' } });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add() }));
  const bank = await screen.findByLabelText(m.autograde_comment_bank());
  fireEvent.change(bank, { target: { value: '0' } });
  expect(screen.getByLabelText<HTMLTextAreaElement>(m.autograde_comment()).value).toBe('Name the process.');
});

it('shows whatever a student wrote as text', async () => {
  await grade(['<img src=x>', 'مرحبا', '=SUM(A1)', 'a'.repeat(10_000)]);
  expect(document.querySelector('[role=option] img')).toBeNull();
  const texts = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
  expect(texts.some((text) => text.startsWith('<img src=x>'))).toBe(true);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(400);
});
