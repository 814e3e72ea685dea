import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** When integrations without a log of their own worked and failed, and indexes to find that in those with one (decision 074). */
export const integrationUse: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      integration_use: {
        columns: { ...tenant, kind: 'text', ref: 'text', cause: 'text', hour: 'bigint', events: 'integer', last_at: 'bigint' },
        key: ['district_id', 'kind', 'ref', 'cause', 'hour'],
        index: { integration_use_hour: ['hour'] },
      },
    });
    const index = (name: string, table: string, columns: string[]) => db.schema.createIndex(name).on(table).columns(columns).execute();
    await index('saml_sign_in_outcome', 'saml_sign_in', ['district_id', 'provider_id', 'outcome', 'at', 'cause']);
    await index('roster_job_ended', 'roster_job', ['district_id', 'connection_id', 'form', 'state', 'updated_at']);
    await index('mail_sent', 'mail', ['state', 'sent_at']);
  },
};
