import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { type AttemptState, attemptStates, visibleToStudent } from '../../contract/quizResult.ts';
import { graded } from '../../server/db/migrations/014-graded.ts';
import { releaseDue, stateAfterHandIn } from '../../server/reports/release.ts';
import { releaseStep, statesBefore } from '../../src/machines/reports/releaseSteps.ts';
import { cases } from '../contract/cases/index.ts';
import { makeWorld } from '../contract/cases/world.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, hours, minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let ana: TestClient;
let ben: TestClient;
let assigned: { lesson_id: number; assignment_id: number; group_assignment_id: number };
const iso = (instant: number) => new Date(instant).toISOString();

beforeEach(async () => {
  [server, tess, ana, ben] = await schoolServer('tess', 'ana', 'ben');
  assigned = await tess.ok(calls.assign, {
    lesson_id: ids.freeLesson,
    group_puid: ids.class,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: iso(server.clock.now - days(1)), to_date: null }),
  });
});

const named = { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
const begin = (who: TestClient) => who.ok(calls.startQuiz, named);
async function handIn(who: TestClient, ...answers: [number, string][]) {
  const { result_id, quiz_details } = await begin(who);
  const quizResponse = answers.map(([at, answer_text]) => ({
    question_id: quiz_details.questions[at]!.id,
    answer_id: null,
    answer_text,
    time_spent: 5,
  }));
  return who.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse });
}
const which = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class };
const release = (
  given: { user_puids?: number[]; at?: number; group_assignment_id?: number; quiz_assessment_id?: number } = {},
  by = tess,
) => {
  const { at = server.clock.now, ...rest } = given;
  return by.call(calls.releaseReport, { released_by_puid: by.user.userPuid, ...which, release_date: iso(at), ...rest });
};
const recall = (user_puids?: number[], by = tess) =>
  by.call(calls.recallReport, { recalled_by_puid: by.user.userPuid, ...which, ...(user_puids ? { user_puids } : {}) });
const reassign = (reassigned_students: number[], at = server.clock.now, by = tess) =>
  by.call(calls.reassign, {
    assigned_by_puid: by.user.userPuid,
    reassigned_lessonid: ids.freeLesson,
    quiz_assessment_id: quiz_id,
    item_type_id: ResourceType.quiz,
    schoolyear: '2029-2030',
    reassigned_students,
    reassign_date: iso(at),
  });
/** State and score as the student sees them. */
const seenBy = async (who: TestClient) => {
  const { quiz_details } = await who.ok(calls.quizDetails, { user_puid: who.user.userPuid, ...named });
  return quiz_details.result && [quiz_details.result.state, quiz_details.result.score];
};

describe('the chart is the rule', () => {
  it('says where each event leads, and from where it is allowed', () => {
    expect(statesBefore('report.released')).toEqual(['submitted', 'graded', 'scheduled', 'recalled']);
    expect(statesBefore('report.scheduled')).toEqual(['submitted', 'graded', 'scheduled', 'recalled']);
    expect(statesBefore('report.recalled')).toEqual(['scheduled', 'released']);
    expect(statesBefore('work.reassigned')).toEqual(['submitted', 'graded', 'scheduled', 'released', 'recalled']);
    expect(releaseStep('started', 'work.submitted')).toBe('submitted');
    expect(releaseStep('started', 'report.released')).toBeUndefined();
    expect(releaseStep('submitted', 'work.graded')).toBe('graded');
    expect(releaseStep('recalled', 'release.cameDue')).toBeUndefined();
    expect(releaseStep('released', 'work.reassigned')).toBe('started');
  });
});

describe('what is handed in', () => {
  it('is graded at once when the server gives all the points, and waits while one answer has none', () => {
    expect([stateAfterHandIn([{ points: 0 }, { points: 2 }]), stateAfterHandIn([])]).toEqual(['graded', 'graded']);
    expect(stateAfterHandIn([{ points: 2 }, { points: null }])).toBe('submitted');
  });
  it('was graded before this was told apart: the database says so since', async () => {
    await handIn(ana, [3, 'evaporation']);
    await handIn(ben, [3, 'steam']);
    await server.db.updateTable('attempt').set({ state: 'submitted' }).execute();
    await server.db.updateTable('response').set({ points: null }).where('points', '=', 0).execute();
    await graded.up(server.db);
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['graded', null],
      ['submitted', null],
    ]);
    expect((await release()).data).toEqual({ count: 2 });
  });
});

