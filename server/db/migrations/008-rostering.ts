import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant } from './kit.ts';

const tables: Record<string, Table> = {
  roster_job: {
    columns: {
      ...tenant,
      job_id: 'bigint',
      created_by: 'bigint',
      school_id: 'bigint?',
      form: 'text?',
      state: 'text',
      options: 'text',
      result: 'text',
      findings: 'text',
      changes: 'text',
      confirmation: 'text?',
      problem: 'text?',
      rows_total: 'integer',
      rows_done: 'integer',
      left_alone: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
      validated_at: 'bigint?',
      finished_at: 'bigint?',
      runner: 'bigint?',
      lease_until: 'bigint',
    },
    key: ['district_id', 'job_id'],
    index: { roster_job_state: ['state'] },
  },
  roster_file: {
    columns: { ...tenant, job_id: 'bigint', name: 'text', part_no: 'integer', size: 'bigint', content: 'text' },
    key: ['district_id', 'job_id', 'name', 'part_no'],
    foreign: { roster_file_job: [['district_id', 'job_id'], 'roster_job', ['district_id', 'job_id']] },
  },
  roster_batch: {
    columns: { ...tenant, job_id: 'bigint', batch_no: 'integer', entries: 'text' },
    key: ['district_id', 'job_id', 'batch_no'],
    foreign: { roster_batch_job: [['district_id', 'job_id'], 'roster_job', ['district_id', 'job_id']] },
  },
};

/** Imports as jobs with undo logs, and fingerprints of the last import to detect manual changes. */
export const rostering: Migration = {
  async up(db) {
    await createTables(db as AnyDatabase, tables);
    for (const [table, column, type] of [
      ['school', 'roster_print', 'bigint'],
      ['app_user', 'roster_print', 'bigint'],
      ['app_user', 'student_number', 'text'],
      ['class_group', 'roster_print', 'bigint'],
      ['enrollment', 'roster_active', 'integer'],
      ['enrollment', 'left_at', 'bigint'],
    ] as const)
      await db.schema.alterTable(table).addColumn(column, type).execute();
    await sql`update enrollment set roster_active = active where sourced_id is not null`.execute(db);
    await db.schema.createIndex('app_user_student_number').unique().on('app_user').columns(['district_id', 'student_number']).execute();
    await db.schema.createIndex('enrollment_sourced').on('enrollment').columns(['district_id', 'sourced_id']).execute();
  },
};
