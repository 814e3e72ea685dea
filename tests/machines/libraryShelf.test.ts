import { expect, it } from 'vitest';
import type { LibraryItem } from '../../contract/library.ts';
import { libraryShelfMachine } from '../../src/machines/library/libraryShelfMachine.ts';
import { createTestActor } from './scenario.ts';

const item = { item_id: 1 } as LibraryItem;

it('puts an item in and takes it out again', async () => {
  const shelf = createTestActor(libraryShelfMachine, { userPuid: 3 });
  shelf.send({ type: 'item.kept', item });
  expect(shelf.inputs('keepItem')).toEqual([{ userPuid: 3, item }]);
  await shelf.done('keepItem', { resource_id: 5 });
  expect(shelf.snapshot().context.rows).toEqual({ 1: 5 });
  shelf.send({ type: 'resource.dropped', resourceId: 5, itemId: 1 });
  expect(shelf.inputs('dropResource')).toEqual([{ userPuid: 3, resourceId: 5 }]);
  await shelf.done('dropResource', null);
  expect(shelf.snapshot().context.rows).toEqual({ 1: null });
  expect(shelf.emitted).toEqual([
    { type: 'shelf.changed', isKept: true },
    { type: 'shelf.changed', isKept: false },
  ]);
});
it('does not send a second change while the first is under way', () => {
  const shelf = createTestActor(libraryShelfMachine, { userPuid: 3 });
  shelf.send({ type: 'item.kept', item }, { type: 'item.kept', item: { item_id: 2 } as LibraryItem });
  expect(shelf.inputs('keepItem')).toHaveLength(1);
});
it('leaves the item as it was when it fails', async () => {
  const shelf = createTestActor(libraryShelfMachine, { userPuid: 3 });
  shelf.send({ type: 'item.kept', item });
  await shelf.fails('keepItem', 409, 'Too many');
  expect(shelf.snapshot().context.rows).toEqual({});
  expect(shelf.emitted).toEqual([]);
});