describe('release', () => {
  it('shows a result to one student, then to all, and takes it back', async () => {
    await handIn(ana, [3, 'evaporation']);
    await handIn(ben, [3, 'steam']);
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['graded', null],
      ['graded', null],
    ]);
    expect((await release({ user_puids: [ids.ana] })).data).toEqual({ count: 1 });
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['released', 1],
      ['graded', null],
    ]);
    expect((await release()).data).toEqual({ count: 1 });
    expect(await seenBy(ben)).toEqual(['released', 0]);
    expect((await recall()).data).toEqual({ count: 2 });
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['recalled', null],
      ['recalled', null],
    ]);
    await release({ user_puids: [ids.ben] });
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['recalled', null],
      ['released', 0],
    ]);
  });
  it('of a group is followed by later submissions, until it is recalled', async () => {
    await release();
    expect(await handIn(ana, [3, 'evaporation'])).toMatchObject({ state: 'released', score: 1 });
    await recall();
    expect(await handIn(ben)).toMatchObject({ state: 'graded', score: null });
    expect(await seenBy(ana)).toEqual(['recalled', null]);
  });
  it('of one student is not followed by others', async () => {
    await handIn(ana);
    await release({ user_puids: [ids.ana] });
    expect(await handIn(ben)).toMatchObject({ state: 'graded', score: null });
  });
  it('on a day to come shows nothing before it, and the rest at that day', async () => {
    await handIn(ana);
    const at = server.clock.now + days(2);
    expect((await release({ at })).data).toEqual({ count: 1 });
    expect(await handIn(ben)).toMatchObject({ state: 'scheduled', score: null });
    server.clock.now = at - 1;
    await releaseDue(server.ports);
    expect(await seenBy(await server.signIn('ana'))).toEqual(['scheduled', null]);
    server.clock.now = at;
    await releaseDue(server.ports);
    expect([await seenBy(await server.signIn('ana')), await seenBy(await server.signIn('ben'))]).toEqual([
      ['released', 0],
      ['released', 0],
    ]);
    await releaseDue(server.ports);
    expect(await server.db.selectFrom('report_release').select('applied_at').execute()).toEqual([{ applied_at: at }]);
  });
  it('keeps the day of a student apart from that of the group', async () => {
    await handIn(ana);
    await handIn(ben);
    await release({ user_puids: [ids.ana], at: server.clock.now + hours(1) });
    await release({ user_puids: [ids.ana], at: server.clock.now + minutes(30) });
    server.clock.now += minutes(31);
    await releaseDue(server.ports);
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['released', 0],
      ['graded', null],
    ]);
  });
  it('takes what was handed in at the very moment along', async () => {
    await release();
    await handIn(ana);
    await server.db.updateTable('attempt').set({ state: 'graded', released_at: null }).execute();
    await releaseDue(server.ports);
    expect(await seenBy(ana)).toEqual(['released', 0]);
  });
  it('of all quizzes at once moves them all, and later submissions follow', async () => {
    const { group_assignment_id } = assigned;
    const all = (by: TestClient, at = server.clock.now) =>
      by.call(calls.releaseAssignment, { released_by_puid: by.user.userPuid, group_assignment_id, release_date: iso(at) });
    const timed = { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0, is_learnosity_enabled: false };
    const handInBoth = async (who: TestClient) => {
      await handIn(who);
      const { result_id } = await who.ok(calls.startAssessment, timed);
      await who.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    };
    await handInBoth(ana);
    expect((await all(tess, server.clock.now + days(1))).data).toEqual({ count: 2 });
    expect((await seenBy(ana))?.[0]).toBe('scheduled');
    expect((await all(tess)).data).toEqual({ count: 2 });
    await handInBoth(ben);
    const states = await server.db.selectFrom('attempt').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['released', 'released', 'released', 'released']);
    for (const name of ['tom', 'ted', 'dora']) expectFailure(await all(await server.signIn(name)), 404);
    expectFailure(await tess.call(calls.releaseAssignment, { released_by_puid: ids.tom, group_assignment_id, release_date: iso(0) }), 404);
  });
  it('is at once by a clock that is a little ahead, and on a day to come by none', async () => {
    await handIn(ana, [3, 'evaporation']);
    await release({ at: server.clock.now + minutes(1) });
    expect(await seenBy(ana)).toEqual(['released', 1]);
    await recall();
    await release({ at: server.clock.now + minutes(2) });
    expect(await seenBy(ana)).toEqual(['scheduled', null]);
  });
  it('of one class leaves the day of another as it is', async () => {
    await handIn(ana);
    await release({ at: server.clock.now + days(2) });
    const tom = await server.signIn('tom');
    await tom.ok(calls.assign, {
      lesson_id: ids.freeLesson,
      group_puid: ids.otherClass,
      assignment_no: 1,
      assignment_details: JSON.stringify({ from_date: iso(server.clock.now - days(1)), to_date: null }),
    });
    const whole = { released_by_puid: ids.tom, ...which, grouppuid: ids.otherClass, release_date: iso(server.clock.now) };
    expect((await tom.call(calls.releaseReport, whole)).code).toBe(200);
    expect(await handIn(ben), 'the day still stands').toMatchObject({ state: 'scheduled', score: null });
  });
  it('of all quizzes needs one', async () => {
    await server.db.deleteFrom('lesson_resource').where('lesson_id', '=', ids.freeLesson).execute();
    const order = { released_by_puid: ids.tess, group_assignment_id: assigned.group_assignment_id, release_date: iso(0) };
    expectFailure(await tess.call(calls.releaseAssignment, order), 409, 'This lesson has no quiz to release.');
  });
  it('does not bring back what was recalled', async () => {
    await handIn(ana);
    await release();
    await recall([ids.ana]);
    await releaseDue(server.ports);
    expect(await seenBy(ana)).toEqual(['recalled', null]);
  });
  it('is for those who see the class, of quizzes that it has, of students who are in it', async () => {
    await handIn(ana);
    const [tom, sue, ted] = [await server.signIn('tom'), await server.signIn('sue'), await server.signIn('ted')];
    for (const by of [tom, ted]) {
      expectFailure(await release({}, by), 404);
      expectFailure(await recall(undefined, by), 404);
      expectFailure(await reassign([ids.ana], server.clock.now, by), 404);
    }
    expectFailure(await ana.call(calls.releaseReport, { released_by_puid: ids.ana, ...which, release_date: iso(0) }), 403);
    for (const wrong of [{ user_puids: [ids.cal] }, { user_puids: [ids.zoe] }, { user_puids: [ids.tess] }, { group_assignment_id: 9 }])
      expectFailure(await release(wrong), 404);
    // An assessment does not match the named kind.
    expectFailure(await release({ quiz_assessment_id: assessment_id }), 404);
    expectFailure(await tess.call(calls.releaseReport, { released_by_puid: ids.sue, ...which, release_date: iso(0) }), 404);
    expectFailure(await release({ user_puids: [ids.ben] }), 409, 'None of them has a result to release.');
    expectFailure(await recall([ids.ana]), 409, /nothing to unrelease/);
    expect(await seenBy(ana)).toEqual(['graded', null]);
    expect((await release({}, sue)).code).toBe(200);
  });
  it('is told to the teacher', async () => {
    await handIn(ana);
    const list = async () =>
      (await tess.ok(calls.groupAssignments, { user_puid: ids.tess, from_date: '2030-01-01', to_date: '2030-01-31' }))[0];
    expect((await list())?.released).toBe(false);
    await release();
    expect((await list())?.released).toBe(true);
    const [student] = await tess.ok(calls.studentList, { group_assignment_id: assigned.group_assignment_id });
    expect(student?.results).toMatchObject([{ state: 'released', released_at: iso(server.clock.now) }]);
  });
});

