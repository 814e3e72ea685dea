import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** A second key of a district, so that its providers can learn it before it signs (decision 070). */
export const samlSpareKey: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      saml_spare_key: {
        columns: { ...tenant, sealed_key: 'text', certificate: 'text', created_at: 'bigint' },
        key: ['district_id'],
        foreign: { saml_spare_key_of_district: [['district_id'], 'district', ['district_id']] },
      },
    }),
};
