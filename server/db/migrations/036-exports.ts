import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Exports as jobs, with their files in parts. */
export const exportJobs: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      export_job: {
        columns: {
          ...tenant,
          job_id: 'bigint',
          created_by: 'bigint',
          school_id: 'bigint?',
          state: 'text',
          tables: 'text',
          format: 'text',
          from_date: 'text?',
          to_date: 'text?',
          with_names: 'integer',
          tables_done: 'integer',
          last_key: 'bigint',
          table_rows: 'integer',
          rows_done: 'integer',
          bytes: 'bigint',
          parts: 'integer',
          problem: 'text?',
          created_at: 'bigint',
          updated_at: 'bigint',
          finished_at: 'bigint?',
          expires_at: 'bigint?',
          runner: 'bigint?',
          lease_until: 'bigint',
        },
        key: ['district_id', 'job_id'],
        index: { export_job_state: ['state'], export_job_owner: ['district_id', 'created_by'] },
        foreign: { export_job_owner_fk: userReference('created_by') },
      },
      export_part: {
        columns: { ...tenant, job_id: 'bigint', part_no: 'integer', table_name: 'text', content: 'text' },
        key: ['district_id', 'job_id', 'part_no'],
        foreign: { export_part_job: [['district_id', 'job_id'], 'export_job', ['district_id', 'job_id']] },
      },
    }),
};
