import type { Expression, SqlBool } from 'kysely';
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

interface People {
  students: number;
  staff: number;
}
/** Active accounts, and people with any use in each period. */
interface Counted {
  accounts: People;
  now: People;
  before: People;
}

/**
 * Counts people in one pass. Each is looked up by the key, so a district is not read day by day; null: all schools. A person's use counts for
 * the school where it was, an account for the school where it is.
 */
async function peopleOf(db: Db, school_id: number | null, now: Days, before: Days): Promise<Counted> {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.role_id')
    .select((eb) => {
      const countOf = (is: Expression<SqlBool>) => eb.fn.sum<number>(eb.case().when(is).then(1).else(0).end());
      const usedIn = ([from, to]: Days) => {
        const used = eb
          .selectFrom('daily_use as d')
          .select('d.user_puid')
          .whereRef('d.user_puid', '=', 'u.user_puid')
          .where('d.day', '>=', from)
          .where('d.day', '<=', to);
        return countOf(eb.exists(school_id === null ? used : used.where('d.school_id', '=', school_id)));
      };
      const isActive = eb('u.active', '=', 1);
      return [
        countOf(school_id === null ? isActive : eb.and([isActive, eb('u.school_id', '=', school_id)])).as('accounts'),
        usedIn(now).as('now'),
        usedIn(before).as('before'),
      ];
    })
    .groupBy('u.role_id')
    .execute();
  const sum = (name: keyof Counted, is: (role: number) => boolean) =>
    rows.reduce((all, row) => all + (is(row.role_id) ? Number(row[name]) : 0), 0);
  const staff = (name: keyof Counted) => sum(name, (role) => role > Role.student);
  const used = (name: 'now' | 'before'): People => ({ students: sum(name, (role) => role <= Role.student), staff: staff(name) });
  return {
    accounts: { students: sum('accounts', (role) => role === Role.student), staff: staff('accounts') },
    now: used('now'),
    before: used('before'),
  };
}

const adding = (a: People, b: People): People => ({ students: a.students + b.students, staff: a.staff + b.staff });

export const usageHome: HandlersOf<typeof usageReports>['usageHome'] = async ({ query }, context) => {
  const { place, districts, school_id } = await usageScope(context, query);
  const { time_zone } = await context.ports.db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  const to_date = dayIn(context.ports.now(), time_zone);
  const from_date = addDays(to_date, 1 - overviewDays);
  const now: Days = [from_date, to_date];
  const before: Days = [addDays(from_date, -overviewDays), addDays(from_date, -1)];
  const people: Counted[] = [];
  for (const { db } of districts) people.push(await peopleOf(db, school_id, now, before));
  const nobody: People = { students: 0, staff: 0 };
  const overview = async (name: 'now' | 'before', days: Days): Promise<UsageHome['now']> => {
    const counts = Object.fromEntries(useCounts.map((name) => [name, 0])) as Record<keyof UseCounts, number>;
    for (const { db } of districts) {
      const own = await countsIn(db, school_id, days);
      for (const name of useCounts) counts[name] += own[name];
    }
    const { students, staff } = people.map((one) => one[name]).reduce(adding, nobody);
    return {
      ...shownUse({ active_students: students }, students),
      active_staff: staff,
      ...shownUse(counts, students + staff),
    };
  };
  return {
    ...place,
    ...{ from_date, to_date },
    ...people.map(({ accounts }) => accounts).reduce(adding, nobody),
    now: await overview('now', now),
    before: await overview('before', before),
  };
};