describe('reassignment', () => {
  it('gives a new attempt; the earlier one stays in the history', async () => {
    await handIn(ana, [3, 'evaporation']);
    await release();
    const before = await begin(ana).catch(() => null);
    expect(before).toBeNull();
    expect((await reassign([ids.ana, ids.ben])).data).toEqual({ count: 1 });
    expect(await seenBy(ana)).toBeNull();
    const [dashboard] = (await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).assignments;
    expect(dashboard).toMatchObject({ state: 'inProgress', score: null, percentage_completed: 0 });
    await recall();
    await handIn(ana, [3, 'steam']);
    const { quizzes } = await tess.ok(calls.studentAnswers, {
      group_assignment_id: assigned.group_assignment_id,
      student_puid: ids.ana,
    });
    const own = quizzes.find((one) => one.quiz_id === quiz_id)!;
    expect(
      own.attempts.map(({ attempt_no, state, score, responses }) => [attempt_no, state, score, responses.map((one) => one.answer_text)]),
    ).toEqual([
      [1, 'released', 1, ['evaporation']],
      [2, 'graded', 0, ['steam']],
    ]);
    expect((await reassign([ids.ana])).data).toEqual({ count: 1 });
    const again = await tess.ok(calls.studentAnswers, { group_assignment_id: assigned.group_assignment_id, student_puid: ids.ana });
    expect(again.quizzes.find((one) => one.quiz_id === quiz_id)?.attempts.map(({ attempt_no }) => attempt_no)).toEqual([1, 2]);
  });
  it('after the due date is not late again; the earlier attempt stays late', async () => {
    const { group_assignment_id } = assigned;
    await server.db
      .updateTable('group_assignment')
      .set({ to_date: server.clock.now - 1 })
      .execute();
    await handIn(ana, [3, 'steam']);
    await reassign([ids.ana]);
    await handIn(ana, [3, 'evaporation']);
    const marks = async () =>
      (await tess.ok(calls.studentAnswers, { group_assignment_id, student_puid: ids.ana })).quizzes
        .flatMap(({ attempts }) => attempts)
        .map(({ is_past_due }) => is_past_due);
    expect(await marks()).toEqual([true, false]);
    const [ofAna] = await tess.ok(calls.studentList, { group_assignment_id });
    expect(ofAna?.results.map(({ is_past_due }) => is_past_due)).toEqual([false]);
  });
  it('hides the new result until it is released, whatever was released before', async () => {
    await handIn(ana, [3, 'steam']);
    await release();
    await reassign([ids.ana]);
    await handIn(ana, [3, 'evaporation']);
    await handIn(ben, [3, 'evaporation']);
    await releaseDue(server.ports);
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([
      ['graded', null],
      ['released', 1],
    ]);
    await release({ user_puids: [ids.ana] });
    expect(await seenBy(ana)).toEqual(['released', 1]);
  });
  it('follows a release whose day was still to come', async () => {
    await release({ at: server.clock.now + days(2) });
    await handIn(ana, [3, 'steam']);
    await reassign([ids.ana]);
    await handIn(ana, [3, 'evaporation']);
    expect(await seenBy(ana)).toEqual(['scheduled', null]);
    server.clock.now += days(2);
    await releaseDue(server.ports);
    ana = await server.signIn('ana');
    expect(await seenBy(ana)).toEqual(['released', 1]);
  });
  it('is no sign of the student: nobody is active because a teacher was', async () => {
    await handIn(ana, [3, 'steam']);
    server.clock.now += minutes(10);
    tess = await server.signIn('tess');
    await reassign([ids.ana]);
    const { students } = await tess.ok(calls.classActivity, { group_assignment_id: assigned.group_assignment_id });
    expect(students.map(({ is_active }) => is_active)).toEqual([false, false]);
  });
  it('from a day on, and not before', async () => {
    await handIn(ana);
    await reassign([ids.ana], server.clock.now + hours(2));
    expectFailure(await ana.call(calls.startQuiz, named), 403, 'This quiz opens on Jan 15, 2030, 11:00 AM. Come back then.');
    server.clock.now += hours(2);
    const later = await server.signIn('ana');
    expect((await later.call(calls.startQuiz, named)).code).toBe(200);
  });
  it('leaves work under way alone', async () => {
    await begin(ana);
    expectFailure(await reassign([ids.ana]), 409, /still work on it/);
    expectFailure(await reassign([ids.cal]), 404);
    expect(await server.db.selectFrom('earlier_attempt').selectAll().execute()).toEqual([]);
  });
});

