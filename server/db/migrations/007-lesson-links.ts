import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  lesson_link: {
    columns: {
      ...tenant,
      link_id: 'text',
      lesson_id: 'bigint',
      assignment_id: 'bigint',
      group_puid: 'bigint',
      end_date: 'bigint?',
      is_perpectual_expiry: 'integer',
      assignment_no: 'integer',
      created_by: 'bigint',
      created_at: 'bigint',
      revoked_at: 'bigint?',
    },
    key: ['district_id', 'link_id'],
    foreign: {
      lesson_link_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']],
      lesson_link_user: userReference('created_by'),
    },
    index: { lesson_link_owner: ['district_id', 'lesson_id', 'created_by'] },
  },
};

/** Links that let students assign themselves a lesson. */
export const lessonLinks: Migration = {
  up: (db) => createTables(db as AnyDatabase, tables),
};
