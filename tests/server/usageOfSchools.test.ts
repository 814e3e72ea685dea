import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import { recordUse } from '../../server/kit/dailyUse.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let sue: TestClient;
let sid: TestClient;
let dan: TestClient;
let max: TestClient;
let dora: TestClient;

const january = { from_date: '2030-01-02', to_date: '2030-01-15' };
const noUse = { sign_ins: 0, lessons: 0, assignments: 0, quizzes: 0, items: 0, seconds: 0 };
const hidden = { sign_ins: null, lessons: null, assignments: null, quizzes: null, items: null, seconds: null };

/** Records use of people of district 1, some days before now. */
async function use(user_puid: number, daysAgo: number, counts: Parameters<typeof recordUse>[3]) {
  await recordUse(tenant(server.db, ids.district), server.ports, user_puid, counts, server.clock.now - days(daysAgo));
}
const forget = async () => {
  for (const table of ['daily_use', 'school_use'] as const) await server.db.deleteFrom(table).execute();
};

beforeEach(async () => {
  [server, sue, sid, dan, max, dora] = await schoolServer('sue', 'sid', 'dan', 'max', 'dora');
  await makeOddClass(
    server,
    [1, 2, 3].map(() => [1]),
  );
  await forget();
});

describe('the use of schools', () => {
  beforeEach(async () => {
    // Monday of this week is January 14; tess's school has seven people of that week, the other two of the last.
    for (const who of [ids.ana, ids.ben, odd.moved, odd.long, odd.deactivated, 1020])
      await use(who, 1, { sign_ins: 1, items: 2, seconds: 60 });
    await use(ids.ana, 0, { sign_ins: 1, quizzes: 1 });
    await use(ids.tess, 0, { sign_ins: 1, assignments: 1 });
    for (const who of [ids.cal, ids.tom]) await use(who, 6, { sign_ins: 1 });
    await use(ids.ana, 40, { sign_ins: 3 });
  });
  const seven = { sign_ins: 8, lessons: 0, assignments: 1, quizzes: 1, items: 12, seconds: 360 };

  it('is by week, each person of a week once, and few people are not pointed at', async () => {
    const found = await dan.ok(calls.summary, january);
    expect(found).toMatchObject({ level: 'district', first_day: '2029-12-31', last_day: '2030-01-20' });
    expect(found.weeks).toEqual([
      { week: '2029-12-31', active: 0, ...noUse },
      { week: '2030-01-07', active: null, ...hidden },
      { week: '2030-01-14', active: 7, ...seven },
    ]);
    expect(found.parts).toEqual([
      { level: 'school', id: ids.school, name: 'Hill', active_per_week: 2.3, ...seven },
      { level: 'school', id: ids.otherSchool, name: 'Lake', active_per_week: null, ...hidden },
    ]);
  });

  it('is the same in the summary, below it, and in the overview', async () => {
    const [part] = (await dan.ok(calls.summary, january)).parts;
    const school = await sue.ok(calls.summary, january);
    expect(await dan.ok(calls.summary, { ...january, school_id: ids.school })).toMatchObject({ weeks: school.weeks });
    const { level: _, id: __, name: ___, active_per_week, ...counts } = part ?? { level: 0, id: 0, name: 0, active_per_week: 0 };
    for (const [name, count] of Object.entries(counts)) {
      const sum = school.weeks.reduce((all, week) => all + Number(week[name as 'items']), 0);
      expect([name, sum]).toEqual([name, count]);
    }
    const usage = await sue.ok(calls.usageSummary, january);
    for (const name of ['sign_ins', 'items', 'seconds', 'quizzes'] as const) {
      expect(usage.roles.reduce((all, role) => all + Number(role[name]), 0)).toBe(counts[name as never]);
    }
    expect(Number(active_per_week) * school.weeks.length).toBeCloseTo(7, 0);
    const home = await sue.ok(calls.usageHome, {});
    expect(home.now).toEqual({ active_students: 6, active_staff: 1, ...seven });
  });

  it('of the last 30 days stands against the 30 before', async () => {
    const found = await sue.ok(calls.usageHome, {});
    expect(found).toMatchObject({ name: 'Hill', from_date: '2029-12-17', to_date: '2030-01-15', students: 8, staff: 2 });
    expect(found.before).toEqual({ active_students: null, active_staff: 0, ...hidden });
    expect((await sid.ok(calls.usageHome, {})).now).toMatchObject({ active_students: null, active_staff: 1, ...hidden });
    expect((await dora.ok(calls.usageHome, {})).now).toMatchObject({ active_students: 0, ...noUse });
  });

  it('is by role and teacher, with those who did nothing', async () => {
    const { roles, teachers } = await sue.ok(calls.usageSummary, january);
    expect(roles.map(({ role_id, people, sign_ins }) => [role_id, people, sign_ins])).toEqual([
      [Role.student, 8, 7],
      [Role.teacher, 1, 1],
      [Role.schoolAdministrator, 1, 0],
    ]);
    expect(teachers).toEqual([
      { user_puid: ids.tess, first_name: 'tess', last_name: 'Person', ...noUse, sign_ins: 1, assignments: 1, last_day: '2030-01-15' },
    ]);
    const ofStudents = await dan.ok(calls.usageSummary, { ...january, role_id: Role.student });
    expect(ofStudents.parts[0]).toMatchObject({ name: 'Hill', people: 8, sign_ins: 7 });
    expect(ofStudents.teachers).toEqual([]);
  });

  it('is by class, for the students who are in it now; figures of a few are hidden, also from those who see all schools', async () => {
    const { groups } = await sue.ok(calls.usageSummary, january);
    // One of the school's eight students has left the class.
    expect(groups.map(({ name, people, active_students, sign_ins }) => [name, people, active_students, sign_ins])).toEqual([
      ['Nobody yet', 0, 0, 0],
      ['Science 6, Period 2', 7, 5, 6],
    ]);
    expect((await dan.ok(calls.usageSummary, { ...january, school_id: ids.school })).groups).toEqual(groups);
    // Of a district, and of the staff alone, there are no classes.
    expect((await dan.ok(calls.usageSummary, january)).groups).toEqual([]);
    expect((await sue.ok(calls.usageSummary, { ...january, role_id: Role.teacher })).groups).toEqual([]);
    expect((await sid.ok(calls.usageSummary, january)).groups).toMatchObject([{ active_students: null, ...hidden }]);
    await server.db
      .updateTable('enrollment')
      .set({ active: 0 })
      .where('group_puid', '=', ids.class)
      .where('role', '=', 'student')
      .execute();
    expect((await sue.ok(calls.usageSummary, january)).groups).toMatchObject([
      { name: 'Nobody yet' },
      { people: 0, active_students: 0, ...noUse },
    ]);
  });

  it('stays with the school of the time when somebody moves', async () => {
    await server.db.updateTable('app_user').set({ school_id: ids.otherSchool }).where('user_puid', '=', ids.tess).execute();
    expect((await sue.ok(calls.usageSummary, january)).teachers).toMatchObject([{ user_puid: ids.tess, sign_ins: 1 }]);
    expect((await sid.ok(calls.usageSummary, january)).teachers).toMatchObject([
      { user_puid: ids.tess, sign_ins: 0, last_day: null },
      { user_puid: ids.tom, sign_ins: 1 },
    ]);
  });

  it('of people without a school is a part of its own, so that the parts add up', async () => {
    for (const who of [ids.ben, odd.moved, odd.long, odd.deactivated, 1020]) {
      await server.db.updateTable('app_user').set({ school_id: null }).where('user_puid', '=', who).execute();
      await use(who, 0, { items: 1 });
    }
    const { parts, weeks } = await dan.ok(calls.summary, january);
    expect(parts.at(-1)).toMatchObject({ id: 0, name: '', items: 5 });
    expect(weeks.at(-1)).toMatchObject({ active: 7, items: 17 });
  });
});

