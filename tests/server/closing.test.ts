import { beforeEach, describe, expect, it } from 'vitest';
import { closedWhileRunning } from '../../contract/closing.ts';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import { idOf } from '../../server/content/ids.ts';
import { assignTo, keepResources } from '../views/kit/fixture.ts';
import { assessment_id, ids, item_id, quiz_id, resourceIds, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer } from './testServer.ts';

const lesson_id = ids.freeLesson;
const ownItem = idOf('course/unit/sub/assessment');

let server: TestServer;
let ana: TestClient;
let tess: TestClient;
let assigned: Awaited<ReturnType<typeof assignTo>>;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
  assigned = await assignTo(server, lesson_id);
});

const begin = (by = ana) => by.ok(calls.startAssessment, { assessment_id, lesson_id, lesson_resource_tracking_id: 0 });
const handIn = (result_id: number) => ana.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
const look = (by = ana, id = item_id) => {
  const { userPuid, role } = by.user;
  return by.call(calls.getContent, { id, userPuid, roleId: role, districtId: 1, stateId: null });
};
const play = (by = ana) =>
  by.ok(calls.lessonPlayer, {
    user_puid: by.user.userPuid,
    lesson_id,
    assignment_id: by.user.role === Role.student ? assigned.assignment_id : 0,
  });
const running = (by = ana) => by.ok(calls.runningAssessment, {});
const print = () => ana.call(calls.printableQuiz, { user_puid: ids.ana, lesson_id, assignment_id: assigned.assignment_id, quiz_id });
/** Keeps the dates; only the given fields change. */
const change = async (readings_open: boolean | undefined, further = {}) => {
  const { from_date, to_date } = await server.db.selectFrom('group_assignment').selectAll().executeTakeFirstOrThrow();
  return tess.ok(calls.changeDates, {
    group_assignment_id: assigned.group_assignment_id,
    from_date: new Date(from_date).toISOString(),
    to_date: new Date(to_date as number).toISOString(),
    readings_open,
    ...further,
  });
};

describe('content beside a timed assessment', () => {
  it('is closed while it runs, by the item and on paper, also in a second session', async () => {
    const second = await server.signIn('ana');
    expect((await look(second)).code).toBe(200);
    expect(await running()).toBeNull();
    const { result_id, end_time, closes_content } = await begin();
    const there = {
      result_id,
      quiz_id: assessment_id,
      title: 'assessment',
      lesson_id,
      assignment_id: assigned.assignment_id,
      group_assignment_id: assigned.group_assignment_id,
      lesson_resource_id: resourceIds(lesson_id).assessment,
      end_time,
    };
    expect(closes_content).toEqual(there);
    for (const by of [ana, second]) {
      const refused = await look(by);
      expectFailure(refused, closedWhileRunning, /closed while you are in “assessment”/);
      expect(refused.data).toMatchObject({ reason: 'closedInAssessment', end_time });
      expect(await running(by)).toEqual(there);
      expect((await play(by)).running_assessment).toEqual(there);
    }
    expectFailure(await print(), closedWhileRunning);
  });

  it('is closed at once to all of many looks that come with the start', async () => {
    const second = await server.signIn('ana');
    await begin();
    const looks = await Promise.all(Array.from({ length: 10 }, (_, at) => look(at % 2 ? ana : second)));
    expect(looks.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => closedWhileRunning));
  });

  it('is open again once it is handed in', async () => {
    const { result_id } = await begin();
    expect((await look()).code).toBe(closedWhileRunning);
    await handIn(result_id);
    expect((await look()).code).toBe(200);
    expect((await print()).code).toBe(200);
    expect(await running()).toBeNull();
    expect((await play()).running_assessment).toBeNull();
  });

  it('is open again once its time is over, although nobody has handed in', async () => {
    await begin();
    server.clock.now += minutes(10) - 1;
    expect((await look()).code).toBe(closedWhileRunning);
    server.clock.now += 1;
    expect((await look()).code).toBe(200);
    expect(await running()).toBeNull();
  });

  it('stays closed where the assessment is gone on with, which says so again', async () => {
    const first = await begin();
    server.clock.now += minutes(5);
    expect(await begin()).toEqual(first);
    expect((await look()).code).toBe(closedWhileRunning);
  });

  it('leaves open what the assessment itself shows, its answers and its end', async () => {
    const { result_id, quiz_details } = await begin();
    expect((await look(ana, ownItem)).code).toBe(200);
    const question_id = quiz_details.questions[0]?.id as number;
    const answer = { question_id, answer_id: null, answer_text: 'a', is_correct_answer: null, time_spent: 1, sequence: 1 };
    const given_at = new Date(server.clock.now).toISOString();
    await ana.ok(calls.saveAnswers, { result_id, answers: [{ ...answer, given_at }] } as never);
    await handIn(result_id);
  });

  it('is closed to nobody else: classmates, teachers, and an item that is not there is still not there', async () => {
    await begin();
    expect((await look(await server.signIn('ben'))).code).toBe(200);
    expect((await look(tess)).code).toBe(200);
    expect((await play(tess)).running_assessment).toBeNull();
    expectFailure(await look(ana, 999), 404);
    expect((await tess.call(calls.runningAssessment, {})).code).toBe(403);
  });

  it('is closed by no quiz without a time limit', async () => {
    const started = await ana.ok(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
    expect(started).not.toHaveProperty('closes_content');
    expect((await look()).code).toBe(200);
    expect(await running()).toBeNull();
  });

  it('is open again once the assignment is taken away', async () => {
    await begin();
    await tess.ok(calls.unassign, { group_assignment_id: assigned.group_assignment_id });
    expect((await look()).code).toBe(200);
  });
});

