import type { Migration } from 'kysely/migration';

/** An export may be the catalog as a course's folder, and says what that does not have (decision 090). */
export const courseExports: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('export_job')
      .addColumn('left_out', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
