import { addDays, weekOf } from '../../../common/day.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import { Role } from '../../../contract/kit.ts';
import type { Summary, UsageSummary, usageReports } from '../../../contract/usageReports.ts';
import type { UseCounts } from '../../db/schema/use.ts';
import type { Db } from '../../kit/access.ts';
import { useCounts } from '../../kit/dailyUse.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { type HandlersOf, refuse } from '../../kit/handler.ts';
import { compareNames } from '../assignments.ts';
import { byGroup, type UsageScope, usageScope } from './usageScope.ts';

/** The whole weeks that a period touches. Throws 400 if it ends before it begins. */
export function weeksOf({ from_date, to_date }: { from_date: string; to_date: string }) {
  if (to_date < from_date) throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
  const first_day = weekOf(from_date);
  const last_day = addDays(weekOf(to_date), 6);
  const weeks: string[] = [];
  for (let week = first_day; week <= last_day; week = addDays(week, 7)) weeks.push(week);
  return { first_day, last_day, weeks };
}

/** A sum of what was counted, and of the people of each week in it. */
export interface Use extends UseCounts {
  people: number;
}
const nothing: Use = { people: 0, sign_ins: 0, lessons: 0, assignments: 0, quizzes: 0, items: 0, seconds: 0 };
function adding(a: Use, b: Use): Use {
  const sum = { ...a, people: a.people + b.people };
  for (const name of useCounts) sum[name] += b[name];
  return sum;
}
const sumOf = (all: readonly Use[]): Use => all.reduce(adding, nothing);

/** Figures of a few people are not shown. Of nobody, they are 0. */
export function shownUse<T extends object>(figures: T, people: number): { [Name in keyof T]: T[Name] | null } {
  const isFew = people > 0 && people < fewestStudents;
  return isFew ? (Object.fromEntries(Object.keys(figures).map((name) => [name, null])) as { [Name in keyof T]: null }) : figures;
}
const countsOf = ({ people: _, ...counts }: Use): UseCounts => counts;
const perWeek = ({ people }: Use, weeks: number): number => Math.round((10 * people) / weeks) / 10;

interface WeekOfSchool extends Use {
  week: string;
  school_id: number;
  /** Only where use is told apart by role. */
  role_id?: number | undefined;
  /** Counted once in the district. */
  ofDistrict: number;
}

/** The sums of a district by week and school, and by role if wanted. One statement over the sums of days. */
async function weeksOfSchools(
  db: Db,
  first_day: string,
  last_day: string,
  school_id: number | null,
  byRole: boolean,
): Promise<WeekOfSchool[]> {
  const all = db
    .selectFrom('school_use')
    .select(['week', 'school_id'])
    .$if(byRole, (query) => query.select('role_id').groupBy('role_id'))
    .select((eb) => [
      ...useCounts.map((name) => eb.fn.sum<number>(name).as(name)),
      eb.fn.sum<number>('week_users').as('people'),
      eb.fn.sum<number>('week_users_district').as('ofDistrict'),
    ])
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .groupBy(['week', 'school_id']);
  const rows = await (school_id === null ? all : all.where('school_id', '=', school_id)).execute();
  // PostgreSQL sums bigint as numeric, which arrives as text.
  return rows.map((row) => ({ ...row, seconds: Number(row.seconds) }) as WeekOfSchool);
}

/**
 * The sums of a scope by week, by part (0: no school) and, if wanted, by role. People are counted once in the scope's own level.
 *
 * @param role_id counts only this role by week and by part
 */
async function useOf(
  { place, districts, school_id }: UsageScope,
  first_day: string,
  last_day: string,
  { byRole, role_id }: { byRole: boolean; role_id?: number | undefined },
) {
  const weeks = new Map<string, Use>();
  const parts = new Map<number, Use[]>();
  const roles = new Map<number, Use>();
  for (const { district_id, db } of districts)
    for (const row of await weeksOfSchools(db, first_day, last_day, school_id, byRole)) {
      const whole = place.level === 'school' ? row : { ...row, people: row.ofDistrict };
      if (row.role_id !== undefined) roles.set(row.role_id, adding(roles.get(row.role_id) ?? nothing, whole));
      if (role_id !== undefined && row.role_id !== role_id) continue;
      weeks.set(row.week, adding(weeks.get(row.week) ?? nothing, whole));
      const part = place.level === 'state' ? district_id : row.school_id;
      const known = parts.get(part) ?? [];
      known.push(place.level === 'state' ? whole : row);
      parts.set(part, known);
    }
  return {
    weeks,
    parts: new Map([...parts].map(([id, all]) => [id, { use: sumOf(all), most: mostInWeek(all as WeekOfSchool[]) }])),
    roles,
  };
}