describe('the switch of the teacher', () => {
  const listed = async () => {
    const today = '2030-01-15';
    const [assignment] = await tess.ok(calls.groupAssignments, { user_puid: ids.tess, from_date: today, to_date: today });
    return assignment?.readings_open;
  };

  it('is off where nothing was said, and keeps content open where it is on', async () => {
    expect(await listed()).toBe(false);
    expect(await change(true)).toMatchObject({ notified: 0 });
    expect(await listed()).toBe(true);
    expect(await begin()).not.toHaveProperty('closes_content');
    expect((await look()).code).toBe(200);
    expect((await print()).code).toBe(200);
    expect(await running()).toBeNull();
  });

  it('holds for an assessment that runs already', async () => {
    await begin();
    await change(true);
    expect((await look()).code).toBe(200);
    await change(false);
    expect((await look()).code).toBe(closedWhileRunning);
  });

  it('changes without a word to students, and also once they have begun; new dates leave it as it is', async () => {
    await begin();
    await change(true);
    expect(await server.db.selectFrom('notification').selectAll().execute()).toEqual([]);
    const to_date = new Date(server.clock.now + days(9)).toISOString();
    expect(await change(undefined, { to_date })).toMatchObject({ notified: 2 });
    expect(await listed()).toBe(true);
  });

  it('is set when assigning, to one class and to several, and anew when it is assigned again', async () => {
    const details = { from_date: new Date(server.clock.now).toISOString(), to_date: null };
    const group_assignment_id = assigned.group_assignment_id;
    await tess.ok(calls.unassign, { group_assignment_id });
    const named = { lesson_id, assignment_no: 1 as const };
    const assignment_details = JSON.stringify({ ...details, readings_open: true });
    await tess.ok(calls.assign, { ...named, group_puid: ids.class, assignment_details });
    expect(await listed()).toBe(true);
    await tess.ok(calls.unassign, { group_assignment_id });
    await tess.ok(calls.assignToClasses, { ...named, assignment_details: JSON.stringify([{ group_puid: ids.class, ...details }]) });
    expect(await listed()).toBe(false);
  });

  it('is offered where the lesson holds a timed assessment, whether a class has it or not', async () => {
    const offered = async () =>
      (await tess.ok(calls.classesForLesson, { user_puid: ids.tess, lesson_id })).map((one) => one.has_timed_assessment);
    expect(await offered()).toEqual([true]);
    await tess.ok(calls.unassign, { group_assignment_id: assigned.group_assignment_id });
    expect(await offered()).toEqual([true]);
    await keepResources(server, lesson_id, ['reading', 'quiz']);
    expect(await offered()).toEqual([false]);
    // Without a lesson in the request, the field is absent.
    for (const one of await tess.ok(calls.classesForLesson, { user_puid: ids.tess }))
      expect(one).not.toHaveProperty('has_timed_assessment');
  });

  it('of one class says nothing about another', async () => {
    await change(true);
    const other = await assignTo(server, ids.orderedLesson);
    expect(other.group_assignment_id).not.toBe(assigned.group_assignment_id);
    const rows = await server.db.selectFrom('group_assignment').select(['lesson_id', 'readings_open']).orderBy('lesson_id').execute();
    expect(rows).toEqual([
      { lesson_id: ids.orderedLesson, readings_open: 0 },
      { lesson_id, readings_open: 1 },
    ]);
  });
});
