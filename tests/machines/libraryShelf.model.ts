import type { LibraryItem } from '../../contract/library.ts';
import { libraryShelfMachine } from '../../src/machines/library/libraryShelfMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const item = { item_id: 1 } as LibraryItem;

export const libraryShelfModel = defineModel({
  machine: libraryShelfMachine,
  input: { userPuid: 3 },
  events: [
    { type: 'item.kept', item },
    { type: 'resource.dropped', resourceId: 5, itemId: 1 },
    { type: 'xstate.done.actor.keepItem', output: { resource_id: 5 } },
    { type: 'xstate.error.actor.keepItem', error: { code: 409, message: 'Too many' } },
    { type: 'xstate.done.actor.dropResource', output: null },
    { type: 'xstate.error.actor.dropResource', error: { code: 404, message: 'Gone' } },
  ],
  project: ({ rows, itemId }) => ({ rows, itemId }),
  keeps: {
    'item.kept': { 'item.item_id': 'itemId' },
    'resource.dropped': { itemId: 'itemId' },
  },
  leads: {
    'xstate.done.actor.keepItem': ['still'],
    'xstate.error.actor.keepItem': ['still'],
    'xstate.done.actor.dropResource': ['still'],
    'xstate.error.actor.dropResource': ['still'],
  },
  tells: {
    'shelf.changed': ['xstate.done.actor.keepItem', 'xstate.done.actor.dropResource'],
  },
  failures: { keepItem: 'nowhere', dropResource: 'nowhere' },
  invariants: {
    'only an item has a place among the rows': ({ context }) => Object.keys(context.rows).every((key) => key === '1'),
  },
});
