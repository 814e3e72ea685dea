import { printRow53 } from '../../common/roster/tightTable.ts';
import { Role } from '../../contract/kit.ts';
import type { RosterStudent } from '../../contract/rostering.ts';
import { partsOf } from '../db/parts.ts';
import type { Row } from '../db/schema.ts';
import { type Db, iso, isoOrNull, visibleGroups } from '../kit/access.ts';
import { notFound } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { inCharge } from './charge.ts';

/** The caller's school; null for district roles. */
export async function schoolOf(db: Db, user: Pick<TokenUser, 'user_puid' | 'role'>): Promise<number | null> {
  if (user.role >= Role.districtAdministrator) return null;
  const { school_id } = await db
    .selectFrom('app_user')
    .select('school_id')
    .where('user_puid', '=', user.user_puid)
    .executeTakeFirstOrThrow();
  // Without a school, this person may not touch anything.
  return school_id ?? -1;
}

/** Students of the district, the school, or the teacher's own classes, depending on the role. */
export function visibleStudents(db: Db, user: TokenUser, school_id: number | null) {
  const all = db.selectFrom('app_user as s').where('s.role_id', '=', Role.student).where('s.active', '=', 1);
  if (user.role >= Role.districtAdministrator) return all;
  if (user.role === Role.schoolAdministrator) return all.where('s.school_id', '=', school_id);
  return all.where('s.user_puid', 'in', (eb) =>
    eb
      .selectFrom('enrollment as own')
      .innerJoin('enrollment as mine', (join) =>
        join
          .onRef('mine.group_puid', '=', 'own.group_puid')
          .on('mine.user_puid', '=', user.user_puid)
          .on('mine.role', '=', 'teacher')
          .on('mine.active', '=', 1),
      )
      .select('own.user_puid')
      .where('own.role', '=', 'student')
      .where('own.active', '=', 1),
  );
}

/** What the form of a student changes. */
export const studentColumns = ['user_name', 'first_name', 'last_name', 'email', 'grade', 'student_number'] as const;

/** Fingerprint of it. Imports change it too, without counting versions. */
export const studentVersion = (row: Pick<Row<'app_user'>, (typeof studentColumns)[number]>): number => printRow53(row, studentColumns);

/** Students as staff see them, in the given order. Lists only classes the caller may see. */
export async function studentsAs(db: Db, user: TokenUser, user_puids: readonly number[]): Promise<RosterStudent[]> {
  const people = new Map<number, Omit<RosterStudent, 'classes'>>();
  const classes = new Map<number, RosterStudent['classes']>();
  for (const some of partsOf(user_puids)) {
    const rows = await db
      .selectFrom('app_user as u')
      .leftJoin('school as s', 's.school_id', 'u.school_id')
      .leftJoin('login_code as code', 'code.user_puid', 'u.user_puid')
      .leftJoin('app_user as maker', 'maker.user_puid', 'code.made_by')
      .select([
        'u.user_puid',
        'u.user_name',
        'u.first_name',
        'u.last_name',
        'u.grade',
        'u.email',
        'u.student_number as student_id',
        'u.school_id',
        's.name as school_name',
        'u.sourced_id',
        (eb) => eb.case().when('u.password_hash', 'is', null).then(0).else(1).end().as('has_password'),
        'code.made_at',
        'code.used_at',
        'maker.first_name as maker_first',
        'maker.last_name as maker_last',
      ])
      .where('u.user_puid', 'in', some)
      .execute();
    const own = await inCharge(db, user, some);
    for (const { sourced_id, has_password, made_at, used_at, maker_first, maker_last, ...row } of rows)
      people.set(row.user_puid, {
        ...row,
        version: studentVersion({ ...row, student_number: row.student_id }),
        is_rostered: sourced_id !== null,
        has_password: Number(has_password) === 1,
        can_manage: own.has(row.user_puid),
        login_code:
          made_at === null || !own.has(row.user_puid)
            ? null
            : { made_at: iso(made_at), made_by: `${maker_first ?? ''} ${maker_last ?? ''}`.trim(), used_at: isoOrNull(used_at) },
      });
    const places = await visibleGroups(db, user)
      .innerJoin('enrollment as e', 'e.group_puid', 'class_group.group_puid')
      .select(['e.user_puid', 'class_group.group_puid', 'class_group.name as group_name'])
      .where('e.user_puid', 'in', some)
      .where('e.active', '=', 1)
      .orderBy('class_group.name')
      .orderBy('class_group.group_puid')
      .execute();
    for (const { user_puid, ...place } of places) classes.set(user_puid, [...(classes.get(user_puid) ?? []), place]);
  }
  return user_puids.flatMap((user_puid) => {
    const one = people.get(user_puid);
    return one ? [{ ...one, classes: classes.get(user_puid) ?? [] }] : [];
  });
}

/** A student the caller may change. Throws 404 for anyone else. */
export async function ownStudent(db: Db, user: TokenUser, user_puid: number): Promise<Row<'app_user'>> {
  const row = await visibleStudents(db, user, await schoolOf(db, user))
    .selectAll('s')
    .where('s.user_puid', '=', user_puid)
    .executeTakeFirst();
  if (!row) throw notFound('student');
  return row;
}

/** Classes and groups the caller may change. Throws 404 unless all of them are. */
export async function ownGroups(db: Db, user: TokenUser, group_puids: readonly number[]): Promise<Row<'class_group'>[]> {
  if (group_puids.length === 0) return [];
  const rows = await visibleGroups(db, user).selectAll('class_group').where('class_group.group_puid', 'in', group_puids).execute();
  if (rows.length !== new Set(group_puids).size) throw notFound('class');
  return rows;
}

/** Search text as a `like` pattern, without wildcard characters. */
export const searchPattern = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[%_\\]/g, '')}%`;
/** Patterns for the first five words of a search. */
export const searchPatterns = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, 5).map(searchPattern);

/** A student as shown in lists. Throws 404 if the staff member cannot see them. */
export async function theStudent(db: Db, user: TokenUser, user_puid: number): Promise<RosterStudent> {
  const [student] = await studentsAs(db, user, [user_puid]);
  if (!student) throw notFound('student');
  return student;
}

/** A free username made of a name: `first.last`, with a number if it is taken. */
export async function freeUserName(db: Db, first_name: string, last_name: string): Promise<string> {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const base = [plain(first_name), plain(last_name)].filter((part) => part !== '').join('.') || 'student';
  const taken = new Set(
    (await db.selectFrom('app_user').select('user_key').where('user_key', 'like', `${base}%`).execute()).map((row) => row.user_key),
  );
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name)) return name;
  }
}
