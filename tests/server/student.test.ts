import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { AssignmentType } from '../../contract/studentWork.ts';
import { ids, quiz_id, resourceIds, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, hours, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
});

const iso = (instant: number) => new Date(instant).toISOString();
/** Assigns a lesson to class 101, open since yesterday unless specified. */
async function assign(lesson_id: number, details: { from?: number; to?: number | null; user_puids?: number[] } = {}) {
  const { from = server.clock.now - days(1), to = server.clock.now + days(7), user_puids } = details;
  return tess.ok(calls.assign, {
    lesson_id,
    group_puid: ids.class,
    assignment_no: 1,
    assignment_details: JSON.stringify({
      from_date: iso(from),
      to_date: to === null ? null : iso(to),
      ...(user_puids ? { user_puids } : {}),
    }),
  });
}
type Assigned = Awaited<ReturnType<typeof assign>>;
const trackLesson = (assigned: Assigned, further: Record<string, unknown> = {}, by = ana) =>
  by.call(calls.trackLesson, {
    user_puid: by.user.userPuid,
    time_spent: 0,
    tracking_id: 0,
    mode: 'start',
    ...assigned,
    ...further,
  } as never);
const trackResource = (
  assigned: Assigned,
  lesson_tracking_id: number,
  resource_id: number,
  further: Record<string, unknown> = {},
  by = ana,
) =>
  by.call(calls.trackResource, {
    user_puid: by.user.userPuid,
    time_spent: 0,
    percentage_completed: 0,
    previous_resource_id: 0,
    resource_id,
    tracking_id: 0,
    lesson_tracking_id,
    lesson_id: assigned.lesson_id,
    resource_type_id: 1,
    assignment_id: assigned.assignment_id,
    ...further,
  } as never);
const player = (assigned: Assigned, by = ana) =>
  by.ok(calls.lessonPlayer, { user_puid: by.user.userPuid, lesson_id: assigned.lesson_id, assignment_id: assigned.assignment_id });
const dashboard = (by = ana) => by.ok(calls.studentDashboard, { user_puid: by.user.userPuid });
const { reading, video, quiz, assessment } = resourceIds(ids.freeLesson);

describe('the dashboard', () => {
  it('is empty before anything is assigned', async () =>
    expect(await dashboard()).toEqual({ assignments: [], counts: { notStarted: 0, inProgress: 0, completed: 0, overdue: 0 } }));

  it('asks for nothing of a school year that is over', async () => {
    const year = new Date(server.clock.now).getUTCFullYear();
    const may = Date.UTC(year, 4, 20);
    server.clock.now = may;
    const { group_assignment_id } = await assign(ids.freeLesson, { from: may - days(3), to: may + days(2) });
    const seen = async () => {
      const { assignments, counts } = await (await server.signIn('ana')).ok(calls.studentDashboard, { user_puid: ids.ana });
      return { shown: assignments.map((one) => [one.group_assignment_id, one.is_overdue]), ...counts };
    };
    server.clock.now = may + days(10);
    expect(await seen()).toMatchObject({ shown: [[group_assignment_id, true]], notStarted: 1, overdue: 1 });
    server.clock.now = Date.UTC(year, 8, 1);
    expect(await seen()).toEqual({ shown: [], notStarted: 0, inProgress: 0, completed: 0, overdue: 0 });
    const again = await server.signIn('ana');
    const of = (typeId: number) => again.ok(calls.viewAllAssignments, { user_puid: ids.ana, typeId });
    expect(await of(AssignmentType.toDo)).toEqual([]);
    expect(await of(AssignmentType.overdue)).toEqual([]);
    expect(await of(AssignmentType.all)).toMatchObject([{ group_assignment_id, is_overdue: false, is_past_year: true }]);
  });

  it('says where each assignment stands', async () => {
    const upcoming = await assign(ids.orderedLesson, { from: server.clock.now + days(2), to: server.clock.now + days(9) });
    const open = await assign(ids.freeLesson, { to: server.clock.now + days(3) });
    const before = await dashboard();
    expect(before.assignments.map(({ group_assignment_id, state, is_overdue }) => [group_assignment_id, state, is_overdue])).toEqual([
      [open.group_assignment_id, 'notStarted', false],
      [upcoming.group_assignment_id, 'upcoming', false],
    ]);
    expect(before.counts).toEqual({ notStarted: 1, inProgress: 0, completed: 0, overdue: 0 });
    expect(before.assignments[0]).toMatchObject({
      lesson_name: 'In any order',
      group_name: 'Science 6, Period 2',
      teacher_name: 'tess Person',
      resource_count: 4,
      resources_completed: 0,
      percentage_completed: 0,
      next_resource: { lesson_resource_id: reading, title: 'reading' },
      score: null,
      max_score: null,
    });

    const tracking = (await trackLesson(open)).data;
    await trackResource(open, tracking, reading, { percentage_completed: 100 });
    await trackResource(open, tracking, video, { percentage_completed: 50 });
    expect((await dashboard()).assignments[0]).toMatchObject({
      state: 'inProgress',
      resources_completed: 1,
      percentage_completed: 37,
      next_resource: { title: 'video' },
    });
    server.clock.now += days(4);
    const after = await dashboard();
    expect(after.assignments[0]).toMatchObject({ state: 'inProgress', is_overdue: true });
    expect(after.counts).toEqual({ notStarted: 1, inProgress: 1, completed: 0, overdue: 1 });
  });

  it('leaves out what is unassigned, for others, or of a class one has left', async () => {
    const all = await assign(ids.freeLesson);
    await assign(ids.orderedLesson, { user_puids: [ids.ben] });
    const ben = await server.signIn('ben');
    expect((await dashboard()).assignments.map((one) => one.lesson_id)).toEqual([ids.freeLesson]);
    expect((await dashboard(ben)).assignments).toHaveLength(2);
    await server.db
      .updateTable('group_assignment')
      .set({ unassigned_at: 1 })
      .where('group_assignment_id', '=', all.group_assignment_id)
      .execute();
    expect((await dashboard()).assignments).toEqual([]);
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect((await dashboard(ben)).assignments).toEqual([]);
  });
});

