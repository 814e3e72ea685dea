import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, hours, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
});

const iso = (instant: number) => new Date(instant).toISOString();
const details = (given: { from?: number; to?: number | null; user_puids?: number[]; category?: number } = {}) => {
  const { from = server.clock.now - days(1), to = server.clock.now + days(7), ...rest } = given;
  return JSON.stringify({ from_date: iso(from), to_date: to === null ? null : iso(to), ...rest });
};
const assign = (by: TestClient, given: { lesson_id?: number; group_puid?: number; assignment_details?: string } = {}) =>
  by.call(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details: details(), ...given });
const list = (by: TestClient, from_date = '2030-01-01', to_date = '2030-01-31') =>
  by.ok(calls.groupAssignments, { user_puid: by.user.userPuid, from_date, to_date });
const stored = () => server.db.selectFrom('group_assignment').selectAll().execute();

describe('assigning', () => {
  it('gives a lesson to a class', async () => {
    const made = (await assign(tess)).data;
    expect(made).toEqual({ lesson_id: ids.freeLesson, assignment_id: expect.any(Number), group_assignment_id: expect.any(Number) });
    const ana = await server.signIn('ana');
    expect((await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).assignments).toMatchObject([made]);
  });
  it('gives it to some students only', async () => {
    expect((await assign(tess, { assignment_details: details({ user_puids: [ids.ben, ids.ben] }) })).code).toBe(200);
    expect(await server.db.selectFrom('assignee').select('user_puid').execute()).toEqual([{ user_puid: ids.ben }]);
    expect((await list(tess))[0]?.students).toBe(1);
  });
  it.each([
    ['the day after', 1, 0],
    ['the same moment', 1, 1],
    ['a second before', 1000, 999],
  ])('refuses an end that is not after the start: %s', async (_, from, to) => {
    const refused = await assign(tess, { assignment_details: details({ from: server.clock.now + from, to: server.clock.now + to }) });
    expectFailure(refused, 400, 'The end date must be after the start date.');
    expect(refused.data).toEqual({
      reason: 'endBeforeStart',
      params: {},
      fields: [{ field: 'to_date', reason: 'endTooEarly', params: {} }],
    });
    expect(await stored()).toEqual([]);
  });
  it('takes no end at all', async () => expect((await assign(tess, { assignment_details: details({ to: null }) })).code).toBe(200));
  it.each(['', '{', 'null', '{}', '{"from_date":"tomorrow","to_date":null}', '{"from_date":"2030-01-01T00:00:00Z"}'])(
    'refuses details that are no good: %s',
    async (assignment_details) => expectFailure(await assign(tess, { assignment_details }), 400, /assignment_details/),
  );
  it('knows no lesson, class or student of others', async () => {
    for (const wrong of [
      { lesson_id: ids.tomsLesson },
      { lesson_id: ids.foreignLesson },
      { lesson_id: 999 },
      { group_puid: ids.otherClass },
      { group_puid: ids.foreignClass },
      { group_puid: 999 },
      { assignment_details: details({ user_puids: [ids.ana, ids.cal] }) },
      { assignment_details: details({ user_puids: [ids.zoe] }) },
      { assignment_details: details({ user_puids: [ids.tess] }) },
    ])
      expectFailure(await assign(tess, wrong), 404);
    expect(await stored()).toEqual([]);
    expect(await server.db.selectFrom('assignment').selectAll().execute()).toEqual([]);
  });
  it('refuses a second time, with the names', async () => {
    await assign(tess);
    expectFailure(await assign(tess), 409, '“In any order” is already assigned to Science 6, Period 2.');
  });
  it('makes one of fifty at once', async () => {
    const codes = (await Promise.all(Array.from({ length: 50 }, () => assign(tess)))).map((answer) => answer.code).sort();
    expect(codes).toEqual([200, ...Array(49).fill(409)]);
    expect(await stored()).toHaveLength(1);
    expect(await server.db.selectFrom('assignment').selectAll().execute()).toHaveLength(1);
  });
  it('revives what was taken back, with the new dates and students', async () => {
    const first = (await assign(tess, { assignment_details: details({ user_puids: [ids.ana] }) })).data;
    await server.db.updateTable('group_assignment').set({ unassigned_at: 5 }).execute();
    const again = (await assign(tess, { assignment_details: details({ from: server.clock.now, to: null, user_puids: [ids.ben] }) })).data;
    expect(again).toEqual(first);
    expect(await stored()).toMatchObject([{ unassigned_at: null, from_date: server.clock.now, to_date: null, is_individual: 1 }]);
    expect(await server.db.selectFrom('assignee').select('user_puid').execute()).toEqual([{ user_puid: ids.ben }]);
  });
  it('one assignment serves several classes of a teacher', async () => {
    const dan = await server.signIn('dan');
    const one = (await assign(dan)).data;
    const other = (await assign(dan, { group_puid: ids.otherClass })).data;
    expect(other.assignment_id).toBe(one.assignment_id);
    expect(other.group_assignment_id).not.toBe(one.group_assignment_id);
  });
});