/** The most people of a part in one week. With few in every week, its figures would point at them. */
function mostInWeek(all: readonly WeekOfSchool[]): number {
  const weeks = new Map<string, number>();
  for (const { week, people } of all) weeks.set(week, (weeks.get(week) ?? 0) + people);
  return Math.max(0, ...weeks.values());
}

/**
 * The districts of a state or the schools of a district; none of a school. The last, with id 0, is of people without a school, if there is
 * use of theirs, so that the parts add up.
 */
function partsOf({ place, districts }: UsageScope, used: ReadonlyMap<number, unknown>) {
  if (place.level === 'state') return districts.map(({ district_id: id, name }) => ({ level: 'district' as const, id, name }));
  if (place.level === 'school') return [];
  const schools = place.schools.map(({ school_id: id, name }) => ({ level: 'school' as const, id, name }));
  return used.has(0) ? [...schools, { level: 'school' as const, id: 0, name: '' }] : schools;
}

const none = { use: nothing, most: 0 };

export const summary: HandlersOf<typeof usageReports>['summary'] = async ({ query }, context) => {
  const { first_day, last_day, weeks } = weeksOf(query);
  const scope = await usageScope(context, query);
  const use = await useOf(scope, first_day, last_day, { byRole: false });
  const weekRows: Summary['weeks'] = weeks.map((week) => {
    const own = use.weeks.get(week) ?? nothing;
    return { week, ...shownUse({ active: own.people, ...countsOf(own) }, own.people) };
  });
  return {
    ...scope.place,
    ...{ first_day, last_day },
    weeks: weekRows,
    parts: partsOf(scope, use.parts).map((part) => {
      const { use: own, most } = use.parts.get(part.id) ?? none;
      return { ...part, ...shownUse({ active_per_week: perWeek(own, weeks.length), ...countsOf(own) }, most) };
    }),
  };
};

/** Active accounts by district, school and role. */
async function accountsOf({ districts, school_id }: UsageScope) {
  const all: { district_id: number; school_id: number; role_id: number; people: number }[] = [];
  for (const { district_id, db } of districts) {
    const counted = db
      .selectFrom('app_user')
      .select(['school_id', 'role_id'])
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .where('active', '=', 1)
      .groupBy(['school_id', 'role_id']);
    const rows = await (school_id === null ? counted : counted.where('school_id', '=', school_id)).execute();
    all.push(...rows.map((row) => ({ ...row, district_id, school_id: row.school_id ?? 0, people: Number(row.people) })));
  }
  return all;
}

type Account = Awaited<ReturnType<typeof accountsOf>>[number];
const peopleIn = (all: readonly Account[], is: (one: Account) => boolean) => all.filter(is).reduce((sum, { people }) => sum + people, 0);

/** The sums of the people of a role at a school, for those who did anything that is counted. */
const sumsByPerson = (db: Db, school_id: number, role_id: number, first_day: string, last_day: string) =>
  db
    .selectFrom('daily_use')
    .select('user_puid')
    .select((eb) => [...useCounts.map((name) => eb.fn.sum<number>(name).as(name)), eb.fn.max('day').as('last_day')])
    .where('school_id', '=', school_id)
    .where('role_id', '=', role_id)
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .groupBy('user_puid');

