import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Where an audited request came from, who acted as its user, and an index by action, of which sign-ins are by far the most. */
export const auditOrigins: Migration = {
  up: async (db) => {
    const { schema } = db as AnyDatabase;
    for (const name of ['actor_district_id', 'acting_puid', 'acting_district_id'])
      await schema.alterTable('audit').addColumn(name, 'bigint').execute();
    await schema.alterTable('audit').addColumn('address', 'text').execute();
    await schema.createIndex('audit_action').on('audit').columns(['district_id', 'action', 'at']).execute();
  },
};