describe('the player', () => {
  it('opens a lesson as it was left', async () => {
    const assigned = await assign(ids.freeLesson);
    const fresh = await player(assigned);
    expect(fresh).toMatchObject({ ...assigned, tracking_id: 0, enforce_order: false, time_spent: 0 });
    expect(
      fresh.lesson_resources.map(({ id, title, quiz_id, percentage_completed }) => [id, title, quiz_id !== null, percentage_completed]),
    ).toEqual([
      [reading, 'reading', false, 0],
      [video, 'video', true, 0],
      [quiz, 'quiz', true, 0],
      [assessment, 'assessment', true, 0],
    ]);
    const tracking = (await trackLesson(assigned)).data;
    await trackResource(assigned, tracking, video, { time_spent: 12.5, percentage_completed: 40, position: 24 });
    const left = await player(assigned);
    expect(left.tracking_id).toBe(tracking);
    expect(left.lesson_resources[1]).toMatchObject({ percentage_completed: 40, time_spent: 12.5, position: 24 });
  });

  it('keeps a lesson that has not opened shut, and says when it opens in the school’s time', async () => {
    const assigned = await assign(ids.freeLesson, { from: Date.UTC(2030, 0, 17, 14, 0), to: null });
    const refused = await ana.call(calls.lessonPlayer, {
      user_puid: ids.ana,
      lesson_id: assigned.lesson_id,
      assignment_id: assigned.assignment_id,
    });
    expectFailure(refused, 403, /“In any order” opens on Jan 17, 2030, 8:00\sAM/);
    expect(refused.data).toMatchObject({ reason: 'lessonNotOpen', opens_at: '2030-01-17T14:00:00.000Z' });
    expectFailure(await trackLesson(assigned), 403);
    expectFailure(await ana.call(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 }), 403);
    server.clock.now += days(2);
    expect((await trackLesson(assigned)).code).toBe(200);
  });

  it('previews a lesson for staff, their own and prebuilt ones only', async () => {
    const preview = await tess.ok(calls.lessonPlayer, { user_puid: ids.tess, lesson_id: ids.freeLesson, assignment_id: 0 });
    expect(preview).toMatchObject({ assignment_id: 0, group_assignment_id: 0, tracking_id: 0, from_date: null });
    const tom = await server.signIn('tom');
    expect((await tom.call(calls.lessonPlayer, { user_puid: ids.tom, lesson_id: ids.tomsLesson, assignment_id: 0 })).code).toBe(200);
    for (const lesson_id of [ids.tomsLesson, ids.foreignLesson, 999])
      expectFailure(await tess.call(calls.lessonPlayer, { user_puid: ids.tess, lesson_id, assignment_id: 0 }), 404);
  });

  it('opens nothing that is not one’s own', async () => {
    const assigned = await assign(ids.freeLesson, { user_puids: [ids.ben] });
    const cal = await server.signIn('cal');
    const zoe = await server.signIn('zoe');
    for (const other of [ana, cal, zoe]) {
      const named = { user_puid: other.user.userPuid, lesson_id: assigned.lesson_id, assignment_id: assigned.assignment_id };
      expectFailure(await other.call(calls.lessonPlayer, named), 404);
      expectFailure(await other.call(calls.lessonPlayer, { ...named, user_puid: ids.ben }), 404);
      expectFailure(await trackLesson(assigned, {}, other), 404);
    }
  });
});