describe('whose classes one sees', () => {
  it.each([
    ['tess', [ids.class]],
    ['tom', [ids.otherClass]],
    ['sue', [ids.class]],
    ['sid', [ids.otherClass]],
    ['dan', [ids.class, ids.otherClass]],
    ['pam', [ids.class, ids.otherClass]],
    ['max', [ids.class, ids.otherClass]],
    ['ted', [ids.foreignClass]],
    ['dora', [ids.foreignClass]],
  ])('%s sees %j', async (name, groups) => {
    const one = await server.signIn(name);
    const seen = await one.ok(calls.classesForLesson, { user_puid: one.user.userPuid });
    expect(seen.map((group) => group.group_puid)).toEqual(groups);
  });
  it('tells of each class, how many are in it, and whether the lesson is there already', async () => {
    const made = (await assign(tess)).data;
    expect(await tess.ok(calls.classesForLesson, { user_puid: ids.tess, lesson_id: ids.freeLesson })).toEqual([
      {
        group_puid: ids.class,
        group_name: 'Science 6, Period 2',
        kind: 'class',
        subject: 'Science',
        grade: '6',
        period: '2',
        student_count: 2,
        group_assignment_id: made.group_assignment_id,
        is_individual: false,
        to_date: iso(server.clock.now + days(7)),
        has_timed_assessment: true,
      },
    ]);
    const [other] = await tess.ok(calls.classesForLesson, { user_puid: ids.tess, lesson_id: ids.orderedLesson });
    expect(other?.group_assignment_id).toBeNull();
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect((await tess.ok(calls.classesForLesson, { user_puid: ids.tess }))[0]?.student_count).toBe(1);
    for (const lesson_id of [ids.tomsLesson, ids.foreignLesson, 999])
      expectFailure(await tess.call(calls.classesForLesson, { user_puid: ids.tess, lesson_id }), 404);
  });
  it('does not see a class in which one is a student oneself', async () => {
    await server.db
      .insertInto('enrollment')
      .values({ district_id: 1, group_puid: ids.otherClass, user_puid: ids.tess, role: 'student', sourced_id: null, active: 1 })
      .execute();
    expect((await tess.ok(calls.classesForLesson, { user_puid: ids.tess })).map((group) => group.group_puid)).toEqual([ids.class]);
  });
  it('loses sight of a class that a teacher no longer teaches', async () => {
    await assign(tess);
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.tess).execute();
    expect(await list(tess)).toEqual([]);
  });
});

