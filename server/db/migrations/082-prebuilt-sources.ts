import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Where prebuilt lessons come from, and whether the district has changed them (decision 085). */
export const prebuiltSources: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      prebuilt_source: {
        columns: { ...tenant, lesson_id: 'bigint', source: 'text', published: 'text?', changed: 'integer' },
        key: ['district_id', 'lesson_id'],
        unique: { prebuilt_source_source: ['district_id', 'source'] },
      },
    });
    // All prebuilt lessons so far come from the course, which names each once in its unit.
    const stored = await db
      .selectFrom('lesson')
      .select(['district_id', 'lesson_id', 'unit_id', 'lesson_name'])
      .where('owner_puid', 'is', null)
      .where('deleted_at', 'is', null)
      .where('unit_id', 'is not', null)
      .execute();
    for (const { district_id, lesson_id, unit_id, lesson_name } of stored)
      await db
        .insertInto('prebuilt_source')
        .values({ district_id, lesson_id, source: `course ${unit_id} ${lesson_name}`, published: null, changed: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },
};
