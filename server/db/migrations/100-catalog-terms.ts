import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** Terms of the glossary that administrators add, edit and withdraw (decision 060). */
export const catalogTerms: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('glossary_term')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('glossary_term')
      .addColumn('is_offered', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await createTables(db as AnyDatabase, {
      catalog_term: { columns: { term_id: 'bigint', course: 'text', is_course_new: 'integer' }, key: ['term_id'] },
    });
  },
};
