import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Whether lesson content stays open to students of an assignment during its timed assessments. */
export const openReadings: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema
      .alterTable('group_assignment')
      .addColumn('readings_open', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
