import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
});

const period = { from_date: '2029-10-01', to_date: '2030-01-15' };
const inClass = { group_puid: ids.class, ...period };

describe('reports on a class', () => {
  it('are seen by whoever sees the class: its teacher, its school, its district', async () => {
    const { ok } = tess;
    const own = await ok(calls.classReport, inClass);
    for (const name of ['sue', 'dan', 'pam', 'max']) expect(await (await server.signIn(name)).ok(calls.classReport, inClass)).toEqual(own);
    const of = { group_puid: ids.class, quiz_id };
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const client = await server.signIn(name);
      for (const call of [calls.classReport, calls.groupAssementReport, calls.assessmentsOfGroup])
        expectFailure(await client.call(call, inClass), 404);
      expectFailure(await client.call(calls.assessmentStatus, of), 404);
    }
  });

  it('list everyone who is in the class now, and nobody who left or was deactivated', async () => {
    const { students } = await tess.ok(calls.classReport, inClass);
    expect(students.map(({ user_puid }) => user_puid)).toEqual([odd.long, ids.ana, ids.ben, odd.moved]);
    const [, ana, , gus] = students;
    expect(ana).toMatchObject({ assigned: 4, completed: 3, late: 0, missing: 0, score: 100 });
    // What he did in his former class does not count here.
    expect(gus).toMatchObject({ assigned: 4, completed: 0, late: 0, missing: 0, score: null, time_spent: 600 });
  });

  it('count each student of an assignment once: on time, late, missing or open', async () => {
    const { assignments } = await tess.ok(calls.classReport, inClass);
    for (const one of assignments) expect(one.on_time + one.late + one.missing + one.open).toBe(one.students);
    const due = assignments.find(({ group_assignment_id }) => group_assignment_id === odd.due);
    // The open one was reassigned after the due date.
    expect(due).toMatchObject({ students: 4, on_time: 1, late: 1, missing: 1, open: 1 });
  });

  it('follow a moved due date, and forget a late mark with it', async () => {
    await server.db.updateTable('group_assignment').set({ to_date: null }).where('group_assignment_id', '=', odd.due).execute();
    const { assignments } = await tess.ok(calls.classReport, { ...inClass, group_assignment_id: odd.due });
    expect(assignments).toMatchObject([{ on_time: 2, late: 0, missing: 0, open: 2 }]);
  });

  it('offer the other assignments while one is chosen, and say nothing of another class', async () => {
    const report = await tess.ok(calls.classReport, { ...inClass, group_assignment_id: odd.elsewhere });
    expect([report.choices.length, report.assignments, report.students.map(({ assigned }) => assigned)]).toEqual([4, [], [0, 0, 0, 0]]);
    const assessed = await tess.ok(calls.groupAssementReport, { ...inClass, group_assignment_id: odd.due });
    // A lesson without an assessment is not offered.
    expect(assessed.choices.map(({ group_assignment_id }) => group_assignment_id)).toEqual([odd.unscored, odd.again, odd.due]);
    expect(assessed.assessments.map((one) => one.group_assignment_id)).toEqual([odd.due]);
  });

  it('hold for a class without students and without assignments', async () => {
    const empty = { ...inClass, group_puid: odd.emptyClass };
    expect(await tess.ok(calls.classReport, empty)).toMatchObject({ choices: [], assignments: [], students: [], score: null });
    expect(await tess.ok(calls.groupAssementReport, empty)).toMatchObject({ assessments: [], students: [] });
    expect(await tess.ok(calls.assessmentsOfGroup, empty)).toMatchObject({ assessments: [], students: [] });
    expectFailure(await tess.call(calls.assessmentStatus, { group_puid: odd.emptyClass, quiz_id }), 404);
  });

  it('refuse a period that ends before it begins', async () =>
    expectFailure(await tess.call(calls.classReport, { ...inClass, to_date: '2029-01-01' }), 400));
});

describe('assessments of a class', () => {
  it('give a score only when every answer has its points', async () => {
    const { students } = await tess.ok(calls.assessmentStatus, { group_puid: ids.class, quiz_id, group_assignment_id: odd.unscored });
    const [ana, ben] = [ids.ana, ids.ben].map((puid) => students.find(({ user_puid }) => user_puid === puid));
    expect(ana).toMatchObject({ state: 'submitted', score: null, is_waiting: true });
    expect(ben).toMatchObject({ state: 'graded', score: 9, is_waiting: false });
    const statistics = await tess.ok(calls.quizStatistics, { group_assignment_id: odd.unscored });
    const quiz = statistics.find((one) => one.quiz_id === quiz_id);
    // Of the two, only ben's total counts; the answer that waits is counted as given, and in no figure.
    expect(quiz).toMatchObject({ students: 2, mean: 9 });
    expect(quiz?.items[3]).toMatchObject({ asked: 2, answered: 2, correct: 1, facility: 1 });
  });

  it('count attempts before a reassignment, and keep what was removed from the lesson', async () => {
    const status = await tess.ok(calls.assessmentStatus, { group_puid: ids.class, quiz_id, group_assignment_id: odd.due });
    expect(status.students.find(({ user_puid }) => user_puid === odd.moved)).toMatchObject({ state: 'notStarted', attempts: 1 });
    await server.db.deleteFrom('lesson_resource').where('lesson_id', '=', ids.orderedLesson).execute();
    const { assessments } = await tess.ok(calls.assessmentsOfGroup, inClass);
    expect(assessments.map((one) => [one.group_assignment_id, one.quiz_id, one.is_removed])).toEqual([
      [odd.unscored, quiz_id, false],
      [odd.unscored, assessment_id, false],
      [odd.due, quiz_id, true],
    ]);
  });

  it('leave out the checks inside a video', async () => {
    const { assessments } = await tess.ok(calls.groupAssementReport, inClass);
    expect(new Set(assessments.map((one) => one.quiz_id))).toEqual(new Set([quiz_id, assessment_id]));
  });

  it('tell when a class sees its results', async () => {
    const due = { group_puid: ids.class, quiz_id, group_assignment_id: odd.due };
    const of = async () =>
      (await tess.ok(calls.assessmentsOfGroup, inClass)).assessments.find((one) => one.group_assignment_id === odd.due);
    expect(await of()).toMatchObject({ release_at: null, states: { released: 1, graded: 1, scheduled: 0 } });
    await tess.ok(calls.releaseReport, {
      ...{ released_by_puid: ids.tess, quiz_assessment_id: due.quiz_id, item_type_id: 10, grouppuid: due.group_puid },
      ...{ group_assignment_id: due.group_assignment_id, release_date: '2030-02-01T06:00:00Z' },
    });
    expect(await of()).toMatchObject({ release_at: '2030-02-01T06:00:00.000Z', states: { released: 1, graded: 0, scheduled: 1 } });
  });
});
