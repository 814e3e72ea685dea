import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Indexes for the first page of a lesson list and for folder counts, so that neither scans all lessons. Lists omit deleted ones. */
export const lessonLists: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await db.schema
      .createIndex('lesson_by_name')
      .on('lesson')
      .expression(sql`district_id, owner_puid, lower(lesson_name), lesson_id`)
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('lesson_by_change')
      .on('lesson')
      .columns(['district_id', 'owner_puid', 'updated_at'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    const folder = ['product_id', 'unit_id', 'sub_unit_id', 'level3_id', 'is_custom_unit', 'is_custom_sub_unit', 'is_custom_level3'];
    await db.schema
      .createIndex('lesson_by_place')
      .on('lesson')
      .columns(['district_id', 'owner_puid', ...folder])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    await db.schema.dropIndex('lesson_place').execute();
  },
};
