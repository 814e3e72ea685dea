import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { AssignmentType } from '../../contract/studentWork.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { assignTo, finishLesson } from '../views/kit/fixture.ts';
import { assessment_id, ids, item_id, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
beforeEach(async () => {
  [server, ana] = await schoolServer('ana');
});
const self = { user_puid: ids.ana };

/** Adds more students to class 101, so that it has a realistic size. */
async function addClassmates(count: number) {
  const puids = Array.from({ length: count }, (_, index) => 3001 + index);
  const ben = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
  await insertAll(
    server.db,
    'app_user',
    puids.map((user_puid) => ({ ...ben, user_puid, user_name: `c${user_puid}`, user_key: `c${user_puid}` })),
  );
  await insertAll(
    server.db,
    'enrollment',
    puids.map((user_puid) => ({
      district_id: 1,
      group_puid: ids.class,
      user_puid,
      role: 'student' as const,
      sourced_id: null,
      active: 1,
    })),
  );
  return puids;
}

/** Copies an assignment of class 101 `count` times, with due dates one day apart. */
async function copyAssignment(assigned: Awaited<ReturnType<typeof assignTo>>, count: number) {
  const { db, clock } = server;
  const read = (table: 'assignment' | 'group_assignment') =>
    db.selectFrom(table).selectAll().where('assignment_id', '=', assigned.assignment_id).executeTakeFirstOrThrow();
  const [assignment, group] = [await read('assignment'), await read('group_assignment')];
  const all = Array.from({ length: count }, (_, index) => index + 1);
  await insertAll(db, 'assignment', all.map((at) => ({ ...assignment, assignment_id: 9000 + at, assignment_no: 1 + at })) as never);
  await insertAll(
    db,
    'group_assignment',
    all.map((at) => ({
      ...group,
      assignment_id: 9000 + at,
      group_assignment_id: 90_000 + at,
      from_date: clock.now - days(1),
      to_date: clock.now + days(at),
    })) as never,
  );
}

describe('the home page of a student with much work', () => {
  it('gets the counts of all, and of each kind what is due first', async () => {
    const assigned = await assignTo(server, ids.freeLesson);
    await copyAssignment(assigned, 30);
    const { assignments, counts } = await ana.ok(calls.studentDashboard, self);
    expect(counts).toEqual({ notStarted: 31, inProgress: 0, completed: 0, overdue: 0 });
    const due = (await ana.ok(calls.viewAllAssignments, { ...self, typeId: AssignmentType.all })).map(({ to_date }) => to_date);
    expect(assignments.map(({ to_date }) => to_date)).toEqual(due.slice(0, 12));
  });
});

describe('the list of all assignments', () => {
  it('holds those of its type', async () => {
    const done = await assignTo(server, ids.freeLesson);
    await finishLesson(ana, done);
    await copyAssignment(done, 3);
    await server.db
      .updateTable('group_assignment')
      .set({ to_date: server.clock.now - 1 })
      .where('group_assignment_id', '=', 90_001)
      .execute();
    await server.db
      .updateTable('group_assignment')
      .set({ from_date: server.clock.now + 1 })
      .where('group_assignment_id', '=', 90_002)
      .execute();
    const of = async (typeId: number) =>
      (await ana.ok(calls.viewAllAssignments, { ...self, typeId })).map(({ group_assignment_id }) => group_assignment_id);
    // Its quizzes are not submitted, so the lesson is not done.
    expect(await of(AssignmentType.done)).toEqual([]);
    await server.db.updateTable('lesson_tracking').set({ completed_at: server.clock.now }).execute();
    expect(await of(AssignmentType.done)).toEqual([done.group_assignment_id]);
    expect(await of(AssignmentType.toDo)).toEqual([90_001, 90_003]);
    expect(await of(AssignmentType.overdue)).toEqual([90_001]);
    expect(await of(AssignmentType.upcoming)).toEqual([90_002]);
    expect(new Set(await of(AssignmentType.all))).toEqual(new Set([done.group_assignment_id, 90_001, 90_002, 90_003]));
    expectFailure(await ana.call(calls.viewAllAssignments, { ...self, typeId: 5 }), 400);
  });
});

describe('what a student hears of classmates', () => {
  const tracking = (lessonId: number = ids.freeLesson) => ana.call(calls.otherStudentsTracking, { ...self, lessonId });

  it('is nothing while they are too few', async () => {
    await assignTo(server, ids.freeLesson);
    await addClassmates(3);
    expect((await tracking()).data).toBeNull();
  });
  it('is how many they are at each stage, without names, scores or the student', async () => {
    const assigned = await assignTo(server, ids.freeLesson);
    await addClassmates(5);
    const ben = await server.signIn('ben');
    for (const by of [ana, ben])
      await by.ok(calls.trackLesson, { user_puid: by.user.userPuid, ...assigned, time_spent: 5, tracking_id: 0, mode: 'start' });
    const { data, text } = await tracking();
    expect(data).toEqual({ students: 6, not_started: 5, in_progress: 1, completed: 0 });
    expect(text).not.toMatch(/name|puid|score|ben/i);
  });
  it('is nothing of lessons that the student does not have', async () => {
    await assignTo(server, ids.freeLesson);
    for (const lesson of [ids.orderedLesson, ids.foreignLesson, 999]) expectFailure(await tracking(lesson), 404);
  });
});

describe('what a student may open', () => {
  it('is the resources of lessons that have opened', async () => {
    await assignTo(server, ids.freeLesson);
    const later = await assignTo(server, ids.orderedLesson);
    await server.db
      .updateTable('group_assignment')
      .set({ from_date: server.clock.now + days(1) })
      .where('group_assignment_id', '=', later.group_assignment_id)
      .execute();
    const resources = await ana.ok(calls.studentResources, self);
    expect(resources.map(({ lesson_id, title, printable_quiz_id }) => [lesson_id, title, printable_quiz_id])).toEqual([
      [ids.freeLesson, 'reading', null],
      [ids.freeLesson, 'video', null],
      [ids.freeLesson, 'quiz', quiz_id],
      [ids.freeLesson, 'assessment', null],
    ]);
  });
  it('is of the library what asks and scores nothing', async () => {
    const { products, items } = await ana.ok(calls.studentLibrary, self);
    expect(items.map(({ title }) => title)).toEqual(['reading', 'video']);
    expect(items[0]).toMatchObject({ item_id, product_id: products[0]?.product_id });
    expect(products).toMatchObject([{ name: 'Course', units: [{ name: 'Unit' }] }]);
  });
});

describe('the report of a student', () => {
  it('holds released results alone, and only the own', async () => {
    const assigned = await assignTo(server, ids.freeLesson);
    for (const name of ['ana', 'ben']) {
      const by = await server.signIn(name);
      const { result_id } = await by.ok(calls.startQuiz, { quiz_id, lesson_id: assigned.lesson_id, lesson_resource_tracking_id: 0 });
      await by.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    }
    expect(await ana.ok(calls.studentReport, self)).toEqual([]);
    await server.db.updateTable('attempt').set({ state: 'released', score: 3 }).execute();
    expect(await ana.ok(calls.studentReport, self)).toMatchObject([
      { lesson_name: 'In any order', group_name: 'Science 6, Period 2', title: 'quiz', score: 3 },
    ]);
  });
});

describe('a quiz on paper', () => {
  const print = async (further: Record<string, number> = {}) => {
    const { lesson_id, assignment_id } = await assignTo(server, ids.freeLesson);
    return ana.call(calls.printableQuiz, { ...self, lesson_id, assignment_id, quiz_id, ...further });
  };
  it('has its head and every question, and nothing that tells right from wrong', async () => {
    const { data, text } = await print();
    expect(data).toMatchObject({
      title: 'quiz',
      lesson_name: 'In any order',
      group_name: 'Science 6, Period 2',
      period: '2',
      teacher_name: 'tess Person',
    });
    expect(data.questions).toHaveLength(8);
    expect(text).not.toMatch(/EXPLANATION|MISCONCEPTION|is_answer|correct/);
    const ordering = data.questions.find(({ question_type }) => question_type === 'ordering');
    const matching = data.questions.find(({ question_type }) => question_type === 'matching');
    expect(ordering?.answer_options.map(({ answer_text }) => answer_text)).toEqual(['first', 'second', 'third'].sort());
    expect(matching?.answer_options.map(({ answer_text }) => answer_text)).toEqual(['apart', 'none', 'rows']);
  });
  it('is no assessment, and no quiz of another lesson', async () => {
    expectFailure(await print({ quiz_id: assessment_id }), 403, /on the screen/);
  });
  it('waits for its turn where the lesson goes in order', async () => {
    const assigned = await assignTo(server, ids.orderedLesson);
    const named = { ...self, lesson_id: assigned.lesson_id, assignment_id: assigned.assignment_id };
    const printable = async () =>
      (await ana.ok(calls.studentResources, self)).filter(
        (one) => one.lesson_id === assigned.lesson_id && one.printable_quiz_id === quiz_id,
      ).length;
    expectFailure(await ana.call(calls.printableQuiz, { ...named, quiz_id }), 409, /finish “/);
    expect(await printable()).toBe(0);
    await finishLesson(ana, assigned);
    expect((await ana.call(calls.printableQuiz, { ...named, quiz_id })).code).toBe(200);
    expect(await printable()).toBe(1);
  });
  it('is of the own assignments', async () => {
    expectFailure(await print({ lesson_id: ids.orderedLesson }), 404);
    expectFailure(await ana.call(calls.printableQuiz, { ...self, lesson_id: ids.freeLesson, assignment_id: 999, quiz_id }), 404);
  });
});
