import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** How long a district keeps its audit, and an index over all districts for the provider's list and the nightly purge. */
export const auditRetention: Migration = {
  up: async (db) => {
    const { schema } = db as AnyDatabase;
    await schema.alterTable('district').addColumn('audit_years', 'integer').execute();
    await schema.createIndex('audit_everywhere').on('audit').columns(['action', 'at']).execute();
  },
};
