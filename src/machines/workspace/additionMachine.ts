import { assign, emit, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';
import type { PlaylistResource } from './draft.ts';

/** A resource about to be added to a lesson. */
export type Addition = Omit<PlaylistResource, 'sortOrder'>;

export interface AdditionInput {
  /** Resources chosen in the library that the lesson already had when the form opened. */
  repeated: readonly Addition[];
}

export const additionReasons: Reasons<'hasRepeated' | 'isThere'> = {
  hasRepeated: 'No resource was chosen that the lesson already has.',
  isThere: 'The lesson does not have this resource yet.',
};

/** Adds resources to the lesson in the builder. A resource that the lesson already has is added only if the teacher says so. */
export const additionMachine = setup({
  types: {
    input: {} as AdditionInput,
    context: {} as { repeated: readonly Addition[] },
    events: {} as { type: 'resource.chosen'; resource: Addition; isThere: boolean } | { type: 'both.kept' } | { type: 'repeated.skipped' },
    emitted: {} as { type: 'resources.added'; resources: readonly Addition[] },
    tags: {} as 'asking',
    meta: {} as ChartMeta,
  },
  actions: {
    setRepeated: assign({ repeated: (_, { resource }: { resource: Addition }) => [resource] }),
    forgetRepeated: assign({ repeated: [] }),
    announceChosen: emit((_, { resource }: { resource: Addition }) => ({ type: 'resources.added' as const, resources: [resource] })),
    announceRepeated: emit(({ context }) => ({ type: 'resources.added' as const, resources: context.repeated })),
  },
  guards: {
    hasRepeated: ({ context }) => context.repeated.length > 0,
    isThere: (_, { isThere }: { isThere: boolean }) => isThere,
  },
}).createMachine({
  id: 'addition',
  description: 'A teacher adds library resources to a lesson. A resource that the lesson already has is asked about first.',
  meta: { reasons: additionReasons },
  context: ({ input }) => ({ repeated: input.repeated }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the teacher chose resources in the library that the draft of an earlier visit already has.',
      always: [
        { guard: 'hasRepeated', target: 'asking', description: 'Some were chosen again: ask the teacher.' },
        { target: 'listening', description: 'None was chosen twice.' },
      ],
    },
    listening: {
      description: 'The teacher can add resources from the library beside the form.',
      on: {
        'resource.chosen': [
          {
            guard: { type: 'isThere', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'setRepeated', params: ({ event }) => event },
            description: 'The teacher adds a resource that the lesson already has.',
          },
          {
            actions: { type: 'announceChosen', params: ({ event }) => event },
            description: 'The teacher adds a resource that the lesson does not have yet.',
          },
        ],
      },
    },
    asking: {
      description: 'A dialog asks whether to add the resources once more.',
      tags: 'asking',
      on: {
        'both.kept': {
          target: 'listening',
          actions: ['announceRepeated', 'forgetRepeated'],
          description: 'The teacher adds them once more.',
        },
        'repeated.skipped': {
          target: 'listening',
          actions: 'forgetRepeated',
          description: 'The teacher skips them, or closes the dialog.',
        },
      },
    },
  },
});
