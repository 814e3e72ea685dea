import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** The subjects of a district (decision 045), initially those of its classes. */
export const subjects: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await createTables(db, {
      subject: {
        columns: {
          ...tenant,
          subject_id: 'bigint',
          name: 'text',
          name_key: 'text',
          active: 'integer',
          version: 'integer',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'subject_id'],
        foreign: { subject_of_district: [['district_id'], 'district', ['district_id']] },
      },
    });
    await db.schema
      .createIndex('subject_name')
      .unique()
      .on('subject')
      .columns(['district_id', 'name_key'])
      .where('removed_at' as never, 'is', null)
      .execute();
    const used = await db
      .selectFrom('class_group')
      .select(['district_id', 'subject'])
      .distinct()
      .where('subject', 'is not', null)
      .execute();
    const known = new Map<string, number>();
    for (const { district_id, subject } of used) {
      const name = (subject ?? '').trim().slice(0, 100);
      const key = `${district_id} ${name.toLowerCase()}`;
      if (name === '' || known.has(key)) continue;
      known.set(key, known.size + 1);
      await db
        .insertInto('subject')
        .values({ district_id, subject_id: known.size, name, name_key: name.toLowerCase(), active: 1, version: 1, removed_at: null })
        .execute();
    }
  },
};
