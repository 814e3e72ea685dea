import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';

type Staff = Pick<TokenUser, 'district_id' | 'user_puid' | 'role'>;

const most = 500;
async function inChunks<T>(ids: readonly number[], find: (some: readonly number[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < ids.length; start += most) found.push(...(await find(ids.slice(start, start + most))));
  return found;
}

/**
 * Enrollments (`e`) that put the class's teachers (`t`) in charge of the student's account: created by the roster, an administrator or the
 * account's maker. A student whom a teacher added from elsewhere is borrowed and does not count.
 */
const places = (db: Db, user_puids: readonly number[]) =>
  db
    .selectFrom('enrollment as e')
    .innerJoin('class_group as g', (join) => join.onRef('g.group_puid', '=', 'e.group_puid').on('g.active', '=', 1))
    .innerJoin('enrollment as t', (join) =>
      join.onRef('t.group_puid', '=', 'e.group_puid').on('t.role', '=', 'teacher').on('t.active', '=', 1),
    )
    .where('e.user_puid', 'in', user_puids)
    .where('e.role', '=', 'student')
    .where('e.borrowed', 'is', null)
    // A student removed by hand still belongs to the teacher as long as the roster lists them.
    .where((eb) => eb.or([eb('e.active', '=', 1), eb('e.roster_active', '=', 1)]));

/** Those of the students whose accounts a staff member may change and issue credentials for. Callers check visibility first. */
export async function inCharge(db: Db, user: Staff, user_puids: readonly number[]): Promise<Set<number>> {
  if (user.role > Role.teacher) return new Set(user_puids);
  const rows = await inChunks(user_puids, (some) =>
    places(db, some).select('e.user_puid').distinct().where('t.user_puid', '=', user.user_puid).execute(),
  );
  return new Set(rows.map((row) => row.user_puid));
}

const mostNamed = 5;

/** Throws 403 unless the staff member is in charge of all the students. The message says whom to ask. */
export async function assertInCharge(
  db: Db,
  user: Staff,
  students: readonly Pick<Row<'app_user'>, 'user_puid' | 'first_name' | 'last_name' | 'school_id'>[],
): Promise<void> {
  const own = await inCharge(
    db,
    user,
    students.map((one) => one.user_puid),
  );
  const others = students.filter((one) => !own.has(one.user_puid));
  const [first] = others;
  if (!first) return;
  const teachers = await places(
    db,
    others.map((one) => one.user_puid),
  )
    .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 't.user_puid').on('u.active', '=', 1))
    .select(['u.user_puid', 'u.first_name', 'u.last_name'])
    .distinct()
    .orderBy('u.last_name')
    .orderBy('u.user_puid')
    .limit(3)
    .execute();
  const place = await db
    .selectFrom('district as d')
    .leftJoin('school as s', (join) => join.on('s.school_id', '=', first.school_id ?? -1))
    .select((eb) => eb.fn.coalesce('s.name', 'd.name').as('name'))
    .executeTakeFirstOrThrow();
  const nameOf = (one: { first_name: string; last_name: string }) => `${one.first_name} ${one.last_name}`;
  throw refuse('notOnRoster', {
    who: others.length === 1 ? 'one' : others.length <= mostNamed ? 'few' : 'many',
    count: others.length,
    names: others.slice(0, mostNamed).map(nameOf),
    helpers: teachers.length > 0 ? 'teachers' : 'none',
    teachers: teachers.map(nameOf),
    place: place.name,
  });
}

/** Value of `borrowed` for students a staff member adds to a class. Must be called before they leave another class. */
export async function borrowedBy(
  db: Db,
  user: Staff,
  group_puid: number,
  user_puids: readonly number[],
): Promise<(user_puid: number) => 1 | null> {
  if (user.role > Role.teacher) return () => null;
  // Being in charge through the roster stays with the rostered class and ends with it. A manual enrollment passes it on.
  const byHand = await inChunks(user_puids, (some) =>
    places(db, some).select('e.user_puid').distinct().where('t.user_puid', '=', user.user_puid).where('e.sourced_id', 'is', null).execute(),
  );
  const before = await inChunks(user_puids, (some) =>
    db
      .selectFrom('enrollment')
      .select(['user_puid', 'active', 'roster_active'])
      .where('group_puid', '=', group_puid)
      .where('user_puid', 'in', some)
      .where('borrowed', 'is', null)
      .execute(),
  );
  // An account that was never used or enrolled belongs to the first teacher who adds it.
  const unused = await inChunks(user_puids, (some) =>
    db
      .selectFrom('app_user as u')
      .select('u.user_puid')
      .where('u.user_puid', 'in', some)
      .where('u.password_hash', 'is', null)
      .where('u.sourced_id', 'is', null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('enrollment as e').select('e.user_puid').whereRef('e.user_puid', '=', 'u.user_puid'))))
      .execute(),
  );
  const taken = await inChunks(user_puids, (some) =>
    places(db, some)
      .select('e.user_puid')
      .distinct()
      .where('e.group_puid', 'not in', (eb) =>
        eb
          .selectFrom('enrollment as own')
          .select('own.group_puid')
          .where('own.user_puid', '=', user.user_puid)
          .where('own.role', '=', 'teacher')
          .where('own.active', '=', 1),
      )
      .execute(),
  );
  const elsewhere = new Set(taken.map((row) => row.user_puid));
  const own = new Set([
    ...[...byHand, ...unused].map((row) => row.user_puid),
    // A returning student belongs to the teacher again, unless a colleague is in charge now.
    ...before.filter((row) => row.active === 1 || row.roster_active === 1 || !elsewhere.has(row.user_puid)).map((row) => row.user_puid),
  ]);
  return (user_puid) => (own.has(user_puid) ? null : 1);
}
