import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** How somebody showed who they are when a session began, for the list of one's own sessions (decision 033); null before. */
export const waysOfSessions: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.alterTable('refresh_session').addColumn('way', 'text').execute();
  },
};
