// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { quizPlayerMachine } from '../../src/machines/quizGame/quizPlayerMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { PlayerRoom } from '../../src/views/quizGame/PlayerRoom.tsx';
import { describeView } from '../kit/describeView.ts';
import { quizPlayerModel } from '../machines/quizPlayer.model.ts';
import { installNetwork } from './kit/network.ts';
import { fromStream } from './kit/roomStream.ts';
import { Around, openScreen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

const option = (name: RegExp) => screen.getByRole('button', { name });

describeView<typeof quizPlayerMachine>(quizPlayerModel, {
  mount: async (stage) => {
    const opened = await openScreen({ clock: stage.clock, inspect: stage.inspect });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <PlayerRoom logic={stage.stubbed} />
      </Around>,
    );
  },
  outside: fromStream.outside,
  drive: {
    ...fromStream.drive,
    // By its key. The press of the option itself is walked in Chromium.
    'answer.chosen': () => fireEvent.keyDown(option(/Ice/), { key: '1' }),
    'game.left': () => fireEvent.click(screen.getByRole('button', { name: m.quizGame_leave() })),
    'game.rejoined': () => fireEvent.click(screen.getByRole('button', { name: m.quizGame_come_back() })),
  },
  // The button is on the way out already.
  can: (event, snapshot) => event.type !== 'game.left' || !snapshot.matches({ play: { leaving: 'sending' } }),
  see: {
    'line.watching.connecting': () => expect(shownIfAny(m.quizGame_line_lost())).toBeNull(),
    'line.watching.live': () => expect(shownIfAny(m.quizGame_line_lost())).toBeNull(),
    'line.lost': () => shown(m.quizGame_line_lost()),
    'line.gone': () => shown(m.quizGame_gone()),
    'line.closed': () => expect(shownIfAny(m.quizGame_line_lost())).toBeNull(),
    'play.unknown': () => expect(screen.queryByText('Maya R.')).toBeNull(),
    'play.waiting': () => shown(m.quizGame_waiting()),
    'play.asking.choosing': () => expect(option(/Ice/).getAttribute('aria-pressed')).toBe('false'),
    'play.asking.sending': () => expect(option(/Ice/).getAttribute('aria-pressed')).toBe('true'),
    'play.asking.failed': ({ context }) => shown(context.problem?.message ?? ''),
    'play.answered': () => {
      shown(m.quizGame_answered());
      expect(option(/Ice/).getAttribute('aria-pressed')).toBe('true');
      expect(screen.queryByText(m.quizGame_right_answer())).toBeNull();
    },
    'play.paused': () => shown(m.quizGame_paused()),
    'play.revealed': () => {
      shown(m.quizGame_right({ points: '1,000' }));
      shown('Because it is cold.');
    },
    'play.leaving.sending': () => expect(screen.queryByRole('button', { name: m.quizGame_leave() })).toBeNull(),
    'play.leaving.failed': ({ context }) => shown(context.problem?.message ?? ''),
    'play.away': () => shown(m.quizGame_away()),
    'play.away.resting': () => expect(screen.queryByRole('alert')).toBeNull(),
    'play.away.failed': ({ context }) => shown(context.problem?.message ?? ''),
    'play.removed': () => shown(m.quizGame_removed()),
    'play.over': () => shown(m.quizGame_over()),
  },
});
