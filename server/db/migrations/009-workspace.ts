import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  lesson_share: {
    columns: { ...tenant, lesson_id: 'bigint', user_puid: 'bigint', shared_by_puid: 'bigint', permission: 'integer', shared_at: 'bigint' },
    key: ['district_id', 'lesson_id', 'user_puid'],
    index: { lesson_share_user: ['district_id', 'user_puid', 'shared_by_puid'] },
    foreign: {
      lesson_share_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']],
      lesson_share_user_fk: userReference(),
    },
  },
  lesson_start: {
    columns: { ...tenant, start_id: 'bigint', user_puid: 'bigint', lesson_id: 'bigint', mode: 'text', started_at: 'bigint' },
    key: ['district_id', 'start_id'],
    foreign: { lesson_start_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']] },
  },
};

/** Lessons shared between teachers, and lesson starts by staff. */
export const workspace: Migration = {
  async up(db) {
    await createTables(db as AnyDatabase, tables);
    // A teacher with ten thousand lessons looks at one folder of them.
    await db.schema
      .createIndex('lesson_place')
      .on('lesson')
      .columns(['district_id', 'owner_puid', 'product_id', 'unit_id', 'sub_unit_id', 'level3_id'])
      .execute();
    await db.schema.createIndex('group_assignment_lesson').on('group_assignment').columns(['district_id', 'lesson_id']).execute();
  },
};