describe('reports', () => {
  it('count and figure on the server', async () => {
    await handIn(ana, [3, 'evaporation'], [4, '150 kPa']);
    const one = (await tess.ok(calls.quizStatistics, { group_assignment_id: assigned.group_assignment_id })).find(
      (quiz) => quiz.quiz_id === quiz_id,
    )!;
    expect(one).toMatchObject({ students: 1, missing: 1, max_score: 13, mean: 2, median: 2, sd: null, alpha: null, release_at: null });
    expect(one.items.map(({ answered, correct, facility }) => [answered, correct, facility]).slice(2, 6)).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
      [0, 0, 0],
    ]);
    expect(one.items[0]?.options).toHaveLength(3);
    expect(one.items[3]?.options).toEqual([]);
  });
  it('give one student’s answers with key, time and comments to those who see the class', async () => {
    const { result_id } = await handIn(ana, [3, 'evaporation']);
    const { question_id } = await server.db.selectFrom('response').select('question_id').executeTakeFirstOrThrow();
    await server.db
      .insertInto('response_comment')
      .values({
        district_id: 1,
        comment_id: 1,
        result_id,
        question_id,
        user_puid: ids.tess,
        feedback_text: 'Well seen',
        score: null,
        created_at: server.clock.now,
      })
      .execute();
    const asked = { group_assignment_id: assigned.group_assignment_id, student_puid: ids.ana };
    const { quizzes, student } = await tess.ok(calls.studentAnswers, asked);
    expect(student).toMatchObject({ first_name: 'ana', state: 'inProgress' });
    const quiz = quizzes.find((one) => one.quiz_id === quiz_id)!;
    expect(quiz.questions[3]).toMatchObject({ correct_answer: 'Evaporation', explanation: 'EXPLANATION' });
    expect(quiz.attempts).toMatchObject([
      {
        attempt_no: 1,
        score: 1,
        responses: [{ answer_text: 'evaporation', is_correct: true, points: 1, time_spent: 5 }],
        comments: [{ feedback_text: 'Well seen' }],
      },
    ]);
    expectFailure(await tess.call(calls.studentAnswers, { ...asked, student_puid: ids.cal }), 404);
    for (const name of ['tom', 'ted', 'dora'])
      for (const call of [calls.studentAnswers, calls.quizStatistics, calls.studentList, calls.classActivity] as Call[])
        expectFailure(await (await server.signIn(name)).call(call, asked as never), 404);
  });
});

