import { setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';

export const hintReasons: Reasons<'isUnseen'> = { isUnseen: 'The user has already dismissed the hint.' };

/** A first-visit hint, shown until it is dismissed (specification, section 7: overlay detail). */
export const hintMachine = setup({
  types: {
    events: {} as { type: 'hint.dismissed' },
    tags: {} as 'shown',
    meta: {} as ChartMeta,
  },
  actors: {
    loadHint: actorSlot<{ isSeen: boolean }>('loadHint', 'GET /v2/overlay/get_user_overlay_detail'),
    putAway: actorSlot<null>('putAway', 'POST /v2/overlay/update_user_overlay_detail'),
  },
  guards: { isUnseen: (_, { isSeen }: { isSeen: boolean }) => !isSeen },
}).createMachine({
  id: 'hint',
  description: "A hint tells first-time visitors what a page is for. Once dismissed, it stays hidden on all of the user's devices.",
  meta: { reasons: hintReasons },
  initial: 'loading',
  states: {
    loading: {
      description: 'Asking the server whether the user has dismissed the hint. Nothing is shown yet.',
      invoke: {
        id: 'loadHint',
        src: 'loadHint',
        onDone: [
          {
            guard: { type: 'isUnseen', params: ({ event }) => event.output },
            target: 'shown',
            description: 'The user has never dismissed the hint: show it.',
          },
          { target: 'hidden', description: 'The user has already dismissed the hint.' },
        ],
        onError: { target: 'hidden', description: 'The server did not answer. A missing hint is better than one that keeps coming back.' },
      },
    },
    shown: {
      description: 'The hint is shown above the page.',
      tags: 'shown',
      on: { 'hint.dismissed': { target: 'leaving', description: 'The user dismisses the hint.' } },
    },
    leaving: {
      description: 'The hint is already hidden. Waiting for the server to record it.',
      invoke: {
        id: 'putAway',
        src: 'putAway',
        onDone: { target: 'hidden', description: 'The server recorded the dismissal.' },
        onError: { target: 'hidden', description: 'The dismissal was not recorded, so the hint may return on the next visit.' },
      },
    },
    hidden: { type: 'final', description: 'The hint is not shown.' },
  },
});
