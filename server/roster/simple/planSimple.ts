import { Role } from '../../../contract/kit.ts';
import { partsOf } from '../../db/parts.ts';
import { borrowedBy } from '../charge.ts';
import { inBatches, type Plan, type Step } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import { HeldRows } from './heldRows.ts';
import type { StudentList } from './list.ts';
import { ListedClasses } from './listedClasses.ts';
import { ListedStudents, type Place } from './listedStudents.ts';

/**
 * Plans the changes of a student list. Adds students and enrolls them in classes. With mode `replace`, also removes students from the
 * listed classes if they are not in the list. Never closes an account. A teacher may enroll students of their school in their own classes.
 * They change only accounts they are in charge of; other students are borrowed. Rows left out remove nobody (`HeldRows`).
 */
export async function* planSimple(plan: Plan, list: StudentList): AsyncGenerator<Step> {
  const { ports, importer, findings } = plan;
  const schools = await ports.db.selectFrom('school').selectAll().execute();
  for (const { school_id, name } of schools) plan.schoolNames.set(school_id, name);
  const held = new HeldRows(list);
  const classes = await ListedClasses.load(plan);
  const students = new ListedStudents(plan, list, schools, { classes, held });
  let rows = 0;
  for await (const lines of list.rows())
    for (const part of partsOf(lines)) {
      rows += part.length;
      await students.take(part);
    }
  if (importer.role === Role.teacher && importer.school_id === null) findings.error('schoolMissing', list.file, {});
  if (!plan.canGoOn) return;
  yield* inBatches('classes', classes.entries, 0);
  yield* inBatches('users', students.entries, rows);

  const { places } = students;
  const entries = [...classes.teaching, ...(await enroll(plan, [...places.values()]))];
  if (importer.mode === 'replace') {
    const { left, stay } = await removeOthers(plan, places, held);
    entries.push(...left);
    if (stay > 0) findings.warn('leftOutStay', list.file, {}, { count: stay });
  }
  yield* inBatches('enrollments', entries, places.size);
}

/** Enrollments to write so that students have their places. */
async function enroll(plan: Plan, places: readonly Place[]): Promise<Entry[]> {
  const { importer, ports } = plan;
  const { district_id } = importer;
  const counts = plan.counts.enrollments;
  const standing = new Map<string, AnyRow>();
  for (const part of partsOf(places)) {
    const user_puids = [...new Set(part.map((place) => place.user_puid))];
    const found = await ports.db.selectFrom('enrollment').selectAll().where('user_puid', 'in', user_puids).execute();
    for (const row of found) standing.set(`${row.group_puid} ${row.user_puid}`, row as unknown as AnyRow);
  }
  const entries: Entry[] = [];
  for (const [group_puid, here] of Map.groupBy(places, (place) => place.group_puid)) {
    const user_puids = here.map((place) => place.user_puid);
    const borrowed = await borrowedBy(ports.db, importer, group_puid, user_puids);
    for (const ids of here) {
      const before = standing.get(`${group_puid} ${ids.user_puid}`);
      const isBorrowed = borrowed(ids.user_puid);
      if (before?.active === 1 && (importer.role === Role.teacher || before.borrowed === null)) {
        counts.unchanged += 1;
        continue;
      }
      counts[before ? 'updated' : 'created'] += 1;
      const row = { sourced_id: null, roster_active: null, role: 'student', ...before, district_id, ...ids, active: 1, left_at: null };
      const roster_active = row.roster_active === null || isBorrowed ? row.roster_active : 1;
      entries.push({ isNew: !before, row: { ...row, borrowed: isBorrowed, roster_active, listed_in: null } });
    }
  }
  return entries;
}

/** Enrollments to end in the listed classes, and how many stay because of rows left out. */
async function removeOthers(plan: Plan, places: ReadonlyMap<string, Place>, held: HeldRows): Promise<{ left: Entry[]; stay: number }> {
  const { importer, ports } = plan;
  const now = ports.now();
  const left: Entry[] = [];
  let stay = 0;
  for (const part of partsOf([...new Set([...places.values()].map((place) => place.group_puid))])) {
    const found = await ports.db
      .selectFrom('enrollment as e')
      .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .selectAll('e')
      .select(['u.first_name', 'u.last_name', 'g.name as class_name', 'g.school_id as class_school'])
      .where('e.group_puid', 'in', part)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .execute();
    for (const { first_name, last_name, class_name, class_school, ...row } of found) {
      plan.had('enrollments', class_school);
      if (places.has(`${row.group_puid} ${row.user_puid}`)) continue;
      if (held.stays(row.user_puid, class_name)) {
        stay += 1;
        continue;
      }
      plan.leave(`${first_name} ${last_name}`, class_name, class_school);
      left.push({
        isNew: false,
        row: {
          ...(row as unknown as AnyRow),
          active: 0,
          left_at: now,
          roster_active: row.roster_active === null ? null : 0,
          borrowed: importer.role === Role.teacher ? row.borrowed : 1,
        },
      });
    }
  }
  return { left, stay };
}