describe('the list of assignments', () => {
  it('shows those whose time touches the days, in the school’s own time', async () => {
    // Chicago is at UTC−6 in January: the day of 2030-01-20 is 06:00 to 06:00 UTC.
    const from = Date.UTC(2030, 0, 20, 5, 59);
    await assign(tess, { assignment_details: details({ from, to: Date.UTC(2030, 0, 22, 5, 59, 59) }) });
    const seen = async (...range: [string, string]) => (await list(tess, ...range)).length;
    expect(await seen('2030-01-19', '2030-01-19')).toBe(1);
    expect(await seen('2030-01-18', '2030-01-18')).toBe(0);
    expect(await seen('2030-01-21', '2030-01-21')).toBe(1);
    expect(await seen('2030-01-22', '2030-01-22')).toBe(0);
    expect(await seen('2030-01-01', '2030-12-31')).toBe(1);
    expect(await seen('2030-01-20', '2030-01-20')).toBe(1);
  });
  it('shows one without an end from its start on', async () => {
    await assign(tess, { assignment_details: details({ to: null }) });
    expect(await list(tess, '2031-06-01', '2031-06-01')).toHaveLength(1);
    expect(await list(tess, '2030-01-01', '2030-01-13')).toHaveLength(0);
  });
  it('refuses days in the wrong order, and days that are none', async () => {
    const ask = (from_date: string, to_date: string) => tess.call(calls.groupAssignments, { user_puid: ids.tess, from_date, to_date });
    expectFailure(await ask('2030-02-01', '2030-01-01'), 400, 'The last day must not be before the first day.');
    for (const day of ['2030-13-01', 'today', '2030-1-1', '']) expectFailure(await ask(day, '2030-01-01'), 400, /from_date/);
  });
  it('counts where the students are, of those who are still there', async () => {
    const made = (await assign(tess)).data;
    const ana = await server.signIn('ana');
    const counts = async () => {
      const [one] = await list(tess);
      return one && [one.students, one.not_started, one.in_progress, one.completed, one.submitted];
    };
    expect(await counts()).toEqual([2, 2, 0, 0, 0]);
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    expect(await counts()).toEqual([2, 1, 1, 0, 0]);
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(await counts()).toEqual([2, 1, 1, 0, 1]);
    await server.db.updateTable('lesson_tracking').set({ completed_at: 1 }).execute();
    expect(await counts()).toEqual([2, 1, 0, 1, 1]);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    expect(await counts()).toEqual([1, 1, 0, 0, 0]);
    expect(await list(tess)).toMatchObject([{ ...made, lesson_name: 'In any order', group_name: 'Science 6, Period 2', released: false }]);
  });
});

