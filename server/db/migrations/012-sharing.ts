import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  share_link: {
    columns: {
      ...tenant,
      share_id: 'text',
      lesson_id: 'bigint',
      created_by: 'bigint',
      created_at: 'bigint',
      revoked_at: 'bigint?',
    },
    key: ['district_id', 'share_id'],
    foreign: {
      share_link_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']],
      share_link_user: userReference('created_by'),
    },
    index: { share_link_lesson_index: ['district_id', 'lesson_id'] },
  },
};

/** Links by which staff get access to a colleague's lesson. */
export const sharing: Migration = {
  up: (db) => createTables(db as AnyDatabase, tables),
};
