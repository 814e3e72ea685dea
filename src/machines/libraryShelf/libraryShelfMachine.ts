import { assign, emit, setup } from 'xstate';
import type { LibraryItem } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta } from '../chart.ts';

export interface ShelfInput {
  userPuid: number;
}

/** My library as one screen changes it: items in, items and resources out (specification, section 7). */
export const libraryShelfMachine = setup({
  types: {
    input: {} as ShelfInput,
    context: {} as {
      userPuid: number;
      /** Row of my library by item: what has changed since the lists were loaded; null: taken out. */
      rows: Readonly<Record<number, number | null>>;
      /** The item, or none for a resource from elsewhere, that is being changed. */
      itemId: number | null;
    },
    events: {} as { type: 'item.kept'; item: LibraryItem } | { type: 'resource.dropped'; resourceId: number; itemId: number | null },
    emitted: {} as { type: 'shelf.changed'; isKept: boolean },
    tags: {} as 'busy',
    meta: {} as ChartMeta,
  },
  actors: {
    keepItem: actorSlot<{ resource_id: number }, { userPuid: number; item: LibraryItem }>('keepItem', 'POST add item to my library'),
    dropResource: actorSlot<null, { userPuid: number; resourceId: number }>(
      'dropResource',
      'DELETE remove item or external item from my library',
    ),
  },
  actions: {
    setItem: assign({ itemId: (_, { itemId }: { itemId: number | null }) => itemId }),
    setRow: assign({
      rows: ({ context }, { resourceId }: { resourceId: number | null }) =>
        context.itemId === null ? context.rows : { ...context.rows, [context.itemId]: resourceId },
      itemId: null,
    }),
    tellChange: emit((_, { isKept }: { isKept: boolean }) => ({ type: 'shelf.changed' as const, isKept })),
  },
}).createMachine({
  id: 'libraryShelf',
  description: 'A teacher keeps items in my library, and takes them and resources from elsewhere out of it.',
  context: ({ input }) => ({ userPuid: input.userPuid, rows: {}, itemId: null }),
  initial: 'still',
  states: {
    still: {
      description: 'Nothing is being changed.',
      on: {
        'item.kept': {
          target: 'keeping',
          actions: { type: 'setItem', params: ({ event }) => ({ itemId: event.item.item_id }) },
          description: 'The teacher puts an item into my library.',
        },
        'resource.dropped': {
          target: 'dropping',
          actions: { type: 'setItem', params: ({ event }) => event },
          description: 'The teacher takes something out of my library.',
        },
      },
    },
    keeping: {
      description: 'The item is put into my library.',
      tags: 'busy',
      invoke: {
        id: 'keepItem',
        src: 'keepItem',
        input: ({ context, event }) => ({ userPuid: context.userPuid, item: (event as { item: LibraryItem }).item }),
        onDone: {
          target: 'still',
          actions: [
            { type: 'setRow', params: ({ event }) => ({ resourceId: event.output.resource_id }) },
            { type: 'tellChange', params: { isKept: true } },
          ],
          description: 'It is there.',
        },
        onError: { target: 'still', description: 'It could not be kept; the message says why.' },
      },
    },
    dropping: {
      description: 'It is taken out of my library.',
      tags: 'busy',
      invoke: {
        id: 'dropResource',
        src: 'dropResource',
        input: ({ context, event }) => ({ userPuid: context.userPuid, resourceId: (event as { resourceId: number }).resourceId }),
        onDone: {
          target: 'still',
          actions: [
            { type: 'setRow', params: { resourceId: null } },
            { type: 'tellChange', params: { isKept: false } },
          ],
          description: 'It is gone.',
        },
        onError: { target: 'still', description: 'It could not be taken out; the message says why.' },
      },
    },
  },
});