describe('a quiz that is taken out of the lesson', () => {
  it('keeps its results: for the teacher in every report and release, for the student once released', async () => {
    await handIn(ana, [3, 'evaporation']);
    const { group_assignment_id } = assigned;
    const reportsNow = async () => {
      const statistics = await tess.ok(calls.quizStatistics, { group_assignment_id });
      const answers = await tess.ok(calls.studentAnswers, { group_assignment_id, student_puid: ids.ana });
      const responses = await tess.ok(calls.responses, { user_Puid: ids.tess, lesson_id: ids.freeLesson, group_assignment_id });
      return {
        statistics: statistics.find((one) => one.quiz_id === quiz_id),
        answers: answers.quizzes.find((one) => one.quiz_id === quiz_id),
        responses: responses.find((one) => one.quiz_id === quiz_id),
      };
    };
    const before = await reportsNow();
    await server.db
      .deleteFrom('lesson_resource')
      .where('lesson_id', '=', ids.freeLesson)
      .where('resource_type_id', '=', ResourceType.quiz)
      .execute();
    const after = await reportsNow();
    expect(after).toEqual({
      statistics: { ...before.statistics, is_removed: true, missing: 0 },
      answers: { ...before.answers, is_removed: true },
      responses: before.responses,
    });
    expect((await release()).data).toEqual({ count: 1 });
    expectFailure(await reassign([ids.ana]), 404);
    const own = async (who: TestClient) =>
      (await who.ok(calls.assignmentResponses, { user_puid: who.user.userPuid, ...assigned })).filter((one) => one.quiz_id === quiz_id);
    expect(await own(ana)).toMatchObject([{ result: { state: 'released', score: 1 } }]);
    expect(await own(ben), 'who has done nothing in it is told nothing of it').toEqual([]);
    expect((await recall()).data).toEqual({ count: 1 });
  });
});

describe('class activity', () => {
  it('tells who is where, and who needs help after two wrong', async () => {
    const of = async (who: number) =>
      (await tess.ok(calls.classActivity, { group_assignment_id: assigned.group_assignment_id })).students.find(
        ({ user_puid }) => user_puid === who,
      );
    expect(await of(ids.ana)).toMatchObject({ state: 'notStarted', is_active: false, resource_title: null, wrong: null });
    const { result_id, quiz_details } = await begin(ana);
    const save = async (...answers: [number, string][]) => {
      const given = answers.map(([at, answer_text]) => ({
        question_id: quiz_details.questions[at]!.id,
        answer_id: null,
        answer_text,
        time_spent: 1,
        sequence: server.clock.now,
        given_at: iso(server.clock.now),
      }));
      const saved = await ana.call(calls.saveAnswers, { result_id, answers: given } as never);
      expect(saved.text).not.toMatch(/wrong|help|correct/);
    };
    await save([3, 'steam'], [4, '150 kPa']);
    expect(await of(ids.ana)).toMatchObject({
      is_active: true,
      resource_title: 'quiz',
      answered: 2,
      questions: 8,
      wrong: 1,
      needs_help: false,
    });
    server.clock.now += minutes(1);
    await save([4, '7 kPa']);
    expect(await of(ids.ana)).toMatchObject({ answered: 2, wrong: 2, needs_help: true });
    server.clock.now += minutes(3);
    expect(await of(ids.ana)).toMatchObject({ is_active: false, needs_help: true });
    expect(await of(ids.ben)).toMatchObject({ needs_help: false, answered: null });
  });
});

