import { assign, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const spinnerReasons: Reasons<'isLastCall'> = {
  isLastCall: 'Other calls are still running.',
};

/** Counter behind the global spinner: incremented before calls, decremented after them, never below 0 (specification, section 4). */
export const spinnerMachine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'call.started' } | { type: 'call.ended' },
    tags: {} as 'busy',
    meta: {} as ChartMeta,
  },
  actions: {
    countUp: assign({ count: ({ context }) => context.count + 1 }),
    countDown: assign({ count: ({ context }) => context.count - 1 }),
  },
  guards: { isLastCall: ({ context }) => context.count === 1 },
}).createMachine({
  id: 'spinner',
  description: 'Counts the calls in progress. The spinner is shown while there are any.',
  meta: { reasons: spinnerReasons },
  context: { count: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'No call is in progress, and the spinner is hidden.',
      on: {
        'call.started': { target: 'busy', actions: 'countUp', description: 'The first call is sent.' },
        'call.ended': { description: 'A call that was never counted has ended. The count stays at 0.' },
      },
    },
    busy: {
      description: 'At least one call is in progress. The spinner appears after a moment.',
      tags: 'busy',
      on: {
        'call.started': { actions: 'countUp', description: 'Another call is sent.' },
        'call.ended': [
          { guard: 'isLastCall', target: 'idle', actions: 'countDown', description: 'The last call in progress succeeded or failed.' },
          { actions: 'countDown', description: 'One of several calls in progress succeeded or failed.' },
        ],
      },
    },
  },
});