describe('results', () => {
  it('shows every student of the assignment, by name, whoever has done nothing too', async () => {
    const made = (await assign(tess)).data;
    const ben = await server.signIn('ben');
    const tracking = await ben.ok(calls.trackLesson, { user_puid: ids.ben, time_spent: 90, tracking_id: 0, mode: 'start', ...made });
    server.clock.now += hours(2);
    await ben.ok(calls.trackResource, {
      user_puid: ids.ben,
      time_spent: 30,
      percentage_completed: 100,
      previous_resource_id: 0,
      resource_id: ids.freeLesson * 10 + 1,
      tracking_id: 0,
      lesson_tracking_id: tracking,
      lesson_id: ids.freeLesson,
      resource_type_id: 1,
      assignment_id: made.assignment_id,
    });
    const result = await tess.ok(calls.assignmentResult, {
      group_puid: ids.class,
      lesson_id: ids.freeLesson,
      group_assignment_id: made.group_assignment_id,
    });
    expect(result.resources.map(({ title, quiz_id }) => [title, quiz_id !== null])).toEqual([
      ['reading', false],
      ['video', true],
      ['quiz', true],
      ['assessment', true],
    ]);
    expect(result.students).toEqual([
      {
        user_puid: ids.ana,
        first_name: 'ana',
        last_name: 'Person',
        user_name: 'ana',
        student_number: null,
        state: 'notStarted',
        percentage_completed: 0,
        time_spent: 0,
        last_active_at: null,
        results: [],
      },
      expect.objectContaining({ user_puid: ids.ben, state: 'inProgress', percentage_completed: 25, time_spent: 90, results: [] }),
    ]);
  });
  it('are for those who see the class', async () => {
    const made = (await assign(tess)).data;
    const named = { group_puid: ids.class, lesson_id: ids.freeLesson, group_assignment_id: made.group_assignment_id };
    for (const [name, code] of [
      ['tess', 200],
      ['sue', 200],
      ['dan', 200],
      ['max', 200],
      ['tom', 404],
      ['sid', 404],
      ['ted', 404],
      ['dora', 404],
      ['ana', 403],
    ] as const) {
      const one = await server.signIn(name);
      expect((await one.call(calls.assignmentResult, named)).code, name).toBe(code);
      expect((await one.call(calls.responses, { user_Puid: one.user.userPuid, lesson_id: ids.freeLesson })).code, name).toBe(code);
      const student = { user_puid: ids.ben, lesson_id: ids.freeLesson, assignment_id: made.assignment_id };
      expect((await one.call(calls.assignmentResponses, student)).code, name).toBe(name === 'ana' ? 404 : code);
    }
    for (const wrong of [{ group_puid: ids.otherClass }, { lesson_id: ids.orderedLesson }, { group_assignment_id: 999 }])
      expectFailure(await tess.call(calls.assignmentResult, { ...named, ...wrong }), 404);
    await server.db.updateTable('group_assignment').set({ unassigned_at: 1 }).execute();
    expectFailure(await tess.call(calls.assignmentResult, named), 404);
  });
  it('shows what was handed in through one group although it is begun anew through another', async () => {
    const dan = await server.signIn('dan');
    const ana = await server.signIn('ana');
    const named = { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
    const first = (await assign(dan)).data;
    const { result_id, quiz_details } = await ana.ok(calls.startQuiz, named);
    const answer = { question_id: quiz_details.questions[3]!.id, answer_id: null, answer_text: 'steam', time_spent: 1 };
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [answer] });
    await server.db
      .insertInto('enrollment')
      .values({ district_id: 1, group_puid: ids.otherClass, user_puid: ids.ana, role: 'student', sourced_id: null, active: 1 })
      .execute();
    const second = (await assign(dan, { group_puid: ids.otherClass })).data;
    server.clock.now += hours(1);
    const track = {
      user_puid: ids.ana,
      time_spent: 0,
      tracking_id: 0,
      previous_resource_id: 0,
      percentage_completed: 0,
      resource_type_id: 10,
    };
    const lesson_tracking_id = await ana.ok(calls.trackLesson, { ...track, mode: 'start', ...second });
    expect(first.assignment_id).toBe(second.assignment_id);
    const resource = { ...track, resource_id: ids.freeLesson * 10 + 3, lesson_tracking_id, ...second };
    const lesson_resource_tracking_id = await ana.ok(calls.trackResource, resource);
    expect((await ana.ok(calls.startQuiz, { ...named, lesson_resource_tracking_id })).result_id).not.toBe(result_id);
    for (const { group_assignment_id } of [first, second])
      expect(await ana.ok(calls.lessonPlayer, { user_puid: ids.ana, ...second, group_assignment_id })).toMatchObject({
        group_assignment_id,
      });
    const [report] = (await dan.ok(calls.responses, { user_Puid: ids.dan, lesson_id: ids.freeLesson })).filter(
      (one) => one.quiz_id === quiz_id,
    );
    expect(report?.students.find((student) => student.user_puid === ids.ana)?.responses).toMatchObject([{ answer_text: 'steam' }]);
  });
  it('names the groups of a lesson, the newest first', async () => {
    const dan = await server.signIn('dan');
    await assign(dan, { assignment_details: details({ from: server.clock.now - days(3) }) });
    await assign(dan, { group_puid: ids.otherClass });
    const groups = await dan.ok(calls.assignedGroups, { user_puid: ids.dan, lesson_id: ids.freeLesson });
    expect(groups.map((group) => group.group_name)).toEqual(['Science 6, Period 4', 'Science 6, Period 2']);
    expect(await tess.ok(calls.assignedGroups, { user_puid: ids.tess, lesson_id: ids.freeLesson })).toHaveLength(1);
    expect(await tess.ok(calls.assignedGroups, { user_puid: ids.tess, lesson_id: ids.orderedLesson })).toEqual([]);
    for (const lesson_id of [ids.tomsLesson, 999])
      expectFailure(await tess.call(calls.assignedGroups, { user_puid: ids.tess, lesson_id }), 404);
  });
  it('a teacher reads a student’s results once they are handed in, the student not before release', async () => {
    const made = (await assign(tess)).data;
    const ana = await server.signIn('ana');
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    const named = { user_puid: ids.ana, lesson_id: ids.freeLesson, assignment_id: made.assignment_id };
    const of = async (by: TestClient) => (await by.ok(calls.assignmentResponses, named)).find((one) => one.quiz_id === quiz_id)?.result;
    expect(await of(tess)).toMatchObject({ state: 'graded', score: 0, max_score: 13 });
    expect(await of(ana)).toMatchObject({ state: 'graded', score: null, max_score: null });
  });
});
