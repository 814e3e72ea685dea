import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** Versions of places and items of the catalog, so that two administrators do not overwrite each other, and places that were deleted. */
export const contentSetup: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    for (const table of ['product', 'unit', 'sub_unit', 'level3', 'content_item'])
      await db.schema
        .alterTable(table)
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
    await createTables(db, {
      removed_place: { columns: { place_id: 'bigint', kind: 'text', stored: 'text', removed_at: 'bigint' }, key: ['place_id'] },
    });
  },
};
