import type { Roster } from '../../common/roster/reading.ts';
import type { SimpleRow } from '../../common/roster/simpleForm.ts';
import { Role } from '../../contract/kit.ts';
import type { SimpleField } from '../../contract/rostering.ts';
import { visibleGroups } from '../kit/access.ts';
import { borrowedBy, inCharge } from './charge.ts';
import { LostZeros } from './lostZeros.ts';
import { inBatches, type Plan, type Step } from './planning.ts';
import type { AnyRow, Entry } from './tables.ts';

type Simple = Extract<Roster, { form: 'simple' }>;
const some = 500;

/** Location of a field for findings, with the header as it is in the file. Falls back to the field's own name if no column maps to it. */
export const placeOf = ({ mapping }: Pick<Simple, 'mapping'>, line: SimpleRow, field: SimpleField) => ({
  row: line.row,
  column: mapping[field] ?? field,
  value: line[field],
});

const nameOf = (one: { first_name: string; last_name: string }) => keyOf(one.first_name, one.last_name);
const keyOf = (...parts: (string | number | null)[]) =>
  parts
    .map((part) =>
      String(part ?? '')
        .trim()
        .toLowerCase(),
    )
    .join('\n');

/**
 * Plans the changes of a student list. Adds students and enrolls them in classes. With mode `replace`, also removes students from the
 * listed classes if they are not in the list. Never closes an account. A teacher may enroll students of their school in their own classes.
 * They change only accounts they are in charge of; other students are borrowed. Rows left out remove nobody: the students and everyone in
 * the classes they name stay. If such a row is unreadable, everybody stays.
 */
