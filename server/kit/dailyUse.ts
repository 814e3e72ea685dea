import { addDays, dayIn, weekOf } from '../../common/day.ts';
import { compiled } from '../db/compiled.ts';
import type { UseCounts } from '../db/schema/use.ts';
import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { Ports } from './ports.ts';
import { districtOf, type Tenant } from './tenant.ts';
import { transact } from './transact.ts';

/** What is counted of each day, in the order of the columns. */
export const useCounts = ['sign_ins', 'lessons', 'assignments', 'quizzes', 'items', 'seconds'] as const satisfies (keyof UseCounts)[];
const none: UseCounts = { sign_ins: 0, lessons: 0, assignments: 0, quizzes: 0, items: 0, seconds: 0 };

/** Seconds are counted whole, so that sums do not depend on their order. */
export const wholeSeconds = (seconds: number): number => Math.round(seconds);

const placeOf = compiled((db, { user_puid }: { user_puid: number }) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .select(['u.school_id', 'u.role_id', 'd.time_zone'])
    .where('u.user_puid', '=', user_puid),
);

type PersonDay = { user_puid: number; day: string; school_id: number; role_id: number } & { [Name in keyof UseCounts]: number };
const addToPerson = compiled((db, row: PersonDay) =>
  db
    .insertInto('daily_use')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'user_puid', 'day', 'school_id', 'role_id'])
        .doUpdateSet((eb) => Object.fromEntries(useCounts.map((name) => [name, eb(`daily_use.${name}`, '+', eb.ref(`excluded.${name}`))]))),
    )
    .returning(useCounts),
);

const daysOfWeek = compiled((db, named: { user_puid: number; monday: string; sunday: string }) =>
  db
    .selectFrom('daily_use')
    .select(['day', 'school_id', 'role_id'])
    .where('user_puid', '=', named.user_puid)
    .where('day', '>=', named.monday)
    .where('day', '<=', named.sunday),
);

type SchoolDay = Omit<PersonDay, 'user_puid'> & { week: string; week_users: number; week_users_district: number };
const addToSchool = compiled((db, row: SchoolDay) =>
  db
    .insertInto('school_use')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'day', 'school_id', 'role_id'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            [...useCounts, 'week_users' as const, 'week_users_district' as const].map((name) => [
              name,
              eb(`school_use.${name}`, '+', eb.ref(`excluded.${name}`)),
            ]),
          ),
        ),
    ),
);

/** Whether a person's day is the first of the week in its school, and in its district, among the person's days with the same role. */
function firstsOf(row: Pick<PersonDay, 'school_id'>, others: readonly Pick<PersonDay, 'school_id'>[]) {
  return {
    week_users: others.some(({ school_id }) => school_id === row.school_id) ? 0 : 1,
    week_users_district: others.length === 0 ? 1 : 0,
  };
}

/**
 * Adds to what a person did on a day, and to the sums of the school; call it in the transaction of the event. It counts for the school and
 * role that the person has now. `at`: time of the event, if not now (ms since 1970). A district's days are those of its time zone.
 */
export async function recordUse(
  db: Tenant,
  { now }: Pick<Ports, 'now'>,
  user_puid: number,
  counted: Partial<UseCounts>,
  at: number = now(),
): Promise<void> {
  const counts = { ...none, ...counted };
  if (useCounts.every((name) => counts[name] === 0)) return;
  await transact(db, async (trx) => {
    const [place] = await placeOf(trx, { user_puid });
    if (!place) return;
    const row = { day: dayIn(at, place.time_zone), school_id: place.school_id ?? 0, role_id: place.role_id, ...counts };
    const [after] = await addToPerson(trx, { user_puid, ...row });
    const monday = weekOf(row.day);
    let firsts = { week_users: 0, week_users_district: 0 };
    // The day is new if it holds nothing but what was added.
    if (after && useCounts.every((name) => after[name] === counts[name])) {
      const days = await daysOfWeek(trx, { user_puid, monday, sunday: addDays(monday, 6) });
      const others = days.filter((one) => one.role_id === row.role_id && (one.day !== row.day || one.school_id !== row.school_id));
      firsts = firstsOf(row, others);
    }
    await addToSchool(trx, { ...row, week: monday, ...firsts });
  });
}

