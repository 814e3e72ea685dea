import type { Roster } from '../../common/roster/reading.ts';
import type { SimpleRow } from '../../common/roster/simpleForm.ts';
import { Role } from '../../contract/kit.ts';
import { visibleGroups } from '../areas/access.ts';
import { inBatches, type Plan, type Step } from './planning.ts';
import type { AnyRow, Entry } from './tables.ts';

type Simple = Extract<Roster, { form: 'simple' }>;
const some = 500;

const keyOf = (...parts: (string | number | null)[]) =>
  parts
    .map((part) =>
      String(part ?? '')
        .trim()
        .toLowerCase(),
    )
    .join('\n');

/**
 * Works out what a student list changes. It adds students and puts them into classes; with mode `replace` it also takes students who are
 * not in it out of the classes that it names. It never closes an account. A teacher may put students of the own school into the own
 * classes, and changes only those who are in one already.
 */
export async function* planSimple(plan: Plan, roster: Simple): AsyncGenerator<Step> {
  const { ports, importer, findings } = plan;
  const { db } = ports;
  const { district_id } = importer;
  const isTeacher = importer.role === Role.teacher;
  const file = roster.file;
  const now = ports.now();

  const schools = await db.selectFrom('school').selectAll().where('district_id', '=', district_id).execute();
  const schoolByName = new Map(schools.map((school) => [keyOf(school.name), school.school_id]));
  const onlySchool = schools.length === 1 ? (schools[0]?.school_id ?? null) : null;
  let query = visibleGroups(db, importer).selectAll('class_group');
  if (importer.school_id !== null) query = query.where('class_group.school_id', '=', importer.school_id);
  const groups = await query.execute();
  const byName = Map.groupBy(groups, (group) => keyOf(group.school_id, group.name));
  const byPeriod = Map.groupBy(groups, (group) => keyOf(group.school_id, group.name, group.period));
  const ownGroups = new Set(groups.map((group) => group.group_puid));
  const made = new Map<string, number>();
  const named = new Set<number>();
  const classes: Entry[] = [];
  const teaching: Entry[] = [];

  const classOf = (row: SimpleRow, school_id: number): number | undefined => {
    const found =
      row.period === '' ? byName.get(keyOf(school_id, row.class_name)) : byPeriod.get(keyOf(school_id, row.class_name, row.period));
    if (found && found.length > 1) {
      findings.error('classAmbiguous', file, { row: row.row, column: 'class_name', value: row.class_name }, { count: found.length });
      return undefined;
    }
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
        },
      });
    }
    return group_puid;
  };
  const schoolOf = (row: SimpleRow, student: AnyRow | undefined): number | undefined => {
    const at = { row: row.row, column: 'school_name', value: row.school_name };
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

  /** What one student is to be, of all rows that name them. */
  const people = new Map<string, { row: AnyRow; isKnown: boolean }>();
  const users: Entry[] = [];
  const wanted = new Map<string, { group_puid: number; user_puid: number }>();
  let rows = 0;

  const deal = async (lines: readonly SimpleRow[]): Promise<void> => {
    const keys = [...new Set(lines.map((line) => line.user_name.toLowerCase()))];
    const numbers = [...new Set(lines.map((line) => line.student_id).filter((one) => one !== ''))];
    const found = await db
      .selectFrom('app_user')
      .selectAll()
      .where('district_id', '=', district_id)
      .where((eb) => eb.or([eb('user_key', 'in', keys), ...(numbers.length > 0 ? [eb('student_number', 'in', numbers)] : [])]))
      .execute();
    const byKey = new Map(found.map((user) => [user.user_key, user]));
    const byNumber = new Map(found.map((user) => [user.student_number, user]));
    const own = isTeacher && found.length > 0 ? await taught(found.map((user) => user.user_puid)) : undefined;
    for (const line of lines) {
      rows += 1;
      const identity = line.student_id !== '' ? `#${line.student_id}` : `@${line.user_name.toLowerCase()}`;
      const at = (column: 'user_name' | 'student_id') => ({ row: line.row, column, value: line[column] });
      const holder = byKey.get(line.user_name.toLowerCase());
      const numbered = line.student_id === '' ? undefined : byNumber.get(line.student_id);
      // The name belongs to somebody with another number.
      if (holder && line.student_id !== '' && holder !== numbered && (numbered || holder.student_number !== null)) {
        findings.error('userNameTaken', file, at('user_name'));
        continue;
      }
      const student = numbered ?? holder;
      if (student && student.role_id !== Role.student) {
        findings.error('notAStudent', file, at('user_name'));
        continue;
      }
      if (student && importer.school_id !== null && student.school_id !== importer.school_id) {
        findings.error('outOfScope', file, at('user_name'));
        continue;
      }
      const school_id = schoolOf(line, student as AnyRow | undefined);
      if (school_id === undefined) continue;
      let person = people.get(identity);
      if (!person) {
        const before = student as AnyRow | undefined;
        const mayChange = !before || !own || own.has(before.user_puid as number);
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
        } else if (before?.active === 1) plan.counts.users.unchanged += 1;
        else findings.error('outOfScope', file, at('user_name'));
      }
      if (line.class_name === '') continue;
      const group_puid = classOf(line, school_id);
      if (group_puid === undefined) continue;
      named.add(group_puid);
      const user_puid = person.row.user_puid as number;
      wanted.set(`${group_puid} ${user_puid}`, { group_puid, user_puid });
    }
  };
  const taught = async (user_puids: readonly number[]): Promise<Set<number>> =>
    new Set(
      (
        await db
          .selectFrom('enrollment')
          .select(['user_puid', 'group_puid'])
          .where('district_id', '=', district_id)
          .where('user_puid', 'in', user_puids)
          .where('role', '=', 'student')
          .where('active', '=', 1)
          .execute()
      )
        .filter(({ group_puid }) => ownGroups.has(group_puid))
        .map(({ user_puid }) => user_puid),
    );

  for await (const lines of roster.rows())
    for (let start = 0; start < lines.length; start += some) await deal(lines.slice(start, start + some));
  if (isTeacher && importer.school_id === null) findings.error('schoolMissing', file, {});
  if (findings.errors > 0) return;
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
      .where('district_id', '=', district_id)
      .where('user_puid', 'in', [...new Set(places.slice(start, start + some).map((place) => place.user_puid))])
      .execute();
    for (const row of found) standing.set(`${row.group_puid} ${row.user_puid}`, row as unknown as AnyRow);
  }
  for (const [place, ids] of wanted) {
    const before = standing.get(place);
    if (before?.active === 1) counts.unchanged += 1;
    else {
      counts[before ? 'updated' : 'created'] += 1;
      const row = { sourced_id: null, roster_active: null, role: 'student', ...before, district_id, ...ids, active: 1, left_at: null };
      entries.push({ isNew: !before, row: { ...row, roster_active: row.roster_active === null ? null : 1 } });
    }
  }
  if (importer.mode === 'replace') {
    const of = [...named];
    for (let start = 0; start < of.length; start += some) {
      const found = await db
        .selectFrom('enrollment')
        .selectAll()
        .where('district_id', '=', district_id)
        .where('group_puid', 'in', of.slice(start, start + some))
        .where('role', '=', 'student')
        .where('active', '=', 1)
        .execute();
      plan.enrolledBefore += found.length;
      for (const row of found) {
        if (wanted.has(`${row.group_puid} ${row.user_puid}`)) continue;
        counts.deactivated += 1;
        entries.push({
          isNew: false,
          row: { ...(row as unknown as AnyRow), active: 0, left_at: now, roster_active: row.roster_active === null ? null : 0 },
        });
      }
    }
  }
  yield* inBatches('enrollments', entries, places.length);
}