/** Anything that reveals correct answers or a score. */
const secrets = /EXPLANATION|MISCONCEPTION|"is_answer"|"correct_answer"|"is_correct":(?:true|false)|7\.77|A REMARK/;

describe('before release nothing tells', () => {
  it('any score, key or comment, in any state, through any call that a student can make', async () => {
    const world = await makeWorld();
    let student = await world.server.signIn('ana');
    const { db } = world.server;
    const { password_hash } = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('user_puid', '=', ids.ana)
      .executeTakeFirstOrThrow();
    const own = (await db.selectFrom('attempt').selectAll().where('result_id', '=', world.result_id).execute())[0]!;
    const remark = { district_id: 1, result_id: world.result_id, question_id: world.question_id };
    await db
      .insertInto('response_comment')
      .values({ ...remark, comment_id: 1, user_puid: ids.tess, feedback_text: 'A REMARK', score: 7.77, created_at: 1 })
      .execute();
    const told: string[] = [];
    const answered = new Set<string>();
    const walk = async (state: AttemptState, isReassigned: boolean) => {
      for (const [name, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
        if (call.access === 'public' || call.access === 'cookie' || !call.access.includes(Role.student)) continue;
        const input = cases[name].input(world) as Record<string, unknown>;
        const user = ['user_puid', 'userPuid'].find((key) => key in input);
        await db.deleteFrom('response').where('result_id', '=', own.result_id).execute();
        await db.deleteFrom('attempt').where('user_puid', '=', ids.ana).where('quiz_id', '=', quiz_id).execute();
        if (!isReassigned) {
          const isDone = state !== 'started';
          await db
            .insertInto('attempt')
            .values({ ...own, state, score: isDone ? 7.77 : null, submitted_at: isDone ? 1 : null, receipt: isDone ? 'abcd' : null })
            .execute();
          const marks = isDone ? { is_correct: 1, points: 7.77 } : { is_correct: null, points: null };
          const text = { answer_id: null, answer_text: 'x', time_spent: 1, sequence: 1, updated_at: 1 };
          await db
            .insertInto('response')
            .values({ ...remark, ...text, ...marks })
            .execute();
        }
        // A check shows the correct answer at once. It must not do so for an attempt that waits for its release.
        // So does a game that is over, whose teacher chose its questions.
        const asGiven = name === 'checkAnswer' || name === 'playerReport' ? [] : [input];
        for (const given of [...asGiven, ...('result_id' in input ? [{ ...input, result_id: own.result_id }] : [])]) {
          const ask = () => student.call(call, { ...given, ...(user ? { [user]: ids.ana } : {}) } as never);
          let answer = await ask();
          if (answer.code === 401) {
            // An earlier call, such as a password change, ended the session.
            await db.updateTable('app_user').set({ password_hash }).where('user_puid', '=', ids.ana).execute();
            student = await world.server.signIn('ana');
            answer = await ask();
          }
          if (answer.code === 200) answered.add(name);
          if (secrets.test(answer.text)) told.push(`${isReassigned ? 'reassigned' : state}: ${name}`);
        }
      }
    };
    for (const state of attemptStates) if (!visibleToStudent[state].score) await walk(state, false);
    const { district_id, result_id, user_puid, group_assignment_id, started_at, time_spent, max_score, layout } = own;
    await db
      .insertInto('earlier_attempt')
      .values({
        ...{ district_id, result_id, user_puid, quiz_id, group_assignment_id, started_at, time_spent, max_score, layout },
        ...{ attempt_no: 1, state: 'released', submitted_at: 1, is_late: 0, score: 7.77, responses: '[]', schoolyear: '', opens_at: 0 },
        ...{ reassigned_by_puid: ids.tess, reassigned_at: 1 },
      })
      .execute();
    await walk('started', true);
    expect(told).toEqual([]);
    expect(answered.size).toBeGreaterThan(30);
    await walk('released', false);
    expect(told.length).toBeGreaterThan(2);
  });
});
