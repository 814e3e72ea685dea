import { addDays, dayIn } from '../../../common/day.ts';
import { Role } from '../../../contract/kit.ts';
import { overviewDays, type UsageHome, type usageReports } from '../../../contract/usageReports.ts';
import type { UseCounts } from '../../db/schema/use.ts';
import type { Db } from '../../kit/access.ts';
import { useCounts } from '../../kit/dailyUse.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { usageScope } from './usageScope.ts';
import { shownUse } from './useOfSchools.ts';

type Days = readonly [from: string, to: string];

/** What was counted in these days; null: all schools. */
async function countsIn(db: Db, school_id: number | null, [from, to]: Days): Promise<UseCounts> {
  const all = db
    .selectFrom('school_use')
    .select((eb) => useCounts.map((name) => eb.fn.sum<number | null>(name).as(name)))
    .where('day', '>=', from)
    .where('day', '<=', to);
  const row = await (school_id === null ? all : all.where('school_id', '=', school_id)).executeTakeFirstOrThrow();
  return Object.fromEntries(useCounts.map((name) => [name, Number(row[name] ?? 0)])) as Record<keyof UseCounts, number>;
}

/** People with any use in these days: students, and others. Each person is looked up by the key, so a district is not read day by day. */
async function activeIn(db: Db, school_id: number | null, [from, to]: Days) {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.role_id')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where((eb) => {
      const used = eb
        .selectFrom('daily_use as d')
        .select('d.user_puid')
        .whereRef('d.user_puid', '=', 'u.user_puid')
        .where('d.day', '>=', from)
        .where('d.day', '<=', to);
      return eb.exists(school_id === null ? used : used.where('d.school_id', '=', school_id));
    })
    .groupBy('u.role_id')
    .execute();
  const sum = (is: (role: number) => boolean) => rows.reduce((all, { role_id, people }) => all + (is(role_id) ? Number(people) : 0), 0);
  return { students: sum((role) => role <= Role.student), staff: sum((role) => role > Role.student) };
}

async function accountsIn(db: Db, school_id: number | null) {
  const all = db
    .selectFrom('app_user')
    .select('role_id')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('active', '=', 1)
    .groupBy('role_id');
  const rows = await (school_id === null ? all : all.where('school_id', '=', school_id)).execute();
  const sum = (is: (role: number) => boolean) => rows.reduce((all, { role_id, people }) => all + (is(role_id) ? Number(people) : 0), 0);
  return { students: sum((role) => role === Role.student), staff: sum((role) => role > Role.student) };
}

export const usageHome: HandlersOf<typeof usageReports>['usageHome'] = async ({ query }, context) => {
  const { place, districts, school_id } = await usageScope(context, query);
  const { time_zone } = await context.ports.db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  const to_date = dayIn(context.ports.now(), time_zone);
  const from_date = addDays(to_date, 1 - overviewDays);
  const overview = async (days: Days): Promise<UsageHome['now']> => {
    const counts = Object.fromEntries(useCounts.map((name) => [name, 0])) as Record<keyof UseCounts, number>;
    const active = { students: 0, staff: 0 };
    for (const { db } of districts) {
      const own = await countsIn(db, school_id, days);
      for (const name of useCounts) counts[name] += own[name];
      const people = await activeIn(db, school_id, days);
      active.students += people.students;
      active.staff += people.staff;
    }
    return {
      ...shownUse({ active_students: active.students }, active.students),
      active_staff: active.staff,
      ...shownUse(counts, active.students + active.staff),
    };
  };
  const accounts = { students: 0, staff: 0 };
  for (const { db } of districts) {
    const own = await accountsIn(db, school_id);
    accounts.students += own.students;
    accounts.staff += own.staff;
  }
  return {
    ...place,
    ...{ from_date, to_date },
    ...accounts,
    now: await overview([from_date, to_date]),
    before: await overview([addDays(from_date, -overviewDays), addDays(from_date, -1)]),
  };
};
