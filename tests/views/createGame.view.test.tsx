// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { quizGame } from '../../contract/quizGame.ts';
import { m } from '../../src/paraglide/messages.js';
import { GameForm } from '../../src/views/quizGame/GameForm.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const games = () => opened.network.backend.db.selectFrom('game').select('game_id').execute();
const choose = async (label: string, key: number) => {
  const field = await screen.findByLabelText<HTMLSelectElement>(label);
  await waitFor(() => expect([...field.options].map(({ value }) => value)).toContain(String(key)));
  fireEvent.change(field, { target: { value: String(key) } });
};

/** The form, with a class and a quiz chosen. */
async function openForm(stage: Parameters<typeof openScreen>[0] & { render: (ui: ReactElement) => unknown }): Promise<void> {
  opened = await openScreen(stage);
  await opened.signIn('tess');
  stage.render(
    <Around app={opened.app}>
      <GameForm />
    </Around>,
  );
  await choose(m.quizGame_class(), ids.class);
  await choose(m.quizGame_quiz(), quiz_id);
}

describeCommand({
  name: 'createGame',
  orders: [null],
  network: () => opened.network,
  calls: { run: quizGame.createGame },
  mount: async (stage) => {
    await openForm({ ...stage, held: [quizGame.createGame] });
  },
  press: { give: () => fireEvent.submit(screen.getByLabelText<HTMLSelectElement>(m.quizGame_quiz()).form as HTMLFormElement) },
  see: {
    'ready.fresh': async () => expect(await games()).toHaveLength(0),
    'ready.done': async () => expect(await games()).toHaveLength(1),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.quizGame_open_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(quizGame.createGame)).toBe(1)),
  },
});

it('keeps how a game is played while the teacher looks for another quiz, which has to be chosen again', async () => {
  await openForm({ render });
  fireEvent.click(screen.getByRole('radio', { name: new RegExp(m.quizGame_mode_own_pace()) }));
  const search = screen.getByRole('searchbox');
  fireEvent.change(search, { target: { value: 'quiz' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  fireEvent.keyUp(search, { key: 'Enter' });
  await waitFor(() => expect(opened.network.made(quizGame.gameQuizzes).at(-1)).toMatchObject({ search: 'quiz' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(m.quizGame_mode_own_pace()) }).checked).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>(m.quizGame_quiz()).value).toBe('');
});

it('opens an exit ticket with the questions that the teacher chooses, three at most', async () => {
  await openForm({ render });
  fireEvent.click(screen.getByRole('radio', { name: new RegExp(m.quizGame_mode_ticket()) }));
  const question = await screen.findByRole('checkbox', { name: 'A true_false question' });
  const submit = () => fireEvent.submit(question.closest('form') as HTMLFormElement);
  submit();
  expect(screen.getByRole('button', { name: m.quizGame_open() }).getAttribute('aria-disabled')).toBe('true');
  expect(opened.network.made(quizGame.startExitTicket)).toEqual([]);
  fireEvent.click(question);
  submit();
  await waitFor(() => expect(opened.network.made(quizGame.startExitTicket)).toHaveLength(1));
  const [ticket] = opened.network.made(quizGame.startExitTicket) as { question_ids: number[] }[];
  const { question_html } = await opened.network.backend.db
    .selectFrom('question')
    .select('question_html')
    .where('question_id', 'in', ticket?.question_ids ?? [])
    .executeTakeFirstOrThrow();
  expect(question_html).toContain('A true_false question');
});
