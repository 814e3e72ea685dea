import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Students are told when the dates of an assignment change; what is told of one assignment is told once. */
export const assigning: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.alterTable('notification').addColumn('group_assignment_id', 'bigint').execute();
  },
};
