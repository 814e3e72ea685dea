import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

export const collectionReasons: Reasons<'isKept'> = { isKept: 'There is no cached data from an earlier visit.' };

/** Keeps what has loaded; spread into `onDone`. */
const withData = { actions: { type: 'setData', params: ({ event }: { event: { output: unknown } }) => ({ data: event.output }) } } as const;

/**
 * Loading of a read-only screen: first load, reload and failure. One chart for every such screen. `kept`: data cached from an
 * earlier visit, if any.
 */
export const collectionMachine = setup({
  types: {
    context: {} as { data: unknown; problem: Problem | null },
    input: {} as { kept: unknown },
    events: {} as { type: 'collection.retried' } | { type: 'collection.outdated' },
    tags: {} as 'busy' | 'failed' | 'ready' | 'stale',
    meta: {} as ChartMeta,
  },
  actors: { load: actorSlot<unknown>('load', 'the call of the screen') },
  actions: {
    setData: assign({ data: (_, { data }: { data: unknown }) => data, problem: null }),
    setProblem,
  },
  guards: { isKept: ({ context }) => context.data !== undefined },
}).createMachine({
  id: 'collection',
  description: 'A read-only screen. It shows a skeleton and then the data, and keeps the data on the screen during a reload.',
  meta: { reasons: collectionReasons },
  context: ({ input }) => ({ data: input.kept, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether an earlier visit left cached data.',
      always: [{ guard: 'isKept', target: 'refreshing' }, { target: 'loading' }],
    },
    loading: {
      description: 'The first load. The screen shows a skeleton.',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'ready', ...withData, description: 'The data has loaded and takes the place of the skeleton.' },
        onError: { target: 'failed', ...withProblem, description: 'There was no usable answer.' },
      },
    },
    failed: {
      description: 'The first load failed. The screen shows the reason and offers Try again.',
      ...failed({ announce: 'common_load_failed', focus: 'problem' }),
      on: {
        'collection.retried': { target: 'loading', description: 'The user presses Try again, or the connection is back.' },
        'collection.outdated': { target: 'loading', description: 'The data changed elsewhere, so this is a good moment to try again.' },
      },
    },
    ready: {
      description: 'The screen shows the data.',
      tags: 'ready',
      on: { 'collection.outdated': { target: 'refreshing', description: 'The data on the screen has changed: reload it.' } },
    },
    refreshing: {
      description: 'Reloading. The old data stays on the screen.',
      tags: ['ready', 'busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'ready', ...withData, description: 'The screen shows the new data.' },
        onError: { target: 'stale', ...withProblem, description: 'The reload failed, so the data on the screen may be out of date.' },
      },
      on: {
        'collection.outdated': {
          target: 'refreshing',
          reenter: true,
          description: 'The data changed again during the reload: start over.',
        },
      },
    },
    stale: {
      description: 'The data may be out of date. The screen says so and offers Try again.',
      tags: ['ready', 'stale'],
      meta: { announce: 'common_may_be_old' },
      on: {
        'collection.retried': { target: 'refreshing', description: 'The user presses Try again.' },
        'collection.outdated': { target: 'refreshing', description: 'The data on the screen has changed: reload it.' },
      },
    },
  },
});
