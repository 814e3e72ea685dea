import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { NewRow } from '../../server/db/schema.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
});

const inClass = { group_puid: ids.class, from_date: '2029-10-01', to_date: '2030-01-15' };
const of = (student_puid: number) => ({ ...inClass, student_puid });
/** The attempt of a student in an assignment. */
const attemptOf = (user_puid: number, group_assignment_id: number) =>
  server.db
    .selectFrom('attempt')
    .selectAll()
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .executeTakeFirstOrThrow();
const earlierOf = (user_puid: number) =>
  server.db.selectFrom('earlier_attempt').selectAll().where('user_puid', '=', user_puid).executeTakeFirstOrThrow();

describe('reports on one student', () => {
  it('are seen by whoever sees the class, and never by a student', async () => {
    const { result_id } = await attemptOf(ids.ana, odd.due);
    const ask = (client: TestClient) =>
      Promise.all([
        client.call(calls.studentAssementReport, of(ids.ana)),
        client.call(calls.familyReport, of(ids.ana)),
        client.call(calls.attemptPlace, { result_id }),
      ]);
    const own = await ask(tess);
    for (const { status } of own) expect(status).toBe('success');
    for (const name of ['sue', 'dan', 'pam', 'max']) expect(await ask(await server.signIn(name))).toEqual(own);
    for (const name of ['tom', 'sid', 'ted', 'dora']) for (const answer of await ask(await server.signIn(name))) expectFailure(answer, 404);
    for (const name of ['ana', 'ben']) for (const answer of await ask(await server.signIn(name))) expectFailure(answer, 403);
  });

  it.each([
    ['left the class', odd.left],
    ['was deactivated', odd.deactivated],
    ['is in another class', ids.cal],
    ['is their teacher', ids.tess],
  ])('do not exist for somebody who %s', async (_, puid) => {
    expectFailure(await tess.call(calls.studentAssementReport, of(puid)), 404);
    expectFailure(await tess.call(calls.familyReport, of(puid)), 404);
  });

  it('hold for a class without assignments', async () => {
    await server.db.updateTable('group_assignment').set({ unassigned_at: server.clock.now }).execute();
    expect(await tess.ok(calls.studentAssementReport, of(ids.ana))).toMatchObject({ choices: [], assessments: [] });
    expect(await tess.ok(calls.familyReport, of(ids.ana))).toMatchObject({ assignments: [], results: [], standards: [] });
  });
});