/** Those who work at a school now, and those who did in these days, by name. */
async function teachersOf(db: Db, school_id: number, first_day: string, last_day: string): Promise<UsageSummary['teachers']> {
  const used = await sumsByPerson(db, school_id, Role.teacher, first_day, last_day).execute();
  const byPerson = new Map(used.map(({ user_puid, ...row }) => [user_puid, { ...row, seconds: Number(row.seconds) }]));
  const people = await db
    .selectFrom('app_user')
    .select(['user_puid', 'first_name', 'last_name'])
    .where((eb) =>
      eb.or([
        eb.and([eb('school_id', '=', school_id), eb('role_id', '=', Role.teacher), eb('active', '=', 1)]),
        eb('user_puid', 'in', [0, ...byPerson.keys()]),
      ]),
    )
    .execute();
  return people.toSorted(compareNames).map((person) => ({
    ...person,
    ...(byPerson.get(person.user_puid) ?? { ...countsOf(nothing), last_day: null }),
  }));
}

/** The active classes of a school, by name. Students count as they are enrolled now. */
async function classesOf(db: Db, school_id: number, first_day: string, last_day: string): Promise<UsageSummary['groups']> {
  const students = db
    .selectFrom('enrollment as e')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select(['e.group_puid', 'e.user_puid'])
    .where('e.role', '=', 'student')
    .where('e.active', '=', 1)
    .where('u.active', '=', 1);
  const used = sumsByPerson(db, school_id, Role.student, first_day, last_day);
  const rows = await db
    .selectFrom('class_group as g')
    .leftJoin(students.as('s'), 's.group_puid', 'g.group_puid')
    .leftJoin(used.as('d'), 'd.user_puid', 's.user_puid')
    .select(['g.group_puid', 'g.name'])
    .select((eb) => [
      eb.fn.count<number>('s.user_puid').distinct().as('people'),
      eb.fn.count<number>('d.user_puid').distinct().as('active_students'),
      ...useCounts.map((name) => eb.fn.coalesce(eb.fn.sum<number>(`d.${name}`), eb.lit(0)).as(name)),
    ])
    .where('g.school_id', '=', school_id)
    .where('g.active', '=', 1)
    .groupBy(['g.group_puid', 'g.name'])
    .execute();
  return rows
    .map(({ group_puid, name, people, active_students, ...row }) => {
      const counts = Object.fromEntries(useCounts.map((count) => [count, Number(row[count])])) as unknown as UseCounts;
      const active = Number(active_students);
      return { group_puid, name, people: Number(people), ...shownUse({ active_students: active, ...counts }, active) };
    })
    .toSorted(byGroup);
}

export const usageSummary: HandlersOf<typeof usageReports>['usageSummary'] = async ({ query }, context) => {
  const { first_day, last_day, weeks } = weeksOf(query);
  const scope = await usageScope(context, query);
  const { place, districts, school_id } = scope;
  const use = await useOf(scope, first_day, last_day, { byRole: true, role_id: query.role_id });
  const accounts = await accountsOf(scope);
  const isOfRole = ({ role_id }: Account) => role_id === (query.role_id ?? role_id);
  const roleIds = new Set(query.role_id === undefined ? [...use.roles.keys(), ...accounts.map(({ role_id }) => role_id)] : [query.role_id]);
  const [district] = districts;
  return {
    ...place,
    ...{ first_day, last_day },
    roles: [...roleIds]
      .filter((role_id) => role_id >= Role.student)
      .toSorted((a, b) => a - b)
      .map((role_id) => {
        const own = use.roles.get(role_id) ?? nothing;
        const people = peopleIn(accounts, (one) => one.role_id === role_id);
        // Staff answer for a role by name; students do not.
        const few = role_id === Role.student ? Math.min(people, fewestStudents) : 0;
        return { role_id, people, ...shownUse({ active_per_week: perWeek(own, weeks.length), ...countsOf(own) }, few) };
      }),
    parts: partsOf(scope, use.parts).map((part) => {
      const { use: own, most } = use.parts.get(part.id) ?? none;
      const people = peopleIn(
        accounts,
        (one) => (part.level === 'district' ? one.district_id : one.school_id) === part.id && isOfRole(one),
      );
      return { ...part, people, ...shownUse({ active_per_week: perWeek(own, weeks.length), ...countsOf(own) }, most) };
    }),
    teachers:
      school_id !== null && district && (query.role_id ?? Role.teacher) === Role.teacher
        ? await teachersOf(district.db, school_id, first_day, last_day)
        : [],
    groups:
      school_id !== null && district && (query.role_id ?? Role.student) === Role.student
        ? await classesOf(district.db, school_id, first_day, last_day)
        : [],
  };
};
