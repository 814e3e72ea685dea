import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/**
 * How a user proved their identity when a session started, for the list of their own sessions (decision 033); null for earlier sessions.
 */
export const waysOfSessions: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.alterTable('refresh_session').addColumn('way', 'text').execute();
  },
};