describe('assessments of one student', () => {
  it('have the state and points of each, what waits, and the attempts before', async () => {
    const { assessments } = await tess.ok(calls.studentAssementReport, of(ids.ana));
    expect(assessments.map((one) => [one.group_assignment_id, one.quiz_id, one.state, one.score, one.is_waiting])).toEqual([
      [odd.unscored, quiz_id, 'submitted', null, true],
      [odd.unscored, assessment_id, 'notStarted', null, false],
      [odd.again, quiz_id, 'notStarted', null, false],
      [odd.due, quiz_id, 'released', 13, false],
    ]);
    const { result_id, time_spent } = await attemptOf(ids.ana, odd.due);
    expect(assessments.at(-1)).toMatchObject({ result_id, time_spent, max_score: 13, earlier: [], is_learnosity_enabled: false });
    const late = await tess.ok(calls.studentAssementReport, { ...of(ids.ben), group_assignment_id: odd.due });
    expect(late.assessments).toMatchObject([{ state: 'graded', score: 2, is_past_due: true }]);
  });

  it('keep a reassigned attempt, without points while an answer waits for them', async () => {
    const earlier = async () =>
      (await tess.ok(calls.studentAssementReport, { ...of(odd.moved), group_assignment_id: odd.due })).assessments[0];
    const { result_id } = await earlierOf(odd.moved);
    // The former class's result of the same quiz does not count.
    expect(await earlier()).toMatchObject({ state: 'notStarted', result_id: null, earlier: [{ result_id, state: 'graded', score: 2 }] });
    await server.db
      .updateTable('earlier_attempt')
      .set({ responses: JSON.stringify([{ points: 2 }, { points: null }]) })
      .where('result_id', '=', result_id)
      .execute();
    expect(await earlier()).toMatchObject({ earlier: [{ score: null }] });
  });

  it('have the mean of the class from five scores on, the same as in the report on the class', async () => {
    const classScore = async () =>
      (await tess.ok(calls.studentAssementReport, { ...of(ids.ana), group_assignment_id: odd.due })).assessments[0]?.class_score;
    expect(await classScore()).toBeNull();
    for (const [at, marks] of [[1], [1, 2], [1, 2, 1]].entries()) {
      const pat = await server.db.selectFrom('attempt').selectAll().where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
      const model = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
      const user_puid = 1050 + at;
      const name = `pat${at}`;
      await server.db
        .insertInto('app_user')
        .values({ ...model, user_puid, user_name: name, user_key: name, sourced_id: null, student_number: null })
        .execute();
      const enrollment: NewRow<'enrollment'> = {
        ...{ district_id: ids.district, group_puid: ids.class, user_puid, active: 1, role: 'student', sourced_id: null },
      };
      await server.db.insertInto('enrollment').values(enrollment).execute();
      await server.db
        .insertInto('attempt')
        .values({ ...pat, group_assignment_id: odd.due, assignment_id: odd.due, result_id: 70_000 + at, user_puid, score: marks.length })
        .execute();
    }
    const { assessments } = await tess.ok(calls.groupAssementReport, { ...inClass, group_assignment_id: odd.due });
    expect(await classScore()).toBe(assessments[0]?.score);
    expect(assessments[0]?.score).toBe(Math.round((100 * (13 + 2 + 1 + 2 + 3)) / 13 / 5));
  });
});

describe('the place of an attempt', () => {
  it('is found for the attempt that counts and for one before it', async () => {
    const { result_id } = await attemptOf(ids.ben, odd.due);
    expect(await tess.ok(calls.attemptPlace, { result_id })).toEqual({
      ...{ result_id, quiz_id, title: 'quiz', group_puid: ids.class, group_name: 'Science 6, Period 2' },
      ...{ group_assignment_id: odd.due, student_puid: ids.ben, is_learnosity_enabled: false },
    });
    const before = await earlierOf(odd.moved);
    expect(await tess.ok(calls.attemptPlace, { result_id: before.result_id })).toMatchObject({ student_puid: odd.moved });
  });

  it('is not found in another class, in an assignment taken back, and without an attempt', async () => {
    const elsewhere = await attemptOf(odd.moved, odd.elsewhere);
    expectFailure(await tess.call(calls.attemptPlace, { result_id: elsewhere.result_id }), 404);
    const { result_id } = await attemptOf(ids.ben, odd.due);
    await server.db.updateTable('group_assignment').set({ unassigned_at: 1 }).where('group_assignment_id', '=', odd.due).execute();
    expectFailure(await tess.call(calls.attemptPlace, { result_id }), 404);
    expectFailure(await tess.call(calls.attemptPlace, { result_id: 99_999_999 }), 404);
  });
});

