// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import GameReport from '../../src/views/quizGame/gameReport.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { playedGame } from './kit/playedGame.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name: new RegExp(`${name}$`) }));
const count = () => screen.findByRole('button', { name: m.quizGame_count() });

describeCommand({
  name: 'countGame',
  orders: [true],
  question: 'plain',
  // What it gives then takes the game back.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.countGame] });
    const game_id = await playedGame(opened.network.backend);
    await opened.signIn('tess');
    stage.render(
      <AtRoute app={opened.app} address={addressOf(GameReport.declaration, game_id)} path={`/authenticated/${GameReport.declaration.path}`}>
        <GameReport />
      </AtRoute>,
    );
    await count();
  },
  network: () => opened.network,
  calls: { run: calls.countGame },
  press: {
    give: async () => fireEvent.click(await count()),
    confirm: () => inQuestion(m.quizGame_count()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'asking.confirming': () => expect(question().textContent).toContain(m.quizGame_count_text()),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(calls.countGame)).toBe(1)),
    'ready.done': async () => {
      fireEvent.click(await screen.findByRole('button', { name: m.quizGame_uncount() }));
      expect(question().textContent).toContain(m.quizGame_uncount_text());
    },
  },
});
