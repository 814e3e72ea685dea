import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayIn, weekOf } from '../../common/day.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import type { UseCounts } from '../../server/db/schema/use.ts';
import { countUse, fillDailyUse, recordUse, useCounts, wholeSeconds } from '../../server/kit/dailyUse.ts';
import { type Tenant, tenant } from '../../server/kit/tenant.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days, hours, minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let db: Tenant;
let ana: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
  db = tenant(server.db, ids.district);
});

type Days = Map<number, Map<string, UseCounts>>;
const nothing: UseCounts = { sign_ins: 0, lessons: 0, assignments: 0, quizzes: 0, items: 0, seconds: 0 };

/** What is kept of each person and day, whatever the school. */
async function kept(): Promise<Days> {
  const people: Days = new Map();
  for (const { user_puid, day, ...row } of await db.selectFrom('daily_use').selectAll().execute()) {
    const own = people.get(user_puid) ?? new Map<string, UseCounts>();
    const counts = own.get(day) ?? { ...nothing };
    for (const name of useCounts) counts[name] += row[name];
    people.set(user_puid, own.set(day, counts));
  }
  return people;
}
const sorted = (people: Days) =>
  [...people].map(([who, all]) => [who, [...all].toSorted(([a], [b]) => a.localeCompare(b))]).toSorted(([a], [b]) => Number(a) - Number(b));
/** The sums of schools as they must be, from the rows of people. */
async function sumsOfPeople() {
  const rows = await db.selectFrom('daily_use').selectAll().orderBy('day').execute();
  const sums = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const key = `${row.day} ${row.school_id} ${row.role_id}`;
    const sum = sums.get(key) ?? { ...nothing };
    for (const name of useCounts) sum[name] = (sum[name] ?? 0) + row[name];
    sums.set(key, sum);
  }
  const people = (of: (row: (typeof rows)[number]) => string) =>
    Object.fromEntries([...Map.groupBy(rows, of)].map(([key, all]) => [key, new Set(all.map(({ user_puid }) => user_puid)).size]).sort());
  return {
    sums: Object.fromEntries([...sums].sort()),
    weeks: people(({ day, school_id, role_id }) => `${weekOf(day)} ${school_id} ${role_id}`),
    weeksOfDistrict: people(({ day, role_id }) => `${weekOf(day)} ${role_id}`),
  };
}
async function sumsOfSchools() {
  const rows = await db.selectFrom('school_use').selectAll().execute();
  const weeks: Record<string, number> = {};
  const weeksOfDistrict: Record<string, number> = {};
  const sums: Record<string, Record<string, number>> = {};
  for (const { day, school_id, role_id, week, week_users, week_users_district, ...row } of rows) {
    const own = `${weekOf(day)} ${school_id} ${role_id}`;
    const all = `${weekOf(day)} ${role_id}`;
    expect(week).toBe(weekOf(day));
    sums[`${day} ${school_id} ${role_id}`] = Object.fromEntries(useCounts.map((name) => [name, row[name]]));
    weeks[own] = (weeks[own] ?? 0) + week_users;
    weeksOfDistrict[all] = (weeksOfDistrict[all] ?? 0) + week_users_district;
  }
  return { sums, weeks, weeksOfDistrict };
}

