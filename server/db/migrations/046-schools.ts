import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Schools that administrators change and close, with what a closing changed (decision 062). */
export const schools: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await db.schema
      .alterTable('school')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('school').addColumn('closed_at', 'bigint').execute();
    await createTables(db, {
      school_closing: {
        columns: { ...tenant, school_id: 'bigint', kind: 'text', member_id: 'bigint', moved_to: 'bigint?' },
        key: ['district_id', 'school_id', 'kind', 'member_id'],
        index: { school_closing_member: ['district_id', 'kind', 'member_id'] },
        foreign: { school_closing_school: [['district_id', 'school_id'], 'school', ['district_id', 'school_id']] },
      },
    });
    await db.schema.createIndex('class_group_school').on('class_group').columns(['district_id', 'school_id']).execute();
  },
};
