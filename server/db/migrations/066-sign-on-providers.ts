import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Single sign-on by OpenID Connect, a district's roster and classroom (decision 073). */
export const signOnProviders: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      sign_on_provider: {
        columns: {
          ...tenant,
          kind: 'text',
          version: 'integer',
          issuer: 'text',
          client_id: 'text',
          sealed_secret: 'text',
          scope: 'text',
          subject_is_sourced_id: 'integer',
          active: 'integer',
          callback: 'text',
          from_environment: 'integer',
          last_at: 'bigint?',
          last_fault: 'text?',
          tested_at: 'bigint?',
          test_fault: 'text?',
          tested_by: 'bigint?',
          tested_district_id: 'bigint?',
          received: 'text?',
        },
        key: ['district_id', 'kind'],
        unique: { sign_on_provider_callback: ['callback'] },
        foreign: { sign_on_provider_of_district: [['district_id'], 'district', ['district_id']] },
      },
    }),
};