describe('assignments', () => {
  it('are counted by the rules of the result page, and few students are not pointed at', async () => {
    const [row] = (await sue.ok(calls.usageAssignmentReport, { ...january, group_assignment_id: odd.due })).assignments;
    const { assignment } = await sue.ok(calls.assignmentResult, {
      lesson_id: ids.orderedLesson,
      group_puid: ids.class,
      group_assignment_id: odd.due,
    });
    expect(row).toMatchObject({
      ...{ assigned: assignment.students, not_started: assignment.not_started, in_progress: assignment.in_progress },
      ...{ completed: assignment.completed, submitted: assignment.submitted, released: 1 },
    });
    const all = await dan.ok(calls.assignmentSummary, january);
    expect(all.parts).toMatchObject([
      { id: ids.school, assignments: 4, assigned: 28 },
      { id: ids.otherSchool, assignments: 1, assigned: 1, not_started: null, submitted: null, released: null },
    ]);
    expect(all.total.assigned).toBe(29);
  });

  it('add up: rows, classes, teachers, school', async () => {
    const { assignments, total } = await sue.ok(calls.usageAssignmentReport, january);
    const school = await sue.ok(calls.assignmentSummary, january);
    expect(total).toBe(4);
    expect(assignments.map((one) => one.group_assignment_id)).toEqual([odd.empty, odd.unscored, odd.again, odd.due]);
    for (const name of ['assigned', 'not_started', 'in_progress', 'completed', 'submitted', 'released'] as const) {
      const sum = assignments.reduce((all, one) => all + Number(one[name]), 0);
      expect([name, school.total[name]]).toEqual([name, sum]);
      expect(school.groups.reduce((all, one) => all + Number(one[name]), 0)).toBe(sum);
      expect(school.teachers.reduce((all, one) => all + Number(one[name]), 0)).toBe(sum);
    }
    // A class without students, and nothing assigned, is listed.
    expect(school.groups).toMatchObject([
      { group_puid: odd.emptyClass, assignments: 0, assigned: 0, completed: 0 },
      { group_puid: ids.class },
    ]);
  });

  it('name each student of one, with late, missing and unscored work as class reports count it', async () => {
    const { students } = await sue.ok(calls.usageAssignmentReport, { group_assignment_id: odd.unscored });
    const { students: again } = await sue.ok(calls.usageAssignmentReport, { group_assignment_id: odd.due });
    const of = (all: typeof students, who: number) => all.find(({ user_puid }) => user_puid === who);
    expect(of(students, ids.ana)).toMatchObject({ is_submitted: true, score: null });
    expect(of(again, ids.ben)).toMatchObject({ is_late: true, score: 15 });
    expect(of(again, odd.moved)).toMatchObject({ is_submitted: false, is_missing: false });
    expect(of(again, odd.deactivated)).toBeUndefined();
    expect(of(again, odd.left)).toBeUndefined();
    const result = await sue.ok(calls.usageAssignmentReport, { group_assignment_id: odd.empty });
    expect(of(result.students, ids.ana)).toMatchObject({ score: null, is_submitted: false });
  });

  it('are filtered by grade, unit, class and teacher; removed ones are left out', async () => {
    const count = async (more: object) => (await dan.ok(calls.usageAssignmentReport, { ...january, ...more })).total;
    expect(await count({})).toBe(5);
    expect(await count({ teacher_puid: ids.tom })).toBe(1);
    expect(await count({ group_puid: ids.class })).toBe(4);
    expect(await count({ grade: '7' })).toBe(0);
    expect(await count({ unit_id: 1 })).toBe(0);
    expect(await count({ from_date: '2029-01-01', to_date: '2029-02-01' })).toBe(0);
    await server.db.updateTable('group_assignment').set({ unassigned_at: 1 }).where('group_assignment_id', '=', odd.due).execute();
    expect(await count({})).toBe(4);
    const { units } = await dan.ok(calls.assignmentSummary, january);
    expect(units.length).toBeGreaterThan(0);
    expect(await count({ unit_id: units[0]?.unit_id })).toBe(4);
  });
});

