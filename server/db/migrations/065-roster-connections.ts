import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Connections to the OneRoster services of districts, and which of them an import was read from (decision 072). */
export const rosterConnections: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      roster_connection: {
        columns: {
          ...tenant,
          connection_id: 'bigint',
          version: 'integer',
          name: 'text',
          base_url: 'text',
          token_url: 'text',
          roster_version: 'text',
          client_id: 'text',
          sealed_secret: 'text',
          scope: 'text',
          school_ids: 'text',
          nightly_hour: 'integer?',
          arranged_by: 'bigint',
          next_at: 'bigint?',
          synced_at: 'bigint?',
          full_at: 'bigint?',
        },
        key: ['district_id', 'connection_id'],
        index: { roster_connection_due: ['next_at'] },
      },
    });
    await db.schema.alterTable('roster_job').addColumn('source', 'text').execute();
    await db.schema.alterTable('roster_job').addColumn('connection_id', 'bigint').execute();
  },
};