describe('tracking a lesson', () => {
  it('answers one id however often and however fast it starts', async () => {
    const assigned = await assign(ids.freeLesson);
    const answers = await Promise.all(Array.from({ length: 20 }, () => trackLesson(assigned)));
    expect(new Set(answers.map((answer) => answer.data)).size).toBe(1);
    expect(await server.db.selectFrom('lesson_tracking').selectAll().execute()).toHaveLength(1);
  });
  it('keeps the greatest time so far, so that a call repeated or late changes nothing; each call brings it on by a day at most', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking_id = (await trackLesson(assigned, { time_spent: 5 })).data;
    for (const time_spent of [15.5, 15.5, 10]) await trackLesson(assigned, { time_spent, tracking_id, mode: 'update' });
    expect((await dashboard()).assignments[0]?.time_spent).toBe(15.5);
    await trackLesson(assigned, { time_spent: 99_999_999, tracking_id, mode: 'update' });
    expect((await dashboard()).assignments[0]?.time_spent).toBe(15.5 + 24 * 3600);
  });
  it('is not finished because the client says so', async () => {
    const assigned = await assign(ids.freeLesson);
    await trackLesson(assigned, { mode: 'complete' });
    expect((await dashboard()).assignments[0]?.state).toBe('inProgress');
  });
  it('knows no foreign ids', async () => {
    const assigned = await assign(ids.freeLesson);
    const ben = await server.signIn('ben');
    const bens = (await trackLesson(assigned, {}, ben)).data;
    for (const wrong of [
      { user_puid: ids.ben },
      { lesson_id: ids.orderedLesson },
      { lesson_id: 999 },
      { assignment_id: 999 },
      { group_assignment_id: 999 },
      { tracking_id: 999 },
      { tracking_id: bens },
    ])
      expectFailure(await trackLesson(assigned, wrong), 404);
    expect(await server.db.selectFrom('lesson_tracking').select('user_puid').execute()).toEqual([{ user_puid: ids.ben }]);
  });
});