describe('the search', () => {
  const names = async (who: TestClient, query: string, kind?: 'student' | 'item') =>
    (await who.ok(calls.usageSearch, { query, ...(kind ? { kind } : {}) })).found.map((one) => [one.kind, one.name]);

  it('finds each kind, within what the reader sees', async () => {
    expect(await names(dan, 'hill')).toEqual([['school', 'Hill']]);
    expect(await names(dan, 'period')).toEqual([
      ['group', 'Science 6, Period 2'],
      ['group', 'Science 6, Period 4'],
    ]);
    expect(await names(sue, 'period')).toEqual([['group', 'Science 6, Period 2']]);
    expect(await names(dan, 'tom')).toEqual([['teacher', 'Person, tom']]);
    expect(await names(sue, 'tom')).toEqual([]);
    expect(await names(dan, 'ana', 'student')).toEqual([['student', 'Person, ana']]);
    expect(await names(dora, 'ana')).toEqual([]);
    expect((await names(dan, 'quiz', 'item')).length).toBeGreaterThan(0);
    expect(await names(dan, '%')).toEqual([]);
    expect(await names(dan, 'ivy')).toEqual([]);
  });

  it('finds what is in other districts for the provider only, and says in which', async () => {
    await server.db.updateTable('app_user').set({ role_id: Role.providerAdministrator }).where('user_puid', '=', ids.dora).execute();
    const provider = await server.signIn('dora');
    const { name } = await server.db
      .selectFrom('district')
      .select('name')
      .where('district_id', '=', ids.district)
      .executeTakeFirstOrThrow();
    const of = async (query: string, kind: 'group' | 'teacher' | 'student') =>
      (await provider.ok(calls.usageSearch, { query, kind })).found.map(({ id, within, district_id }) => [id, within, district_id]);
    expect(await of('period 2', 'group')).toContainEqual([ids.class, `Hill, ${name}`, ids.district]);
    expect(await of('tom', 'teacher')).toContainEqual([ids.tom, expect.stringContaining(name), ids.district]);
    expect(await of('ana', 'student')).toContainEqual([ids.ana, `Hill, ${name}`, ids.district]);
    // In reports too, though the districts are of no common state.
    expect((await provider.ok(calls.usageAssignmentReport, { group_assignment_id: odd.due })).assignments).toHaveLength(1);
    expect((await provider.ok(calls.summary, { ...january, school_id: ids.school })).name).toBe('Hill');
    expect((await provider.ok(calls.summary, { ...january, district_id: ids.district })).name).toBe(name);
  });

  it('leads a student to a class that the reader sees', async () => {
    const [ana] = (await sue.ok(calls.usageSearch, { query: 'ana', kind: 'student' })).found;
    expect(ana).toMatchObject({ id: ids.ana, within: 'Hill', school_id: ids.school, group_puid: ids.class });
    const items = (await sue.ok(calls.usageSearch, { query: 'quiz', kind: 'item' })).found;
    expect(items.map(({ id }) => id)).toContain(quiz_id);
  });
});

