// @vitest-environment jsdom

import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { QuestionType } from '../../contract/quiz.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizView from '../../src/views/quiz/QuizView.tsx';
import { everyType, ids, quiz_id } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const isFocused = (element: Element) => document.activeElement === element;

/** Presses Tab until the element has focus. Fails if the keyboard does not reach it. */
async function tabTo(user: UserEvent, find: () => HTMLElement): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 80; presses++) {
    if (isFocused(find())) return;
    await user.tab();
    seen.push(document.activeElement?.textContent || document.activeElement?.tagName || '');
  }
  expect.fail(`Tab does not reach ${find().outerHTML}, only ${[...new Set(seen)].join(', ')}`);
}
const pressOn = async (user: UserEvent, find: () => HTMLElement, key = '{Enter}') => {
  await tabTo(user, find);
  await user.keyboard(key);
};
const button = (name: string | RegExp) => () => screen.getByRole('button', { name });
const question = () => screen.getByRole('group', { name: /^A .* question$/ });

const choose = async (user: UserEvent, text: string) => {
  const radios = within(question()).getAllByRole('radio');
  const at = radios.findIndex((radio) => radio.closest('label')?.textContent === text);
  await pressOn(user, () => radios[0] as HTMLElement, ' ');
  for (let step = 0; step < at; step++) await user.keyboard('{ArrowDown}');
};
/** Selects by keyboard, the way browsers do in a closed list: by typing letters. jsdom does not support that. */
const place = async (user: UserEvent, target: string, text: string) => {
  const select = () => within(question()).getByRole('combobox', { name: target });
  await tabTo(user, select);
  await user.selectOptions(select(), text);
};

/** The correct answer to each question of the fixture's quiz, given by keyboard. */
const answers: Record<QuestionType, (user: UserEvent) => Promise<unknown>> = {
  single_choice: (user) => choose(user, 'steam'),
  true_false: (user) => choose(user, 'False'),
  multiple_choice: async (user) => {
    for (const name of ['gold', 'iron']) await pressOn(user, () => within(question()).getByRole('checkbox', { name }), ' ');
  },
  short_text: (user) => pressOn(user, () => within(question()).getByRole('textbox'), 'Evaporation'),
  numeric: (user) => pressOn(user, () => within(question()).getByRole('textbox', { name: 'Your answer in kPa' }), '150'),
  ordering: async (user) => {
    const order = () =>
      within(question())
        .getAllByRole('listitem')
        .map((item) => item.querySelector('span')?.textContent ?? '');
    const wanted = ['first', 'second', 'third'];
    // Without a move there is no answer.
    await pressOn(user, () => within(question()).getByRole('button', { name: `Move down: ${order()[0]}` }));
    for (const [place, text] of wanted.entries()) {
      while (order().indexOf(text) > place) await pressOn(user, () => within(question()).getByRole('button', { name: `Move up: ${text}` }));
    }
    expect(order()).toEqual(wanted);
  },
  matching: async (user) => {
    await place(user, 'Solid', 'rows');
    await place(user, 'Gas', 'apart');
  },
  label_diagram: async (user) => {
    await place(user, '1', 'heart');
    await place(user, '2', 'lung');
  },
};

it('is taken by keyboard alone, every type of question, and earns every point', async () => {
  const user = userEvent.setup({ delay: null });
  const { app, network, signIn } = await openScreen();
  await assignTo(network.backend, ids.freeLesson);
  await signIn('ana');
  const handedIn = vi.fn();
  render(
    <Around app={app}>
      <QuizView
        input={{ userPuid: ids.ana, quizId: quiz_id, lessonId: ids.freeLesson, resourceTrackingId: 0, kind: 'quiz' }}
        onHandedIn={handedIn}
      />
    </Around>,
  );
  await screen.findByRole('button', { name: m.quiz_start() });
  await pressOn(user, button(m.quiz_start()));
  const answered = new Set<string>();
  for (let at = 1; at <= everyType.length; at++) {
    await screen.findByRole('heading', { name: `Question ${at} of ${everyType.length}` });
    // The question gets focus when it opens, so that its text is read and the next Tab goes to its first control.
    if (at > 1) await waitFor(() => expect(isFocused(question())).toBe(true));
    const type = /A (\w+) question/.exec(question().textContent ?? '')?.[1] as QuestionType;
    await answers[type](user);
    answered.add(type);
    if (at < everyType.length) await pressOn(user, button('Next'));
  }
  expect([...answered].sort()).toEqual(Object.keys(answers).sort());
  await pressOn(user, button(m.quiz_look_over()));
  await screen.findByText(m.quiz_all_answered());
  await pressOn(user, button(m.quiz_hand_in()));
  await screen.findByText(m.quiz_score_later());
  expect(handedIn).toHaveBeenCalledOnce();
  const { score, max_score } = await network.backend.db.selectFrom('attempt').select(['score', 'max_score']).executeTakeFirstOrThrow();
  expect(score).toBe(max_score);
  expect(max_score).toBe(everyType.reduce((sum, { points }) => sum + points, 0));
});