describe('tracking a resource', () => {
  it('only ever goes forward, and keeps the place unless it is told another', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking = (await trackLesson(assigned)).data;
    const tracking_id = (await trackResource(assigned, tracking, video, { percentage_completed: 60, time_spent: 5, position: 36 })).data;
    await trackResource(assigned, tracking, video, { percentage_completed: 20, time_spent: 5, tracking_id });
    await trackResource(assigned, tracking, video);
    expect((await player(assigned)).lesson_resources[1]).toMatchObject({ percentage_completed: 60, time_spent: 5, position: 36 });
    await trackResource(assigned, tracking, video, { percentage_completed: 20, position: 10 });
    expect((await player(assigned)).lesson_resources[1]).toMatchObject({ percentage_completed: 60, position: 10 });
  });
  it('is as far as the farthest of any calls, in any order', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking = (await trackLesson(assigned)).data;
    let farthest = 0;
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ percentage: fc.integer({ min: 0, max: 99 }), seconds: fc.nat(600) }), { maxLength: 6 }),
        async (steps) => {
          await Promise.all(
            steps.map(({ percentage, seconds }) =>
              trackResource(assigned, tracking, reading, { percentage_completed: percentage, time_spent: seconds }),
            ),
          );
          farthest = Math.max(farthest, ...steps.map((step) => step.percentage));
          longest = Math.max(longest, ...steps.map((step) => step.seconds));
          const now = (await player(assigned)).lesson_resources[0];
          expect(now).toMatchObject({ percentage_completed: farthest, time_spent: longest });
        },
      ),
      { numRuns: 25 },
    );
  });
  it('answers one id for one resource', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking = (await trackLesson(assigned)).data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => trackResource(assigned, tracking, reading)));
    expect(new Set(answers.map((answer) => answer.data)).size).toBe(1);
  });
  it('finishes the lesson with its last resource, once, and stays finished', async () => {
    const assigned = await assign(ids.tomsLesson).catch(() => undefined);
    expect(assigned).toBeUndefined();
    const free = await assign(ids.freeLesson);
    await server.db.deleteFrom('lesson_resource').where('lesson_resource_id', 'in', [quiz, assessment]).execute();
    const tracking = (await trackLesson(free)).data;
    await trackResource(free, tracking, reading, { percentage_completed: 100 });
    expect((await dashboard()).assignments[0]).toMatchObject({ state: 'inProgress', completed_at: null });
    await trackResource(free, tracking, video, { percentage_completed: 100 });
    const finished = (await dashboard()).assignments[0];
    expect(finished).toMatchObject({
      state: 'completed',
      completed_at: iso(server.clock.now),
      percentage_completed: 100,
      next_resource: null,
    });
    server.clock.now += hours(1);
    await trackResource(free, tracking, video, { percentage_completed: 10 });
    await trackLesson(free, { mode: 'update', time_spent: 3 });
    expect((await dashboard()).assignments[0]).toMatchObject({ state: 'completed', completed_at: finished?.completed_at });
  });
  it('does not take a quiz for finished before it is handed in', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking = (await trackLesson(assigned)).data;
    for (const resource of [quiz, assessment]) await trackResource(assigned, tracking, resource, { percentage_completed: 100 });
    const { lesson_resources } = await player(assigned);
    expect(lesson_resources.map((resource) => resource.percentage_completed)).toEqual([0, 0, 99, 99]);
  });
  it('knows no foreign ids', async () => {
    const assigned = await assign(ids.freeLesson);
    const tracking = (await trackLesson(assigned)).data;
    const ben = await server.signIn('ben');
    const bens = (await trackLesson(assigned, {}, ben)).data;
    const bensResource = (await trackResource(assigned, bens, reading, {}, ben)).data;
    const before = await server.db.selectFrom('resource_tracking').selectAll().execute();
    for (const wrong of [
      { user_puid: ids.ben },
      { lesson_tracking_id: bens },
      { lesson_tracking_id: 999 },
      { resource_id: resourceIds(ids.orderedLesson).reading },
      { resource_id: 999 },
      { tracking_id: bensResource },
      { tracking_id: 999 },
      { lesson_id: ids.orderedLesson },
      { assignment_id: 999 },
    ])
      expectFailure(await trackResource(assigned, tracking, reading, wrong), 404);
    expect(await server.db.selectFrom('resource_tracking').selectAll().execute()).toEqual(before);
  });
  it('keeps the order where the lesson has one, and says what comes first', async () => {
    const ordered = resourceIds(ids.orderedLesson);
    const assigned = await assign(ids.orderedLesson);
    const tracking = (await trackLesson(assigned)).data;
    expectFailure(await trackResource(assigned, tracking, ordered.video), 409, 'Do this lesson in order: finish “reading” first.');
    expectFailure(
      await ana.call(calls.startQuiz, { quiz_id, lesson_id: ids.orderedLesson, lesson_resource_tracking_id: 0 }),
      409,
      /“reading”/,
    );
    await trackResource(assigned, tracking, ordered.reading, { percentage_completed: 99 });
    expectFailure(await trackResource(assigned, tracking, ordered.video), 409);
    await trackResource(assigned, tracking, ordered.reading, { percentage_completed: 100 });
    expect((await trackResource(assigned, tracking, ordered.video, { percentage_completed: 100 })).code).toBe(200);
    expect((await ana.call(calls.startQuiz, { quiz_id, lesson_id: ids.orderedLesson, lesson_resource_tracking_id: 0 })).code).toBe(200);
    expect((await trackResource(assigned, tracking, ordered.reading, { time_spent: 3 })).code).toBe(200);
  });
});
