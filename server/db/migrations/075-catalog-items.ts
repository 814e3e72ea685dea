import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** Items of the catalog that administrators write, and whether the library offers an item (decision 081). */
export const catalogItems: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await db.schema
      .alterTable('content_item')
      .addColumn('is_offered', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await createTables(db, {
      catalog_item: {
        columns: {
          item_id: 'bigint',
          document: 'text',
          version: 'integer',
          published_version: 'integer',
          drawings: 'text',
          is_edited: 'integer',
          course: 'text',
          is_course_new: 'integer',
        },
        key: ['item_id'],
      },
    });
  },
};
