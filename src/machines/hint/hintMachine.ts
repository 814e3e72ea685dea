import { setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';

export const hintReasons: Reasons<'isUnseen'> = { isUnseen: 'The hint was put away before.' };

/** A hint for a first visit, until it is put away (specification, section 7: overlay detail). */
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
  description: 'A hint says what a page is for, to whoever is there for the first time; put away, it stays away on every device.',
  meta: { reasons: hintReasons },
  initial: 'loading',
  states: {
    loading: {
      description: 'Nothing is shown until it is known that the hint is new to this person.',
      invoke: {
        id: 'loadHint',
        src: 'loadHint',
        onDone: [
          {
            guard: { type: 'isUnseen', params: ({ event }) => event.output },
            target: 'shown',
            description: 'The first visit, or the hint was only looked at.',
          },
          { target: 'hidden', description: 'It was put away before.' },
        ],
        onError: { target: 'hidden', description: 'Nobody knows: rather no hint than one that comes back.' },
      },
    },
    shown: {
      description: 'The hint stands above the page.',
      tags: 'shown',
      on: { 'hint.dismissed': { target: 'leaving', description: 'The person has read it.' } },
    },
    leaving: {
      description: 'It is gone from the screen at once; the server is told.',
      invoke: {
        id: 'putAway',
        src: 'putAway',
        onDone: { target: 'hidden', description: 'It stays away.' },
        onError: { target: 'hidden', description: 'It may come back on the next visit.' },
      },
    },
    hidden: { type: 'final', description: 'Nothing to say.' },
  },
});
