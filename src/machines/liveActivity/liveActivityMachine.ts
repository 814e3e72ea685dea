import { assign, setup, spawnChild, stopChild } from 'xstate';
import type { ClassActivity } from '../../../contract/reports.ts';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

export const liveActivityReasons: Reasons<never> = {};

/** Who is where in an assignment, as it happens. */
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
  description: 'What a class is doing at this moment: kept up to date while somebody looks, and honest when it is not.',
  meta: { reasons: liveActivityReasons },
  context: { activity: null },
  initial: 'watching',
  states: {
    watching: {
      description: 'The server is asked to tell.',
      initial: 'connecting',
      entry: 'startWatching',
      exit: 'stopWatching',
      on: {
        'activity.came': {
          target: '.live',
          actions: { type: 'setActivity', params: ({ event }) => event },
          description: 'Something has changed, or it is the first look.',
        },
        'stream.failed': { target: 'retrying', description: 'The connection broke, the server ended it, or refused.' },
        'page.hidden': { target: 'paused', description: 'Nobody looks.' },
      },
      states: {
        connecting: {
          description: 'Nothing was heard yet; what was known before is still shown.',
          tags: 'busy',
          after: { silence: { target: '#liveActivity.retrying', description: 'No word for too long.' } },
        },
        live: {
          description: 'What is shown is at most some seconds old.',
          tags: 'live',
          on: { 'stream.alive': { target: 'live', reenter: true, description: 'Nothing has changed, and the connection stands.' } },
          after: { silence: { target: '#liveActivity.retrying', description: 'A connection that says nothing at all is broken.' } },
        },
      },
    },
    retrying: {
      description: 'The connection is gone; it is tried again soon.',
      tags: 'old',
      meta: { announce: 'reports_live_lost' },
      on: { 'page.hidden': { target: 'paused', description: 'Nobody looks.' } },
      after: { pause: { target: 'watching', description: 'Once more.' } },
    },
    paused: {
      description: 'The page is out of sight: nothing is asked.',
      tags: 'old',
      on: { 'page.shown': { target: 'watching', description: 'Somebody looks again.' } },
    },
  },
});