describe('what a reader does not see', () => {
  const scoped = [calls.usageHome, calls.summary, calls.usageSummary, calls.assignmentSummary, calls.usageAssignmentReport] as const;
  it.each(scoped.map((call) => [call.path, call] as const))('is not found: %s', async (_, call) => {
    const ask = (who: TestClient, more: object) => who.call(call as typeof calls.summary, { ...january, ...more });
    expectFailure(await ask(sue, { school_id: ids.otherSchool }), 404);
    expectFailure(await ask(dan, { school_id: 21 }), 404);
    expectFailure(await ask(dan, { district_id: ids.otherDistrict }), 404);
    expectFailure(await ask(dora, { school_id: ids.school }), 404);
    expect((await ask(sue, { school_id: ids.school })).code).toBe(200);
    expect((await ask(dan, { district_id: ids.district, school_id: ids.otherSchool })).code).toBe(200);
  });

  it('is refused: an assignment of another school, a board of another district, a period that ends before it begins', async () => {
    expectFailure(await sid.call(calls.usageAssignmentReport, { group_assignment_id: odd.due }), 404);
    expectFailure(await dora.call(calls.usageAssignmentReport, { group_assignment_id: odd.due }), 404);
    expectFailure(await dan.call(calls.gradesOfBoard, { board_id: ids.otherDistrict }), 404);
    const inverted = { from_date: '2030-01-15', to_date: '2030-01-02' };
    for (const call of [calls.summary, calls.usageSummary, calls.assignmentSummary] as const)
      expectFailure(await dan.call(call as typeof calls.summary, inverted), 400);
  });

  it('is open to the provider: the state with its districts, a district, a school', async () => {
    await server.db.updateTable('district').set({ state_id: 48 }).execute();
    for (const who of [ids.ana, ids.ben, odd.moved, odd.long, odd.deactivated]) await use(who, 1, { sign_ins: 1 });
    const state = await max.ok(calls.summary, january);
    expect(state).toMatchObject({ level: 'state', id: 48, name: 'Texas', schools: [] });
    expect(state.parts).toMatchObject([
      { level: 'district', id: ids.district, sign_ins: 5 },
      { level: 'district', id: ids.otherDistrict, sign_ins: 0 },
    ]);
    expect((await max.ok(calls.summary, { ...january, district_id: ids.otherDistrict })).parts).toMatchObject([
      { level: 'school', id: 21 },
    ]);
    expect(await max.ok(calls.summary, { ...january, school_id: 21 })).toMatchObject({ level: 'school', name: 'Coast' });
    expect((await max.ok(calls.assignmentSummary, january)).parts).toMatchObject([{ assignments: 5 }, { assignments: 0 }]);
    expect((await max.ok(calls.usageSummary, january)).parts).toMatchObject([{ sign_ins: 5 }, { sign_ins: 0 }]);
    expect((await max.ok(calls.usageHome, {})).now).toMatchObject({ active_students: 5, sign_ins: 5 });
    expect(await max.ok(calls.gradesOfBoard, { board_id: ids.district })).toEqual([{ grade: '6' }]);
  });
});