let id = 800_000;
/** Writes an event as the product does, and counts it. */
async function happens(user_puid: number, kind: keyof UseCounts, at: number): Promise<void> {
  const shared = { district_id: ids.district, user_puid };
  const lesson_id = ids.orderedLesson;
  id += 1;
  const counts: Partial<UseCounts> = { [kind === 'seconds' ? 'items' : kind]: 1 };
  switch (kind) {
    case 'sign_ins':
      await db
        .insertInto('audit')
        .values({ audit_id: id, at, actor_puid: user_puid, action: 'sign_in', subject: '', detail: '{}' })
        .execute();
      break;
    case 'lessons':
      await db
        .insertInto('lesson_start')
        .values({ ...shared, start_id: id, lesson_id, mode: 'start', started_at: at })
        .execute();
      break;
    case 'assignments':
      await db
        .insertInto('assignment')
        .values({ assignment_id: id, lesson_id, assigned_by_puid: user_puid, assignment_no: id, created_at: 0 })
        .execute();
      await db
        .insertInto('group_assignment')
        .values({
          ...{ group_assignment_id: id, assignment_id: id, lesson_id, group_puid: ids.class, from_date: at + days(1), to_date: null },
          ...{ category: 1, is_individual: 0, unassigned_at: null, created_at: at },
        })
        .execute();
      break;
    case 'quizzes':
      await db
        .insertInto('attempt')
        .values({
          ...{ ...shared, result_id: id, quiz_id, lesson_id, assignment_id: id, group_assignment_id: id, resource_tracking_id: 1 },
          ...{ state: 'graded', started_at: at - minutes(5), submitted_at: at, ends_at: null, time_spent: 1, max_score: 1, layout: '{}' },
        })
        .execute();
      break;
    case 'items':
    case 'seconds': {
      const time_spent = kind === 'seconds' ? (id % 400) + 0.4 : 0;
      await db
        .insertInto('content_track')
        .values({
          ...{ ...shared, content_track_id: id, item_id: 1, item_type_id: 1, lesson_id: null, started_at: at },
          ...{ ended_at: at + hours(3), time_spent, is_timed_out: 0 },
        })
        .execute();
      await recordUse(db, server.ports, user_puid, counts, at);
      // The end counts for the day of the start.
      server.clock.now = at + hours(3);
      await recordUse(db, server.ports, user_puid, { seconds: wholeSeconds(time_spent) }, at);
      return;
    }
  }
  server.clock.now = at;
  await recordUse(db, server.ports, user_puid, counts);
}

const forget = async () => {
  for (const table of [
    'daily_use',
    'school_use',
    'audit',
    'lesson_start',
    'group_assignment',
    'assignment',
    'attempt',
    'content_track',
  ] as const)
    await db.deleteFrom(table).execute();
};

describe('the sums of days', () => {
  // Chicago puts its clocks forward on March 10, and back on November 3.
  const starts = [Date.UTC(2030, 2, 4, 6), Date.UTC(2030, 9, 28, 5)];
  const event = fc.record({
    who: fc.constantFrom(ids.ana, ids.ben, ids.cal, ids.tess, ids.sue),
    kind: fc.constantFrom(...useCounts),
    start: fc.constantFrom(...starts),
    hour: fc.nat({ max: 15 * 24 * 4 }),
    move: fc.constantFrom('stays', 'stays', 'stays', 'moves', 'deactivated'),
  });

  it('equal a recount of the events, also of people who change school or are deactivated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (events) => {
        await forget();
        for (const { who, kind, start, hour, move } of events) {
          const { school_id } = await db.selectFrom('app_user').select('school_id').where('user_puid', '=', who).executeTakeFirstOrThrow();
          const change = move === 'moves' ? { school_id: school_id === ids.school ? ids.otherSchool : ids.school } : { active: 0 };
          if (move !== 'stays') await db.updateTable('app_user').set(change).where('user_puid', '=', who).execute();
          await happens(who, kind, start + minutes(15 * hour));
        }
        expect(sorted(await kept())).toEqual(sorted(await countUse(db)));
        expect(await sumsOfSchools()).toEqual(await sumsOfPeople());
      }),
      { numRuns: 25 },
    );
  });

  it('filled from the events equal those that were counted as they happened', async () => {
    await forget();
    for (const [at, kind] of useCounts.entries()) {
      await happens(ids.ana, kind, (starts[0] ?? 0) + days(at * 2));
      await happens(ids.tess, kind, (starts[0] ?? 0) + days(at));
    }
    const before = { people: sorted(await kept()), schools: await sumsOfSchools() };
    await db.deleteFrom('daily_use').execute();
    await db.deleteFrom('school_use').execute();
    await fillDailyUse(db);
    expect({ people: sorted(await kept()), schools: await sumsOfSchools() }).toEqual(before);
  });

  it('count for the school and role of the time, and each person of a week once', async () => {
    await forget();
    const monday = Date.UTC(2030, 0, 7, 18);
    await happens(ids.ana, 'sign_ins', monday);
    await happens(ids.ana, 'sign_ins', monday + days(1));
    await db.updateTable('app_user').set({ school_id: ids.otherSchool }).where('user_puid', '=', ids.ana).execute();
    await happens(ids.ana, 'sign_ins', monday + days(1));
    await happens(ids.ana, 'sign_ins', monday + days(6));
    await happens(ids.ana, 'sign_ins', monday + days(7));
    const rows = await db.selectFrom('school_use').selectAll().orderBy('day').orderBy('school_id').execute();
    expect(rows.map((one) => [one.day, one.school_id, one.sign_ins, one.week_users, one.week_users_district])).toEqual([
      ['2030-01-07', ids.school, 1, 1, 1],
      ['2030-01-08', ids.school, 1, 0, 0],
      ['2030-01-08', ids.otherSchool, 1, 1, 0],
      ['2030-01-13', ids.otherSchool, 1, 0, 0],
      ['2030-01-14', ids.otherSchool, 1, 1, 1],
    ]);
  });
});