type Counted = { user_puid: number; at: number } & Partial<UseCounts>;
/** All events of a district that count as use. */
async function eventsOf(db: Tenant): Promise<Counted[]> {
  const as = (rows: readonly { user_puid: number; at: number | null }[], name: keyof UseCounts): Counted[] =>
    rows.map(({ user_puid, at }) => ({ user_puid, at: Number(at), [name]: 1 }));
  const submitted = (table: 'attempt' | 'earlier_attempt') =>
    db.selectFrom(table).select(['user_puid', 'submitted_at as at']).where('submitted_at', 'is not', null).execute();
  const signIns = db.selectFrom('audit').select(['actor_puid as user_puid', 'at']).where('action', '=', 'sign_in');
  const begun = db.selectFrom('lesson_tracking').select(['user_puid', 'started_at as at']);
  const shown = db.selectFrom('lesson_start').select(['user_puid', 'started_at as at']).where('mode', '=', 'start');
  const given = db
    .selectFrom('group_assignment as ga')
    .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
    .select(['a.assigned_by_puid as user_puid', 'ga.created_at as at']);
  const opened = await db.selectFrom('content_track').select(['user_puid', 'started_at as at', 'time_spent']).execute();
  return [
    ...as(await signIns.execute(), 'sign_ins'),
    ...as(await begun.execute(), 'lessons'),
    ...as(await shown.execute(), 'lessons'),
    ...as(await given.execute(), 'assignments'),
    ...as(await submitted('attempt'), 'quizzes'),
    ...as(await submitted('earlier_attempt'), 'quizzes'),
    ...opened.map(({ user_puid, at, time_spent }) => ({ user_puid, at, items: 1, seconds: wholeSeconds(time_spent) })),
  ];
}

/** What each person did on each day, counted from the events. Slow: it reads them all. */
export async function countUse(db: Tenant): Promise<Map<number, Map<string, UseCounts>>> {
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  const people = new Map<number, Map<string, UseCounts>>();
  for (const { user_puid, at, ...counted } of await eventsOf(db)) {
    const days = people.get(user_puid) ?? new Map<string, UseCounts>();
    people.set(user_puid, days);
    const day = dayIn(at, time_zone);
    const counts = days.get(day) ?? { ...none };
    days.set(day, counts);
    for (const name of useCounts) counts[name] += counted[name] ?? 0;
  }
  return people;
}

/**
 * Counts the use of a district that has none yet: of events from before it was counted, and of the sample school. Where somebody was at the
 * time is not known, so it counts for the school and role of today.
 */
export async function fillDailyUse(db: Tenant): Promise<void> {
  const places = new Map(
    (await db.selectFrom('app_user').select(['user_puid', 'school_id', 'role_id']).execute()).map((one) => [one.user_puid, one]),
  );
  const district_id = districtOf(db);
  const people: NewRow<'daily_use'>[] = [];
  const schools = new Map<string, SchoolDay>();
  for (const [user_puid, days] of await countUse(db)) {
    const place = places.get(user_puid);
    if (!place) continue;
    const weeks = new Set<string>();
    for (const [day, counts] of days) {
      const row = { day, school_id: place.school_id ?? 0, role_id: place.role_id, ...counts };
      people.push({ district_id, user_puid, ...row });
      const week = weekOf(day);
      const first = Number(!weeks.has(week));
      weeks.add(week);
      const key = `${day} ${row.school_id} ${row.role_id}`;
      const sum = schools.get(key) ?? { ...row, week, ...none, week_users: 0, week_users_district: 0 };
      schools.set(key, sum);
      for (const name of useCounts) sum[name] += counts[name];
      sum.week_users += first;
      sum.week_users_district += first;
    }
  }
  await insertAll(db, 'daily_use', people);
  await insertAll(
    db,
    'school_use',
    [...schools.values()].map((row) => ({ district_id, ...row })),
  );
}
