import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { NewRow } from '../../server/db/schema.ts';
import { assessment_id, ids, item_id, quiz_id, schoolServer } from './fixtureSchool.ts';
import { addLessonOfKinds, kinds } from './lessonOfKinds.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { giveReader } from './readerOfClass.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

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
      ...{ group_assignment_id: odd.due, student_puid: ids.ben, is_learnosity_enabled: false, provider: 'builtIn', fetched_at: null },
    });
    const before = await earlierOf(odd.moved);
    expect(await tess.ok(calls.attemptPlace, { result_id: before.result_id })).toMatchObject({ student_puid: odd.moved });
  });

  it('says whether the answers are here: what Learnosity delivered has no score', async () => {
    const { result_id } = await attemptOf(ids.ben, odd.due);
    const item = server.db.selectFrom('quiz').select('item_id').where('quiz_id', '=', quiz_id);
    await server.db.updateTable('content_item').set({ is_learnosity_enabled: 1 }).where('item_id', '=', item).execute();
    const place = async (attempt: { score?: number | null; state?: 'started' | 'graded' }) => {
      await server.db.updateTable('attempt').set(attempt).where('result_id', '=', result_id).execute();
      const { provider, is_learnosity_enabled } = await tess.ok(calls.attemptPlace, { result_id });
      return [provider, is_learnosity_enabled];
    };
    expect(await place({ score: 2 })).toEqual(['builtIn', true]);
    expect(await place({ score: null })).toEqual(['learnosity', true]);
    // Begun with the built-in provider, since nothing else is configured.
    expect(await place({ state: 'started' })).toEqual(['builtIn', true]);
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

describe('what a class has read', () => {
  const report = async () => tess.ok(calls.htmlReaderReport, inClass);
  const workOf = async (puid: number, group_assignment_id: number) =>
    (await report()).students
      .find(({ user_puid }) => user_puid === puid)
      ?.work.find((one) => one.group_assignment_id === group_assignment_id);
  let trackId = 80_000;
  /** An opening of the reading in the ordered lesson, in days from now; `ended`: null while it is open. */
  const open = (user_puid: number, started: number, ended: number | null, more: Partial<NewRow<'content_track'>> = {}) =>
    server.db
      .insertInto('content_track')
      .values({
        ...{ district_id: ids.district, content_track_id: ++trackId, user_puid, item_id, item_type_id: ResourceType.reading },
        ...{ lesson_id: ids.orderedLesson, time_spent: 60, is_timed_out: 0 },
        started_at: server.clock.now + days(started),
        ended_at: ended === null ? null : server.clock.now + days(ended),
        ...more,
      })
      .execute();

  it('lists every reading of the assignments and everyone in the class, with and without work', async () => {
    const { readings, students, choices } = await report();
    expect(readings.map((one) => [one.group_assignment_id, one.title])).toEqual([
      [odd.empty, 'reading'],
      [odd.unscored, 'reading'],
      [odd.again, 'reading'],
      [odd.due, 'reading'],
    ]);
    expect(choices).toHaveLength(4);
    expect(students.map(({ user_puid, work }) => [user_puid, work.length])).toEqual([
      [odd.long, 4],
      [ids.ana, 4],
      [ids.ben, 4],
      [odd.moved, 4],
    ]);
    expect(await workOf(odd.long, odd.due)).toMatchObject({
      state: 'inProgress',
      percentage_completed: 100,
      opened: 0,
      last_opened_at: null,
    });
    expect(await workOf(odd.long, odd.again)).toMatchObject({ state: 'notStarted', percentage_completed: 0 });
    expect(await workOf(ids.ana, odd.due)).toMatchObject({ state: 'completed', time_spent: 0 });
  });

  it('adds up openings and attention; one that was never closed adds no time', async () => {
    await open(ids.ana, -17, -16.9);
    await open(ids.ana, -16, -15.9, { time_spent: 0, is_timed_out: 1 });
    await open(ids.ana, -1, null, { time_spent: 0 });
    // Another item, another lesson, and outside any lesson.
    await open(ids.ana, -16, -15.9, { item_id: item_id + 1 });
    await open(ids.ana, -16, -15.9, { lesson_id: ids.tomsLesson });
    await open(ids.ana, -16, -15.9, { lesson_id: null });
    const last_opened_at = new Date(server.clock.now - days(1)).toISOString();
    expect(await workOf(ids.ana, odd.due)).toMatchObject({ opened: 3, time_spent: 60, last_opened_at });
  });

  it('counts an opening in the assignment that was begun last, also if that is one of another class', async () => {
    // Gus read the lesson in his former class, and begins it again in this one two days ago.
    await open(odd.moved, -17, -16.9);
    await open(odd.moved, -2.001, -1.9, { time_spent: 30 });
    expect(await workOf(odd.moved, odd.due)).toMatchObject({ opened: 1, time_spent: 30 });
    expect(await workOf(odd.moved, odd.again)).toMatchObject({ opened: 0 });
    // Ben begins the lesson that was given twice a second time.
    const begun = await server.db
      .selectFrom('lesson_tracking')
      .selectAll()
      .where('user_puid', '=', ids.ben)
      .where('group_assignment_id', '=', odd.due)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('lesson_tracking')
      .values({
        ...begun,
        tracking_id: ++trackId,
        assignment_id: odd.again,
        group_assignment_id: odd.again,
        started_at: server.clock.now - days(4),
      })
      .execute();
    await open(ids.ben, -11, -10.9);
    await open(ids.ben, -4, -3.9);
    await open(ids.ben, -3, -2.9);
    expect([await workOf(ids.ben, odd.due), await workOf(ids.ben, odd.again)]).toMatchObject([{ opened: 1 }, { opened: 2 }]);
  });

  it('follows one assignment, and holds for a class without students', async () => {
    const { readings, choices } = await tess.ok(calls.htmlReaderReport, { ...inClass, group_assignment_id: odd.due });
    expect([readings.length, choices.length]).toEqual([1, 4]);
    const empty = { ...inClass, group_puid: odd.emptyClass };
    expect(await tess.ok(calls.htmlReaderReport, empty)).toMatchObject({ choices: [], readings: [], students: [] });
    expect(await tess.ok(calls.readerReport, empty)).toMatchObject({ choices: [], readers: [], students: [] });
    const all = { ...inClass, group_assignment_id: odd.elsewhere };
    expect((await tess.ok(calls.htmlReaderReport, all)).readings).toEqual([]);
  });

  it('is seen by whoever sees the class, and never by a student', async () => {
    for (const call of [calls.readerReport, calls.htmlReaderReport]) {
      for (const name of ['tess', 'sue', 'dan', 'pam', 'max'])
        expect((await (await server.signIn(name)).ok(call, inClass)).students).toHaveLength(4);
      for (const name of ['tom', 'sid', 'ted', 'dora']) expectFailure(await (await server.signIn(name)).call(call, inClass), 404);
      expectFailure(await (await server.signIn('ana')).call(call, inClass), 403);
    }
  });
});

describe('what a class has read of its leveled readers', () => {
  const readers = async () => tess.ok(calls.readerReport, inClass);
  const workOf = async (puid: number) => (await readers()).students.find(({ user_puid }) => user_puid === puid)?.work;

  beforeEach(async () => {
    await addLessonOfKinds(server.ports);
    await giveReader(server);
  });

  it('has level, pages, time and quiz of each, without work too', async () => {
    const report = await readers();
    expect(report.readers).toMatchObject([{ title: 'reader', lexile: 620, spanish_remark: null, pages: 2 }]);
    expect(report.choices).toHaveLength(1);
    expect(await workOf(ids.ana)).toMatchObject([
      { state: 'completed', pages_read: 2, time_spent: 240, quiz: { correct: 1, questions: 1, is_submitted: true } },
    ]);
    expect(await workOf(ids.ben)).toMatchObject([
      { state: 'inProgress', pages_read: 1, percentage_completed: 50, quiz: { correct: 0, questions: 1, is_submitted: false } },
    ]);
    expect(await workOf(odd.moved)).toMatchObject([
      { state: 'notStarted', pages_read: 0, time_spent: 0, quiz: { correct: 0, questions: 1, is_submitted: false } },
    ]);
    expect(report.students.map(({ user_puid }) => user_puid)).not.toContain(odd.left);
  });

  it('has the remark of a Spanish reader, and no quiz where there is none', async () => {
    await server.db
      .updateTable('content_item')
      .set({ lexile: null, spanish_remark: 'Nivel intermedio', quiz_id: null })
      .where('item_id', '=', kinds.item('reader'))
      .execute();
    expect((await readers()).readers).toMatchObject([{ lexile: null, spanish_remark: 'Nivel intermedio' }]);
    expect(await workOf(ids.ana)).toMatchObject([{ quiz: null }]);
  });
});
