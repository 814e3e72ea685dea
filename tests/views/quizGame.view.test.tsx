// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { quizGameMachine } from '../../src/machines/quizGame/quizGameMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { GameRoom } from '../../src/views/quizGame/GameRoom.tsx';
import { describeView } from '../kit/describeView.ts';
import { quizGameModel } from '../machines/quizGame.model.ts';
import { installNetwork } from './kit/network.ts';
import { fromStream } from './kit/roomStream.ts';
import { Around, openScreen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

const isLost = () => shownIfAny(m.quizGame_line_lost()) !== null;
const button = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;

describeView<typeof quizGameMachine>(quizGameModel, {
  mount: async (stage) => {
    const opened = await openScreen({ clock: stage.clock, inspect: stage.inspect });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <GameRoom logic={stage.stubbed} />
      </Around>,
    );
  },
  outside: fromStream.outside,
  drive: {
    ...fromStream.drive,
    'step.pressed': ({ step }) => {
      const name =
        typeof step === 'object' ? m.quizGame_remove_one({ name: 'Maya R.' }) : step === 'start' ? m.quizGame_start() : m.quizGame_end();
      fireEvent.click(button(name));
    },
    'step.confirmed': async () => {
      const dialog = await screen.findByRole('alertdialog');
      fireEvent.click(within(dialog).getByRole('button', { name: new RegExp(`^(${m.quizGame_end()}|${m.quizGame_remove()})$`) }));
    },
    'step.cancelled': async () => fireEvent.click(await screen.findByRole('button', { name: m.ui_cancel() })),
  },
  // A question covers the board, and a step on its way locks its buttons.
  can: (event, snapshot) =>
    (event.type !== 'step.pressed' || !(snapshot.hasTag('confirming') || snapshot.hasTag('busy'))) &&
    quizGameModel.can?.(event, snapshot) !== false,
  see: {
    'line.watching': () => expect(isLost()).toBe(false),
    'line.lost': () => expect(isLost()).toBe(true),
    'line.gone': () => shown(m.quizGame_gone()),
    'line.closed': () => expect(isLost()).toBe(false),
    'room.unknown': () => expect(screen.queryByText('Moon and tides')).toBeNull(),
    'room.lobby': () => {
      shown('ABCD 2345');
      shown('Maya R.');
    },
    'room.asking': () => {
      shown('Which one is number 1?');
      expect(screen.queryByText(m.quizGame_right_answer())).toBeNull();
    },
    'room.paused': () => shown(m.quizGame_paused()),
    'room.revealed': () => {
      shown(m.quizGame_right_answer());
      shown(m.quizGame_chosen({ count: 1 }));
      shown('Because it is cold.');
    },
    'room.open': () => shown(m.quizGame_answers_of({ count: 1, total: 2 })),
    'room.over': () => shown(m.quizGame_over()),
    'steps.ready': () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'steps.confirming': () => screen.findByRole('alertdialog'),
    'steps.sending': ({ context }) => expect(context.order).not.toBeNull(),
    'steps.failed': ({ context }) => shown(context.problem?.message ?? ''),
  },
});
