import { sql } from 'kysely';
import { gradeResource } from '../../contract/grades.ts';
import type { Ports } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { records } from '../records/records.ts';
import { usualGrades } from './registration.ts';

/** Gives a new district the grades from kindergarten to high school. */
export async function addUsualGrades({ newId }: Pick<Ports, 'newId'>, db: Tenant): Promise<void> {
  await db
    .insertInto('grade')
    .values(
      usualGrades.map(({ grade: name }, at) => ({
        ...{ grade_id: newId(), name, name_key: name.toLowerCase(), position: at + 1, version: 1, removed_at: null },
      })),
    )
    .execute();
}

/** The grades of a district, youngest first. */
export const gradesOf = async (db: Tenant): Promise<{ grade: string }[]> =>
  db.selectFrom('grade').select('name as grade').where('removed_at', 'is', null).orderBy('position').orderBy(sql`lower(name)`).execute();

/** People and classes name their grade in words, as rosters do. They match when the words are equal, ignoring case. */
export const grades = records(gradeResource, {
  table: 'grade',
  computed: (eb) => ({
    students: eb
      .selectFrom('app_user as u')
      .select((inner) => inner.fn.countAll().as('count'))
      .where('u.active', '=', 1)
      .where(sql`lower(trim(${eb.ref('u.grade' as never)}))`, '=', sql.ref('grade.name_key')),
    classes: eb
      .selectFrom('class_group as g')
      .select((inner) => inner.fn.countAll().as('count'))
      .where('g.active', '=', 1)
      .where(sql`lower(trim(${eb.ref('g.grade' as never)}))`, '=', sql.ref('grade.name_key')),
  }),
  uses: async (_, { students, classes }) => ({ students: Number(students), classes: Number(classes) }),
  // What comes from a roster keeps the grade of its source.
  updated: async (db, before, after) => {
    if (before.name === after.name) return;
    const set = { grade: String(after.name) };
    const key = String(before.name).trim().toLowerCase();
    for (const table of ['app_user', 'class_group'] as const)
      await db
        .updateTable(table as 'app_user')
        .set(set)
        .where('sourced_id', 'is', null)
        .where(sql`lower(trim(grade))`, '=', key)
        .execute();
  },
});
