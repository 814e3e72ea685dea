import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Names the decision that a score came from, so that a repeated call does not count twice. */
export const grading: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.alterTable('response_comment').addColumn('grading_key', 'text').execute();
  },
};
