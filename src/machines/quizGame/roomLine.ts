import { spawnChild, stopChild } from 'xstate';
import { part } from '../chart.ts';

// The connection to a room, which the charts of the teacher and of a player share. Each spreads its states into a region `line`.

/** News of the room: its whole state. */
export type News<View> = { type: 'room.came'; view: View };
export type Event = { type: 'stream.alive' } | { type: 'stream.failed' } | { type: 'room.refused' };
export type Tag = 'live' | 'lost' | 'gone';

/** Spread into `setup({ delays })`. The server sends a sign of life every 10 s. */
export const delays = { silence: 25_000, pause: 2_000 };

/** An action for every context. XState's own type fits the setup of one chart only. */
type Action = (args: unknown, params: undefined) => void;

/** Spread into `setup({ actions })`. The source is `watchRoom`. */
export const actions = {
  startWatching: spawnChild('watchRoom', { id: 'watchRoom' }) as Action,
  stopWatching: stopChild('watchRoom') as Action,
};

/** The region's states. The chart needs a guard `isEnd`, which tells from news that no more will come. */
export const states = part({
  watching: {
    description: 'The event stream from the server is open or being opened.',
    initial: 'connecting',
    entry: 'startWatching',
    exit: 'stopWatching',
    on: {
      'room.came': [
        { guard: 'isEnd', target: 'closed', description: 'The game is over.' },
        { target: '.live', reenter: false, description: 'Something changed, or this is the first news.' },
      ],
      'stream.failed': { target: 'lost', description: 'The connection broke, or the server closed it.' },
      'room.refused': { target: 'gone', description: 'The server has no such room, or does not let this person in.' },
    },
    states: {
      connecting: {
        description: 'Waiting for the first news. What was known before stays on the screen.',
        after: { silence: { target: '#lostLine', description: 'The server sent nothing for 25 s.' } },
      },
      live: {
        description: 'What is on the screen is what happens in the room.',
        tags: 'live',
        on: { 'stream.alive': { target: 'live', reenter: true, description: 'Nothing changed, and the connection works.' } },
        after: { silence: { target: '#lostLine', description: 'No sign of life for 25 s, so the connection is considered broken.' } },
      },
    },
  },
  lost: {
    id: 'lostLine',
    description: 'The connection is lost. The screen says so, and it connects again in two seconds, from the last event that it knows.',
    tags: 'lost',
    meta: { announce: 'quizGame_line_lost' },
    after: { pause: { target: 'watching', description: 'Connects again.' } },
  },
  closed: { description: 'The room is over, so nothing more will come.' },
  gone: {
    description: 'The room is gone for this person. Another try would change nothing; the screen leads to other games.',
    tags: 'gone',
    meta: { announce: 'quizGame_gone' },
  },
});
