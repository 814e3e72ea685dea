import { assign, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const spinnerReasons: Reasons<'isLastCall'> = {
  isLastCall: 'Other calls are still running.',
};

/** The counter behind the global spinner: up before calls, down after them, never below 0 (specification, section 4). */
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
  description: 'Counts the calls that are running; the spinner shows while there are any.',
  meta: { reasons: spinnerReasons },
  context: { count: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'No call is running; the spinner is hidden.',
      on: {
        'call.started': { target: 'busy', actions: 'countUp', description: 'The first call goes out.' },
        'call.ended': { description: 'A call that was never counted ends: the count stays at 0.' },
      },
    },
    busy: {
      description: 'At least one call is running; the spinner shows after a moment.',
      tags: 'busy',
      on: {
        'call.started': { actions: 'countUp', description: 'One more call goes out.' },
        'call.ended': [
          { guard: 'isLastCall', target: 'idle', actions: 'countDown', description: 'The last running call came back, or failed.' },
          { actions: 'countDown', description: 'One of several running calls came back, or failed.' },
        ],
      },
    },
  },
});
