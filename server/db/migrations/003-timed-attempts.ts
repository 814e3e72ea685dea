import type { Migration } from 'kysely/migration';

/** When an attempt's time ends, and whether it was submitted after that. */
export const timedAttempts: Migration = {
  async up(db) {
    await db.schema.alterTable('attempt').addColumn('ends_at', 'bigint').execute();
    await db.schema
      .alterTable('attempt')
      .addColumn('is_late', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
