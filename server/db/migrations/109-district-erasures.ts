import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/**
 * Erasures of whole districts (decision 097). A row is of the district of the provider's administrator who asked, so that it stays when the
 * other one is gone.
 */
export const districtErasures: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      district_erasure: {
        columns: {
          ...tenant,
          erased_district: 'bigint',
          name: 'text',
          requested_by: 'bigint',
          requested_at: 'bigint',
          due_at: 'bigint',
          started_at: 'bigint?',
          erased_at: 'bigint?',
          erased_rows: 'bigint',
        },
        key: ['district_id', 'erased_district'],
        index: { district_erasure_of: ['erased_district'], district_erasure_due: ['erased_at', 'due_at'] },
      },
    }),
};
