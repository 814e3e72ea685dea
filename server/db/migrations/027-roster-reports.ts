import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/**
 * Row findings of an upload, apart from the import, which is read often. Also when the roster's source last changed each record, and its
 * organizations, of which only schools were stored before.
 */
export const rosterReports: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      roster_report: {
        columns: { ...tenant, job_id: 'bigint', content: 'text' },
        key: ['district_id', 'job_id'],
        foreign: { roster_report_job: [['district_id', 'job_id'], 'roster_job', ['district_id', 'job_id']] },
      },
      roster_org: {
        columns: {
          ...tenant,
          org_id: 'bigint',
          sourced_id: 'text',
          name: 'text',
          type: 'text',
          parent_sourced_id: 'text?',
          active: 'integer',
          roster_modified: 'bigint?',
        },
        key: ['district_id', 'org_id'],
        unique: { roster_org_sourced: ['district_id', 'sourced_id'] },
      },
    });
    for (const table of ['app_user', 'class_group', 'enrollment'] as const)
      await db.schema.alterTable(table).addColumn('roster_modified', 'bigint').execute();
    await db.schema.createIndex('roster_job_created').on('roster_job').columns(['district_id', 'created_at']).execute();
  },
};
