import { Role } from '../../contract/kit.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { upsertAll } from '../db/upsert.ts';
import type { Ports } from '../kit/ports.ts';
import { transact } from '../kit/transact.ts';
import { listOf, type Roster, type RosterFinding } from './oneRoster.ts';
import { readRoster } from './readRoster.ts';

interface Counts {
  created: number;
  updated: number;
  unchanged: number;
  /** Gone from the roster: kept with all their work, but not active any more. */
  deactivated: number;
}
type Kind = 'schools' | 'users' | 'classes' | 'enrollments';
export type RosterOutcome =
  | { status: 'imported'; counts: Record<Kind, Counts>; skipped: number }
  | { status: 'refused'; findings: readonly RosterFinding[]; total: number };

const grade = (grades: string): string | null => listOf(grades)[0]?.replace(/^0+(?=.)/, '') ?? null;
const orNull = (text: string): string | null => (text === '' ? null : text);

/** Roles of people who sign in; families and helpers of the roster have no account here. */
function roleOf(user: Roster['users'][number], districts: ReadonlySet<string>): number | undefined {
  if (user.role === 'student') return Role.student;
  if (user.role === 'teacher') return Role.teacher;
  if (user.role !== 'administrator') return undefined;
  return listOf(user.orgSourcedIds).some((org) => districts.has(org)) ? Role.districtAdministrator : Role.schoolAdministrator;
}

/** Compares what the roster says with what is stored and answers the rows to write. `key` names a row within the district. */
function changes<R extends object>(
  stored: readonly R[],
  wanted: readonly (Partial<R> & Record<string, unknown>)[],
  key: (row: Partial<R>) => string | null,
  create: (row: Partial<R>) => R,
  fromRoster: (row: R) => boolean,
): { rows: R[]; counts: Counts } {
  const counts = { created: 0, updated: 0, unchanged: 0, deactivated: 0 };
  const byKey = new Map(stored.map((row) => [key(row), row]));
  const rows: R[] = [];
  const seen = new Set<string | null>();
  for (const want of wanted) {
    const old = byKey.get(key(want));
    seen.add(key(want));
    if (!old) {
      counts.created += 1;
      rows.push(create(want));
    } else if (Object.entries(want).some(([column, value]) => old[column as keyof R] !== value)) {
      counts.updated += 1;
      rows.push({ ...old, ...want });
    } else counts.unchanged += 1;
  }
  for (const old of stored) {
    if (!fromRoster(old) || seen.has(key(old)) || (old as { active?: number }).active !== 1) continue;
    counts.deactivated += 1;
    rows.push({ ...old, active: 0 });
  }
  return { rows, counts };
}

/**
 * Imports a OneRoster 1.1 CSV set into a district, all of it or, with any finding, nothing. The set is the whole roster: who is in it
 * is made or changed, who is gone from it is deactivated, and importing it again changes nothing. Accounts that did not come from a
 * roster are left alone.
 */