describe('a day', () => {
  it.each([
    ['before midnight', Date.UTC(2030, 0, 16, 5, 59, 59), '2030-01-15'],
    ['at midnight', Date.UTC(2030, 0, 16, 6), '2030-01-16'],
    ['an hour before the clocks go forward', Date.UTC(2030, 2, 10, 7), '2030-03-10'],
    ['the last second of the short day', Date.UTC(2030, 2, 11, 4, 59, 59), '2030-03-10'],
    ['the first of the next', Date.UTC(2030, 2, 11, 5), '2030-03-11'],
    ['the last second of the long day', Date.UTC(2030, 10, 4, 5, 59, 59), '2030-11-03'],
  ])('is that of the district: %s', async (_, at, day) => {
    await forget();
    await db.updateTable('district').set({ time_zone: 'America/Chicago' }).execute();
    await happens(ids.ana, 'sign_ins', at);
    expect([...((await kept()).get(ids.ana)?.keys() ?? [])]).toEqual([day]);
    expect(dayIn(at, 'America/Chicago')).toBe(day);
  });
});

describe('counted by the product', () => {
  it('is a day of a student and a teacher, once however often a call is repeated, and equal to the recount', async () => {
    const now = server.clock.now;
    const details = { from_date: new Date(now - days(1)).toISOString(), to_date: null };
    const assign = {
      lesson_id: ids.freeLesson,
      group_puid: ids.class,
      assignment_no: 1,
      assignment_details: JSON.stringify(details),
    } as const;
    const { assignment_id, group_assignment_id } = await tess.ok(calls.assign, assign);
    expect((await tess.call(calls.assign, assign)).code).toBe(409);
    await tess.ok(calls.startLesson, { user_puid: ids.tess, lesson_id: ids.freeLesson });
    await tess.ok(calls.previewLesson, { user_puid: ids.tess, lesson_id: ids.freeLesson });
    const lesson = { user_puid: ids.ana, lesson_id: ids.freeLesson, assignment_id, group_assignment_id, mode: 'update' as const };
    for (const time_spent of [0, 10]) await ana.ok(calls.trackLesson, { ...lesson, tracking_id: 0, time_spent });
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    const answers = { result_id, time_spent: 40 as const, submit_type: 'save' as const, quizResponse: [] };
    for (const _ of [1, 2]) await ana.ok(calls.submitQuiz, answers);
    const track = { user_puid: ids.ana, item_id: idOf('course/unit/sub/reading'), item_type_id: 1, lesson_id: ids.freeLesson };
    const content_track_id = await ana.ok(calls.startContentTracking, track);
    server.clock.now += minutes(2);
    for (const time_spent of [90.4, 100]) await ana.ok(calls.endContentTracking, { user_puid: ids.ana, content_track_id, time_spent });
    expect((await kept()).get(ids.ana)?.get('2030-01-15')).toEqual({
      ...nothing,
      sign_ins: 1,
      lessons: 1,
      quizzes: 1,
      items: 1,
      seconds: 90,
    });
    expect((await kept()).get(ids.tess)?.get('2030-01-15')).toEqual({ ...nothing, sign_ins: 1, lessons: 1, assignments: 1 });
    expect(sorted(await kept())).toEqual(sorted(await countUse(db)));
    expect(await sumsOfSchools()).toEqual(await sumsOfPeople());
  });
});
