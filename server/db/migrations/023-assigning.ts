import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Students are notified when an assignment's dates change. Each assignment has one notification at most. */
export const assigning: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.alterTable('notification').addColumn('group_assignment_id', 'bigint').execute();
  },
};
