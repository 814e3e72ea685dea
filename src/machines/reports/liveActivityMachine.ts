import { assign, setup, spawnChild, stopChild } from 'xstate';
import type { ClassActivity } from '../../../contract/reports.ts';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

export const liveActivityReasons: Reasons<never> = {};

/** Live activity of a class in an assignment. */
export const liveActivityMachine = setup({
  types: {
    context: {} as { activity: ClassActivity | null },
    events: {} as
      | { type: 'activity.came'; activity: ClassActivity }
      | { type: 'stream.alive' }
      | { type: 'stream.failed' }
      | { type: 'page.hidden' }
      | { type: 'page.shown' },
    children: {} as { watchActivity: 'watchActivity' },
    tags: {} as 'live' | 'old' | 'busy',
    meta: {} as ChartMeta,
  },
  actors: {
    watchActivity: sourceSlot<{ type: 'activity.came'; activity: ClassActivity } | { type: 'stream.alive' } | { type: 'stream.failed' }>(
      'watchActivity',
      'GET class activity, then its server-sent events',
    ),
  },
  actions: {
    setActivity: assign({ activity: (_, { activity }: { activity: ClassActivity }) => activity }),
    startWatching: spawnChild('watchActivity', { id: 'watchActivity' }),
    stopWatching: stopChild('watchActivity'),
  },
  delays: { silence: 25_000, pause: 3_000 },
}).createMachine({
  id: 'liveActivity',
  description: 'Shows what a class is doing right now. Updates arrive while the page is visible, and the screen says when they stop.',
  meta: { reasons: liveActivityReasons },
  context: { activity: null },
  initial: 'watching',
  states: {
    watching: {
      description: 'The event stream from the server is open or being opened.',
      initial: 'connecting',
      entry: 'startWatching',
      exit: 'stopWatching',
      on: {
        'activity.came': {
          target: '.live',
          actions: { type: 'setActivity', params: ({ event }) => event },
          description: 'Something changed, or this is the first snapshot.',
        },
        'stream.failed': { target: 'retrying', description: 'The connection broke, or the server closed or refused it.' },
        'page.hidden': { target: 'paused', description: 'The page is hidden, so updates are not needed.' },
      },
      states: {
        connecting: {
          description: 'Waiting for the first event. Earlier data stays on the screen.',
          tags: 'busy',
          after: { silence: { target: '#liveActivity.retrying', description: 'The server sent nothing for 25 s.' } },
        },
        live: {
          description: 'The stream is alive. What is on the screen is at most a few seconds old.',
          tags: 'live',
          on: { 'stream.alive': { target: 'live', reenter: true, description: 'A heartbeat: nothing changed, and the connection works.' } },
          after: {
            silence: {
              target: '#liveActivity.retrying',
              description: 'No event or heartbeat for 25 s, so the connection is considered broken.',
            },
          },
        },
      },
    },
    retrying: {
      description: 'The connection is lost. The screen says so, and it reconnects in a few seconds.',
      tags: 'old',
      meta: { announce: 'reports_live_lost' },
      on: { 'page.hidden': { target: 'paused', description: 'The page is hidden, so updates are not needed.' } },
      after: { pause: { target: 'watching', description: 'Reconnects after 3 s.' } },
    },
    paused: {
      description: 'The page is hidden. The stream is closed until somebody looks again.',
      tags: 'old',
      on: { 'page.shown': { target: 'watching', description: 'The page is visible again.' } },
    },
  },
});