export async function importRoster(ports: Ports, district_id: number, given: ReadonlyMap<string, Uint8Array>): Promise<RosterOutcome> {
  const { roster, findings, total } = readRoster(given);
  if (roster === null) return { status: 'refused', findings, total };
  return transact(ports.db, async (trx) => {
    const storedOf = <T extends 'school' | 'app_user' | 'class_group' | 'enrollment'>(table: T) =>
      trx
        .selectFrom(table as 'school')
        .selectAll()
        .where('district_id', '=', district_id)
        .execute() as unknown as Promise<Row<T>[]>;
    const bySourcedId = (row: { sourced_id?: string | null }) => row.sourced_id ?? null;
    const isRostered = (row: { sourced_id: string | null }) => row.sourced_id !== null;

    const storedUsers = await storedOf('app_user');
    const others = new Set(storedUsers.filter((user) => !isRostered(user)).map((user) => user.user_key));
    const taken = roster.users.filter((user) => others.has(user.username.toLowerCase()));
    if (taken.length > 0)
      return {
        status: 'refused',
        findings: taken.map(({ row, username }) => ({
          file: 'users.csv',
          row,
          column: 'username',
          value: username,
          reason: 'An account that did not come from a roster already has this user name.',
          mend: 'Change the user name in the roster, or rename that account.',
        })),
        total: taken.length,
      };

    const schools = changes<Row<'school'>>(
      await storedOf('school'),
      roster.orgs.filter((org) => org.type === 'school').map((org) => ({ name: org.name, sourced_id: org.sourcedId })),
      bySourcedId,
      (want) => ({ name: '', sourced_id: null, ...want, district_id, school_id: ports.newId() }),
      () => false,
    );
    await upsertAll(trx, 'school', ['district_id', 'school_id'], schools.rows);
    const schoolIds = new Map((await storedOf('school')).map((school) => [school.sourced_id, school.school_id]));

    const districts = new Set(roster.orgs.filter((org) => org.type !== 'school').map((org) => org.sourcedId));
    const wantedUsers = roster.users.flatMap((user) => {
      const role_id = roleOf(user, districts);
      if (role_id === undefined) return [];
      const school = listOf(user.orgSourcedIds).find((org) => schoolIds.has(org));
      return [
        {
          sourced_id: user.sourcedId,
          user_name: user.username,
          user_key: user.username.toLowerCase(),
          role_id,
          first_name: user.givenName,
          last_name: user.familyName,
          email: orNull(user.email),
          school_id: school === undefined ? null : (schoolIds.get(school) ?? null),
          grade: grade(user.grades),
          active: user.enabledUser === 'true' ? 1 : 0,
        },
      ];
    });
    const now = ports.now();
    const users = changes<Row<'app_user'>>(
      storedUsers,
      wantedUsers,
      bySourcedId,
      (want) => ({
        ...(want as Row<'app_user'>),
        district_id,
        user_puid: ports.newId(),
        password_hash: null,
        token_version: 1,
        created_at: now,
      }),
      isRostered,
    );
    // A name may pass from one account to another: free it first, so that no two rows hold it at any moment.
    const wanted = new Map(wantedUsers.map((user) => [user.user_key, user.sourced_id]));
    const mine = new Set<string | null>(wantedUsers.map((user) => user.sourced_id));
    for (const old of storedUsers) {
      if (!wanted.has(old.user_key) || wanted.get(old.user_key) === old.sourced_id) continue;
      const user_key = `${old.user_key} ${old.user_puid}`;
      const gone = users.rows.find((row) => row.user_puid === old.user_puid && !mine.has(row.sourced_id));
      if (gone) gone.user_key = user_key;
      await trx
        .updateTable('app_user')
        .set({ user_key })
        .where('district_id', '=', district_id)
        .where('user_puid', '=', old.user_puid)
        .execute();
    }
    await upsertAll(trx, 'app_user', ['district_id', 'user_puid'], users.rows);
    const userIds = new Map((await storedOf('app_user')).map((user) => [user.sourced_id, user.user_puid]));

    const classes = changes<Row<'class_group'>>(
      await storedOf('class_group'),
      roster.classes.map((one) => ({
        sourced_id: one.sourcedId,
        school_id: schoolIds.get(one.schoolSourcedId) as number,
        name: one.title,
        kind: 'class' as const,
        subject: listOf(one.subjects)[0] ?? null,
        grade: grade(one.grades),
        period: listOf(one.periods)[0] ?? null,
        active: 1,
      })),
      bySourcedId,
      (want) => ({ ...(want as Row<'class_group'>), district_id, group_puid: ports.newId() }),
      isRostered,
    );
    await upsertAll(trx, 'class_group', ['district_id', 'group_puid'], classes.rows);
    const groupIds = new Map((await storedOf('class_group')).map((group) => [group.sourced_id, group.group_puid]));

    const wantedEnrollments = new Map<string, NewRow<'enrollment'>>();
    let skipped = roster.users.length - wantedUsers.length;
    const placeOf = (row: { group_puid?: number; user_puid?: number }) => `${row.group_puid} ${row.user_puid}`;
    for (const { sourcedId, classSourcedId, userSourcedId, role } of roster.enrollments) {
      const user_puid = userIds.get(userSourcedId);
      if (user_puid === undefined || (role !== 'student' && role !== 'teacher')) {
        skipped += 1;
        continue;
      }
      const want = { group_puid: groupIds.get(classSourcedId) as number, user_puid, role, sourced_id: sourcedId, active: 1 } as const;
      wantedEnrollments.set(placeOf(want), { ...want, district_id });
    }
    const enrollments = changes<Row<'enrollment'>>(
      await storedOf('enrollment'),
      [...wantedEnrollments.values()] as Row<'enrollment'>[],
      placeOf,
      (want) => want as Row<'enrollment'>,
      isRostered,
    );
    await upsertAll(trx, 'enrollment', ['district_id', 'group_puid', 'user_puid'], enrollments.rows);
    return {
      status: 'imported',
      counts: { schools: schools.counts, users: users.counts, classes: classes.counts, enrollments: enrollments.counts },
      skipped,
    };
  });
}