describe('the report for a family', () => {
  /** Gives the questions of the quiz standards: the first three one, the next two. */
  const setStandards = async () => {
    const questions = await server.db
      .selectFrom('question')
      .select('question_id')
      .where('quiz_id', '=', quiz_id)
      .orderBy('sort_order')
      .execute();
    await server.db.insertInto('standard').values({ code: 'MS-A', framework: 'NGSS', grades: '[]', summary: 'Explain heat.' }).execute();
    for (const [at, { question_id }] of questions.entries())
      await server.db
        .updateTable('question')
        .set({ standards: JSON.stringify(at < 3 ? ['MS-A'] : at < 5 ? ['MS-A', 'MS-B'] : []) })
        .where('question_id', '=', question_id)
        .execute();
  };

  it('names the school and the teachers, and no other student', async () => {
    const report = await tess.ok(calls.familyReport, of(ids.ben));
    expect(report).toMatchObject({
      group_name: 'Science 6, Period 2',
      teachers: [{ first_name: 'tess', last_name: 'Person' }],
      student: { user_puid: ids.ben, first_name: 'ben' },
    });
    expect(report.school_name).not.toBe('');
    expect(JSON.stringify(report)).not.toMatch(/ana|gus|O’Neill/);
  });

  it('has released results only, whatever else was graded, scheduled or withdrawn', async () => {
    const results = async (puid: number) => (await tess.ok(calls.familyReport, of(puid))).results;
    expect(await results(ids.ana)).toMatchObject([{ title: 'quiz', lesson_name: 'In order', score: 13, max_score: 13 }]);
    expect(await results(ids.ben)).toEqual([]);
    const { result_id } = await attemptOf(ids.ben, odd.due);
    for (const state of ['submitted', 'scheduled', 'recalled', 'started'] as const) {
      await server.db.updateTable('attempt').set({ state }).where('result_id', '=', result_id).execute();
      const report = await tess.ok(calls.familyReport, of(ids.ben));
      expect([state, report.results, report.standards]).toEqual([state, [], []]);
    }
  });

  it('counts points by standard: unanswered is none, what waits is left out, and a question of two standards counts in both', async () => {
    await setStandards();
    const standards = async (puid: number) => (await tess.ok(calls.familyReport, of(puid))).standards;
    expect(await standards(ids.ana)).toEqual([
      { code: 'MS-A', summary: 'Explain heat.', questions: 5, points: 6, max_points: 6 },
      { code: 'MS-B', summary: null, questions: 2, points: 2, max_points: 2 },
    ]);
    // The fourth answer waits for its points; the fifth question was not answered.
    const { result_id } = await attemptOf(ids.ana, odd.unscored);
    await server.db.updateTable('attempt').set({ state: 'graded' }).where('user_puid', '=', ids.ana).execute();
    await server.db.updateTable('attempt').set({ state: 'released' }).where('result_id', '=', result_id).execute();
    expect(await standards(ids.ana)).toMatchObject([
      { code: 'MS-A', questions: 4, points: 4, max_points: 5 },
      { code: 'MS-B', questions: 1, points: 0, max_points: 1 },
    ]);
    expect((await tess.ok(calls.familyReport, of(ids.ana))).results).toMatchObject([{ score: null }]);
  });

  it('says of each assignment whether it was on time, late, missing or still open', async () => {
    const standing = async (puid: number) =>
      (await tess.ok(calls.familyReport, of(puid))).assignments.map((one) => [
        one.group_assignment_id,
        one.state,
        one.is_late,
        one.is_missing,
      ]);
    expect(await standing(ids.ben)).toEqual([
      [odd.empty, 'notStarted', false, false],
      [odd.unscored, 'completed', false, false],
      [odd.again, 'notStarted', false, false],
      [odd.due, 'completed', true, false],
    ]);
    expect((await standing(odd.long)).at(-1)).toEqual([odd.due, 'inProgress', false, true]);
    // Reassigned after the due date.
    expect((await standing(odd.moved)).at(-1)).toEqual([odd.due, 'inProgress', false, false]);
  });

  it('follows the period', async () => {
    const soon = { ...of(ids.ana), from_date: '2030-01-14', to_date: '2030-01-15' };
    const { assignments, results } = await tess.ok(calls.familyReport, soon);
    expect(assignments.map((one) => one.group_assignment_id)).not.toContain(odd.due);
    expect(results).toEqual([]);
    expectFailure(await tess.call(calls.familyReport, { ...soon, to_date: '2030-01-01' }), 400);
  });
});
