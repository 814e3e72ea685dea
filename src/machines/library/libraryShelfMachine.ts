import { assign, emit, setup } from 'xstate';
import type { LibraryItem } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta } from '../chart.ts';

export interface ShelfInput {
  userPuid: number;
}

/** Changes one screen makes to My library: items added and removed (specification, section 7). */
export const libraryShelfMachine = setup({
  types: {
    input: {} as ShelfInput,
    context: {} as {
      userPuid: number;
      /** My library row by item, for changes since the lists were loaded; null if removed. */
      rows: Readonly<Record<number, number | null>>;
      /** The item being changed; null if none is. */
      itemId: number | null;
    },
    events: {} as { type: 'item.kept'; item: LibraryItem } | { type: 'resource.dropped'; resourceId: number; itemId: number },
    emitted: {} as { type: 'shelf.changed'; isKept: boolean },
    tags: {} as 'busy',
    meta: {} as ChartMeta,
  },
  actors: {
    keepItem: actorSlot<{ resource_id: number }, { userPuid: number; item: LibraryItem }>('keepItem', 'POST add item to my library'),
    dropResource: actorSlot<null, { userPuid: number; resourceId: number }>('dropResource', 'DELETE remove item from my library'),
  },
  actions: {
    setItem: assign({ itemId: (_, { itemId }: { itemId: number }) => itemId }),
    setRow: assign({
      rows: ({ context }, { resourceId }: { resourceId: number | null }) => ({ ...context.rows, [context.itemId as number]: resourceId }),
      itemId: null,
    }),
    tellChange: emit((_, { isKept }: { isKept: boolean }) => ({ type: 'shelf.changed' as const, isKept })),
  },
}).createMachine({
  id: 'libraryShelf',
  description: 'A teacher adds items to My library and removes them from it.',
  context: ({ input }) => ({ userPuid: input.userPuid, rows: {}, itemId: null }),
  initial: 'still',
  states: {
    still: {
      description: 'No change is being saved.',
      on: {
        'item.kept': {
          target: 'keeping',
          actions: { type: 'setItem', params: ({ event }) => ({ itemId: event.item.item_id }) },
          description: 'The teacher adds an item to My library.',
        },
        'resource.dropped': {
          target: 'dropping',
          actions: { type: 'setItem', params: ({ event }) => event },
          description: 'The teacher removes an item from My library.',
        },
      },
    },
    keeping: {
      description: 'Waiting for the server to add the item.',
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
          description: 'The item is in My library.',
        },
        onError: { target: 'still', description: 'The item could not be added. A message says why.' },
      },
    },
    dropping: {
      description: 'Waiting for the server to remove the item.',
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
          description: 'The item is no longer in My library.',
        },
        onError: { target: 'still', description: 'The item could not be removed. A message says why.' },
      },
    },
  },
});
