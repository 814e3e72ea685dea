import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Imports of the course by file (decision 087). */
export const courseImports: Migration = {
  up: async (db) => {
    await createTables(db as AnyDatabase, {
      course_file: { columns: { path: 'text', content: 'text' }, key: ['path'] },
      course_import: {
        columns: {
          ...tenant,
          job_id: 'bigint',
          created_by: 'bigint',
          state: 'text',
          file_name: 'text',
          size: 'integer',
          findings: 'text',
          changes: 'text',
          counts: 'text',
          errors: 'integer',
          warnings: 'integer',
          catalogue_version: 'integer',
          left_alone: 'integer',
          undone_by: 'bigint?',
          undone_district_id: 'bigint?',
          created_at: 'bigint',
          updated_at: 'bigint',
          finished_at: 'bigint?',
          runner: 'bigint?',
          lease_until: 'bigint',
        },
        key: ['district_id', 'job_id'],
        foreign: { course_import_user: userReference('created_by') },
      },
      course_import_part: {
        columns: { ...tenant, job_id: 'bigint', kind: 'text', part_no: 'integer', content: 'text' },
        key: ['district_id', 'job_id', 'kind', 'part_no'],
        foreign: { course_import_part_job: [['district_id', 'job_id'], 'course_import', ['district_id', 'job_id']] },
      },
    });
  },
};
