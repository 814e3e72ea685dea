import { assign, emit, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const searchFieldReasons: Reasons = {};

/** The search field of the content library: searches once the teacher stops typing. */
export const searchFieldMachine = setup({
  types: {
    input: {} as { query: string },
    /** The text in the field. */
    context: {} as { query: string },
    events: {} as { type: 'query.typed'; query: string } | { type: 'query.submitted' } | { type: 'query.replaced'; query: string },
    emitted: {} as { type: 'query.settled'; query: string },
    meta: {} as ChartMeta,
  },
  actions: {
    setQuery: assign({ query: (_, { query }: { query: string }) => query }),
    tellQuery: emit(({ context }) => ({ type: 'query.settled' as const, query: context.query })),
  },
  delays: { pause: 300 },
}).createMachine({
  id: 'searchField',
  description: 'A teacher types what to search for. The search starts after a pause, or at once with Enter.',
  meta: { reasons: searchFieldReasons },
  context: ({ input }) => ({ query: input.query }),
  initial: 'still',
  on: {
    'query.replaced': {
      target: '.still',
      actions: { type: 'setQuery', params: ({ event }) => event },
      description: 'Another filter or the Back button replaces the text in the field.',
    },
  },
  states: {
    still: {
      description: 'The field shows the text of the current search.',
      on: {
        'query.typed': {
          target: 'typing',
          actions: { type: 'setQuery', params: ({ event }) => event },
          description: 'The teacher types in the field.',
        },
      },
    },
    typing: {
      description: 'The search waits until the teacher stops typing.',
      after: {
        pause: { target: 'still', actions: 'tellQuery', description: 'The teacher has paused: put the text into the address.' },
      },
      on: {
        'query.typed': {
          target: 'typing',
          reenter: true,
          actions: { type: 'setQuery', params: ({ event }) => event },
          description: 'The teacher keeps typing: restart the debounce.',
        },
        'query.submitted': { target: 'still', actions: 'tellQuery', description: 'The teacher presses Enter: search at once.' },
      },
    },
  },
});