export async function* planSimple(plan: Plan, roster: Simple): AsyncGenerator<Step> {
  const { ports, importer, findings } = plan;
  const { db } = ports;
  const { district_id } = importer;
  const isTeacher = importer.role === Role.teacher;
  const file = roster.file;
  const now = ports.now();

  const schools = await db.selectFrom('school').selectAll().execute();
  for (const { school_id, name } of schools) plan.schoolNames.set(school_id, name);
  const schoolByName = new Map(schools.map((school) => [keyOf(school.name), school.school_id]));
  const onlySchool = schools.length === 1 ? (schools[0]?.school_id ?? null) : null;
  let query = visibleGroups(db, importer).selectAll('class_group');
  if (importer.school_id !== null) query = query.where('class_group.school_id', '=', importer.school_id);
  const groups = await query.execute();
  const byName = Map.groupBy(groups, (group) => keyOf(group.school_id, group.name));
  const byPeriod = Map.groupBy(groups, (group) => keyOf(group.school_id, group.name, group.period));
  const made = new Map<string, number>();
  const named = new Set<number>();
  const classes: Entry[] = [];
  const teaching: Entry[] = [];

  const classesOf = (row: SimpleRow, school_id: number) =>
    row.period === '' ? byName.get(keyOf(school_id, row.class_name)) : byPeriod.get(keyOf(school_id, row.class_name, row.period));
  const classOf = (row: SimpleRow, school_id: number): number => {
    const found = classesOf(row, school_id);
    if (found?.[0]) return found[0].group_puid;
    const key = keyOf(school_id, row.class_name, row.period);
    const known = made.get(key);
    if (known !== undefined) return known;
    const group_puid = ports.newId();
    made.set(key, group_puid);
    const entry = plan.entryOf('classes', row.class_name, undefined, {
      district_id,
      group_puid,
      school_id,
      name: row.class_name,
      kind: 'class',
      subject: null,
      grade: row.grade || null,
      period: row.period || null,
      sourced_id: null,
      active: 1,
    });
    if (entry) classes.push(entry);
    if (isTeacher) {
      plan.counts.enrollments.created += 1;
      teaching.push({
        isNew: true,
        row: {
          district_id,
          group_puid,
          user_puid: importer.user_puid,
          role: 'teacher',
          sourced_id: null,
          active: 1,
          roster_active: null,
          left_at: null,
          borrowed: null,
        },
      });
    }
    return group_puid;
  };
  const schoolOf = (row: SimpleRow, student: AnyRow | undefined): number | undefined => {
    const at = placeOf(roster, row, 'school_name');
    if (row.school_name !== '') {
      const named = schoolByName.get(keyOf(row.school_name));
      if (named === undefined) findings.error('schoolUnknown', file, at);
      else if (importer.school_id !== null && named !== importer.school_id) findings.error('schoolForeign', file, at);
      else return named;
      return undefined;
    }
    const school_id = importer.school_id ?? (student?.school_id as number | null | undefined) ?? onlySchool;
    if (school_id === null) findings.error('schoolMissing', file, at);
    return school_id ?? undefined;
  };

  /** Target state of each student, from all rows that name them. */
  const people = new Map<string, { row: AnyRow; isKnown: boolean }>();
  const users: Entry[] = [];
  const wanted = new Map<string, { group_puid: number; user_puid: number }>();
  let rows = 0;

  /** Students and classes named in rows left out. `isAllHeld`: such a row does not name its class. */
  const staying = new Set<number>();
  const held = new Set<string>();
  let isAllHeld = false;
  const unread = new Set(roster.leftOut);
  const hold = (line: SimpleRow, ...students: ({ user_puid: number } | undefined)[]) => {
    for (const student of students) if (student) staying.add(student.user_puid);
    if (line.class_name === '') isAllHeld = true;
    else held.add(keyOf(line.class_name));
  };

  const zeros = new LostZeros(findings, async () =>
    (await db.selectFrom('app_user').select('student_number as id').execute()).map(({ id }) => id),
  );
  const deal = async (lines: readonly SimpleRow[]): Promise<void> => {
    const keys = [...new Set(lines.map((line) => line.user_name.toLowerCase()))];
    const numbers = [...new Set(lines.map((line) => line.student_id).filter((one) => one !== ''))];
    const found = await db
      .selectFrom('app_user')
      .selectAll()
      .where((eb) => eb.or([eb('user_key', 'in', keys), ...(numbers.length > 0 ? [eb('student_number', 'in', numbers)] : [])]))
      .execute();
    const byKey = new Map(found.map((user) => [user.user_key, user]));
    const byNumber = new Map(found.map((user) => [user.student_number, user]));
    const own = await inCharge(
      db,
      importer,
      found.map((user) => user.user_puid),
    );
    for (const line of lines) {
      rows += 1;
      const identity = line.student_id !== '' ? `#${line.student_id}` : `@${line.user_name.toLowerCase()}`;
      const at = (field: SimpleField) => placeOf(roster, line, field);
      const holder = byKey.get(line.user_name.toLowerCase());
      const numbered = line.student_id === '' ? undefined : byNumber.get(line.student_id);
      if (unread.delete(line.row)) {
        hold(line, holder, numbered);
        continue;
      }
      const twin = numbered || line.student_id === '' ? undefined : await zeros.twinOf(line.student_id);
      if (twin !== undefined) {
        hold(line, holder);
        zeros.tell(file, at('student_id'), twin);
        continue;
      }
      // The name belongs to somebody with another student number.
      if (holder && line.student_id !== '' && holder !== numbered && (numbered || holder.student_number !== null)) {
        hold(line, holder, numbered);
        findings.error('userNameTaken', file, at('user_name'));
        continue;
      }
      const student = numbered ?? holder;
      if (student && student.role_id !== Role.student) {
        hold(line);
        findings.error('notAStudent', file, at('user_name'));
        continue;
      }
      if (student && importer.school_id !== null && student.school_id !== importer.school_id) {
        hold(line, student);
        findings.error('outOfScope', file, at('user_name'));
        continue;
      }
      // A colleague's student with the same user name is another person.
      if (holder && !own.has(holder.user_puid) && !numbered && nameOf(holder) !== nameOf(line)) {
        hold(line, holder, numbered);
        findings.error('userNameTaken', file, at('user_name'));
        continue;
      }
      const school_id = schoolOf(line, student as AnyRow | undefined);
      if (school_id === undefined) {
        hold(line, student);
        continue;
      }
      const found = line.class_name === '' ? undefined : classesOf(line, school_id);
      if (found && found.length > 1) {
        hold(line, student);
        findings.error('classAmbiguous', file, at('class_name'), { count: found.length });
        continue;
      }
      let person = people.get(identity);
      if (!person) {
        const before = student as AnyRow | undefined;
        const mayChange = !before || own.has(before.user_puid as number);
        if (!mayChange && before.active !== 1) {
          hold(line, student);
          findings.error('outOfScope', file, at('user_name'));
          continue;
        }
        const after: AnyRow = {
          password_hash: null,
          token_version: 1,
          created_at: now,
          email: null,
          grade: null,
          student_number: null,
          sourced_id: null,
          ...before,
          district_id,
          user_puid: (before?.user_puid as number) ?? ports.newId(),
          role_id: Role.student,
          school_id,
          user_name: line.user_name,
          user_key: line.user_name.toLowerCase(),
          first_name: line.first_name,
          last_name: line.last_name,
          active: 1,
        };
        if (line.email !== '') after.email = line.email;
        if (line.grade !== '') after.grade = line.grade;
        if (line.student_id !== '') after.student_number = line.student_id;
        person = { row: after, isKnown: before !== undefined };
        people.set(identity, person);
        if (mayChange) {
          const entry = plan.entryOf('users', `${line.first_name} ${line.last_name}`, before, after);
          if (entry) users.push(entry);
        } else plan.counts.users.unchanged += 1;
      }
      if (line.class_name === '') continue;
      const group_puid = classOf(line, school_id);
      named.add(group_puid);
      const user_puid = person.row.user_puid as number;
      wanted.set(`${group_puid} ${user_puid}`, { group_puid, user_puid });
    }
  };
  for await (const lines of roster.rows())
    for (let start = 0; start < lines.length; start += some) await deal(lines.slice(start, start + some));
  if (isTeacher && importer.school_id === null) findings.error('schoolMissing', file, {});
  if (!plan.canGoOn) return;
  yield* inBatches('classes', classes, 0);
  yield* inBatches('users', users, rows);

  const counts = plan.counts.enrollments;
  const entries: Entry[] = [...teaching];
  const places = [...wanted.values()];
  const standing = new Map<string, AnyRow>();
  for (let start = 0; start < places.length; start += some) {
    const found = await db
      .selectFrom('enrollment')
      .selectAll()
      .where('user_puid', 'in', [...new Set(places.slice(start, start + some).map((place) => place.user_puid))])
      .execute();
    for (const row of found) standing.set(`${row.group_puid} ${row.user_puid}`, row as unknown as AnyRow);
  }
  for (const [group_puid, here] of Map.groupBy(places, (place) => place.group_puid)) {
    const borrowed = await borrowedBy(
      db,
      importer,
      group_puid,
      here.map((place) => place.user_puid),
    );
    for (const ids of here) {
      const before = standing.get(`${group_puid} ${ids.user_puid}`);
      const isBorrowed = borrowed(ids.user_puid);
      if (before?.active === 1 && (isTeacher || before.borrowed === null)) {
        counts.unchanged += 1;
        continue;
      }
      counts[before ? 'updated' : 'created'] += 1;
      const row = { sourced_id: null, roster_active: null, role: 'student', ...before, district_id, ...ids, active: 1, left_at: null };
      const roster_active = row.roster_active === null || isBorrowed ? row.roster_active : 1;
      entries.push({ isNew: !before, row: { ...row, borrowed: isBorrowed, roster_active } });
    }
  }
  if (importer.mode === 'replace') {
    const of = [...named];
    let stay = 0;
    for (let start = 0; start < of.length; start += some) {
      const found = await db
        .selectFrom('enrollment as e')
        .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
        .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
        .selectAll('e')
        .select(['u.first_name', 'u.last_name', 'g.name as class_name', 'g.school_id as class_school'])
        .where('e.group_puid', 'in', of.slice(start, start + some))
        .where('e.role', '=', 'student')
        .where('e.active', '=', 1)
        .execute();
      for (const { first_name, last_name, class_name, class_school, ...row } of found) {
        plan.had('enrollments', class_school);
        if (wanted.has(`${row.group_puid} ${row.user_puid}`)) continue;
        if (isAllHeld || unread.size > 0 || held.has(keyOf(class_name)) || staying.has(row.user_puid)) {
          stay += 1;
          continue;
        }
        plan.leave(`${first_name} ${last_name}`, class_name, class_school);
        entries.push({
          isNew: false,
          row: {
            ...(row as unknown as AnyRow),
            active: 0,
            left_at: now,
            roster_active: row.roster_active === null ? null : 0,
            borrowed: isTeacher ? row.borrowed : 1,
          },
        });
      }
    }
    if (stay > 0) findings.warn('leftOutStay', file, {}, { count: stay });
  }
  yield* inBatches('enrollments', entries, places.length);
}
