import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Grades from kindergarten to high school, youngest first, as every district had them before it could change them. */
const usual = ['K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];

/** The grades of a district, and the order of its lists. */
export const grades: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await db.schema
      .alterTable('subject')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(1_000_000))
      .execute();
    await createTables(db, {
      grade: {
        columns: {
          ...tenant,
          grade_id: 'bigint',
          name: 'text',
          name_key: 'text',
          version: 'integer',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'grade_id'],
        foreign: { grade_of_district: [['district_id'], 'district', ['district_id']] },
      },
    });
    await db.schema
      .alterTable('grade')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(1_000_000))
      .execute();
    await db.schema
      .createIndex('grade_name')
      .unique()
      .on('grade')
      .columns(['district_id', 'name_key'])
      .where('removed_at' as never, 'is', null)
      .execute();
    const districts = await db.selectFrom('district').select('district_id').execute();
    for (const { district_id } of districts)
      await db
        .insertInto('grade')
        .values(
          usual.map((name, at) => ({
            ...{ district_id, grade_id: at + 1, name, name_key: name.toLowerCase(), position: at + 1, version: 1, removed_at: null },
          })),
        )
        .execute();
  },
};
