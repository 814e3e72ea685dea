import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export const collectionReasons: Reasons<'isKept'> = { isKept: 'Nothing was kept from an earlier visit.' };

/**
 * What a screen shows that only reads: loaded, loaded again, or not to be had. One chart for every such screen. `kept`: what an earlier
 * visit showed, if it was kept.
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: { isKept: ({ context }) => context.data !== undefined },
}).createMachine({
  id: 'collection',
  description: 'A screen that reads: it shows a skeleton, then what there is; what is shown stays while it is loaded again.',
  meta: { reasons: collectionReasons },
  context: ({ input }) => ({ data: input.kept, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'An earlier visit may have left something to show at once.',
      always: [{ guard: 'isKept', target: 'refreshing' }, { target: 'loading' }],
    },
    loading: {
      description: 'The first load: a skeleton in the shape of what comes.',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'ready',
          actions: { type: 'setData', params: ({ event }) => ({ data: event.output }) },
          description: 'It is there.',
        },
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    failed: {
      description: 'Nothing could be loaded; the screen says why and what to press.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'problem' },
      on: {
        'collection.retried': { target: 'loading', description: 'The person presses Try again, or the connection is back.' },
        'collection.outdated': { target: 'loading', description: 'Something changed elsewhere: a good moment to try again.' },
      },
    },
    ready: {
      description: 'What was loaded is on the screen.',
      tags: 'ready',
      on: { 'collection.outdated': { target: 'refreshing', description: 'Something that is shown has changed.' } },
    },
    refreshing: {
      description: 'The newest is fetched; what is on the screen stays.',
      tags: ['ready', 'busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'ready',
          actions: { type: 'setData', params: ({ event }) => ({ data: event.output }) },
          description: 'The newest is there.',
        },
        onError: {
          target: 'stale',
          actions: { type: 'setProblem', ...failure },
          description: 'The newest could not be fetched: what is shown may be old.',
        },
      },
      on: { 'collection.outdated': { target: 'refreshing', reenter: true, description: 'It changed once more: start over.' } },
    },
    stale: {
      description: 'What is shown may be old; the screen says so and offers to try again.',
      tags: ['ready', 'stale'],
      meta: { announce: 'common_may_be_old' },
      on: {
        'collection.retried': { target: 'refreshing', description: 'The person presses Try again.' },
        'collection.outdated': { target: 'refreshing', description: 'Something that is shown has changed.' },
      },
    },
  },
});
