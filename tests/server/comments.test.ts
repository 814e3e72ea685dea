import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { giveClassToTom, ids, item_id, questionIdAt, quiz_id, resourceIds, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let ana: TestClient;
let result_id: number;
beforeEach(async () => {
  [server, tess, ana] = await schoolServer('tess', 'ana');
  await makeOddClass(server);
  ({ result_id } = await server.db
    .selectFrom('attempt')
    .select('result_id')
    .where('user_puid', '=', ids.ana)
    .where('group_assignment_id', '=', odd.unscored)
    .executeTakeFirstOrThrow());
});

/** The short text. */
const question_index = 3;
const place = { item_id, place_title: 'reading', heading: 'Steam' };
const comment = async (more: object = {}, by = tess) =>
  by.ok(calls.submitUserFeedback, {
    ...{ result_id, user_puid: by.user.userPuid, question_index, user_feedback: 'Look again.', user_score: null },
    ...more,
  });
const listed = (by = tess) =>
  by.ok(calls.responseComments, { result_id, question_index, user_puid: by.user.userPuid, district_id: by.user.districtID });
const which = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class, group_assignment_id: odd.unscored };
const release = async () => {
  await tess.ok(calls.releaseReport, { released_by_puid: ids.tess, ...which, release_date: new Date(server.clock.now).toISOString() });
};
const recall = () => tess.ok(calls.recallReport, { recalled_by_puid: ids.tess, ...which });
const reassign = () =>
  tess.ok(calls.reassign, {
    ...{ assigned_by_puid: ids.tess, reassigned_lessonid: ids.freeLesson, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz },
    ...{ schoolyear: '2029-2030', reassigned_students: [ids.ana], reassign_date: '2030-01-15T00:00:00Z' },
  });
const reviewed = async () => {
  const { questions } = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id });
  return questions.flatMap(({ comments }) => comments);
};
const answer = (comment_id: number, answer_text = 'I will.', by = ana) =>
  by.call(calls.answerComment, { user_puid: by.user.userPuid, result_id, comment_id, answer_text });
const mark = (comment_ids: number[], by = ana) => by.call(calls.markCommentsRead, { user_puid: by.user.userPuid, result_id, comment_ids });
/** What ana's home page says of new comments. */
const announced = async () => {
  const { assignments } = await ana.ok(calls.studentDashboard, { user_puid: ids.ana });
  return assignments.find(({ group_assignment_id }) => group_assignment_id === odd.unscored)?.new_comments;
};

describe('a comment', () => {
  it('is seen by the student while the result is released, and counted until it is marked read', async () => {
    const { comment_id } = await comment({ feedback_language: 'en', feedback_translation: 'Mira otra vez.', place });
    await comment({ user_feedback: 'And the unit.' });
    expect(await announced()).toBeUndefined();
    await release();
    expect(await reviewed()).toMatchObject([
      {
        comment_id,
        feedback_text: 'Look again.',
        language: 'en',
        translation: 'Mira otra vez.',
        is_read: false,
        place: { place_title: 'reading', heading: 'Steam', lesson_resource_id: resourceIds(ids.freeLesson).reading },
        answer: null,
      },
      { feedback_text: 'And the unit.', language: null, translation: '', place: null },
    ]);
    expect(await announced()).toEqual({ count: 2, lesson_resource_id: resourceIds(ids.freeLesson).quiz });
    expect((await mark([comment_id])).data).toEqual({ unread: 1 });
    expect(await announced()).toMatchObject({ count: 1 });
    await recall();
    expect(await announced()).toBeUndefined();
    expectFailure(await ana.call(calls.quizReview, { user_puid: ids.ana, result_id }), 404);
    await release();
    expect((await reviewed()).map(({ is_read }) => is_read)).toEqual([true, false]);
    const all = await ana.ok(calls.viewAllAssignments, { user_puid: ids.ana, typeId: 0 });
    expect(all.find((one) => one.group_assignment_id === odd.unscored)?.new_comments).toMatchObject({ count: 1 });
  });

  it('in one language may be either', async () => {
    expect(await comment({ user_feedback: '', feedback_language: 'en', feedback_translation: ' Mira. ' })).toMatchObject({
      ...{ feedback_text: 'Mira.', language: 'es', translation: '' },
    });
  });

  it('names a place that left the lesson, without a link', async () => {
    await comment({ place });
    await server.db.deleteFrom('lesson_resource').where('lesson_id', '=', ids.freeLesson).where('item_id', '=', item_id).execute();
    await release();
    expect((await reviewed())[0]?.place).toEqual({ place_title: 'reading', heading: 'Steam', lesson_resource_id: null });
  });

  it('of an earlier attempt is not shown', async () => {
    const { comment_id } = await comment();
    await release();
    await reassign();
    expect(await announced()).toBeUndefined();
    expectFailure(await ana.call(calls.quizReview, { user_puid: ids.ana, result_id }), 404);
    expectFailure(await answer(comment_id), 404);
    expectFailure(await mark([comment_id]), 404);
    expectFailure(await tess.call(calls.takeBackComment, { user_puid: ids.tess, comment_id }), 404);
  });

  it('from before students could read comments stays with the staff', async () => {
    const { comment_id } = await comment();
    await server.db.updateTable('response_comment').set({ is_for_student: null }).execute();
    await release();
    expect(await reviewed()).toEqual([]);
    expect(await announced()).toBeUndefined();
    expectFailure(await answer(comment_id), 404);
    expect(await listed()).toMatchObject([{ is_for_student: false }]);
  });

  it.each(['<script>alert(1)</script>', 'مرحبا ‮ abc', '=SUM(A1:A9)', 'a'.repeat(2_000)])(
    'is passed on as it was written: %s',
    async (text) => {
      await comment({ user_feedback: text });
      await release();
      const [one] = await reviewed();
      expect(one?.feedback_text).toBe(text);
      const said = text.slice(0, 500);
      expect((await answer(one?.comment_id ?? 0, said)).data).toMatchObject({ answer_text: said });
      expect((await listed())[0]?.answer?.answer_text).toBe(said);
    },
  );

  it('of 10,000 letters is refused', async () => {
    const more = { user_puid: ids.tess, question_index, user_score: null, result_id };
    expectFailure(await tess.call(calls.submitUserFeedback, { ...more, user_feedback: 'a'.repeat(10_000) }), 400);
    const translated = { user_feedback: 'Look.', feedback_translation: 'a'.repeat(10_000) };
    expectFailure(await tess.call(calls.submitUserFeedback, { ...more, ...translated }), 400);
    expect(await listed()).toEqual([]);
  });
});

describe('an answer to a comment', () => {
  it('is given once, marks the comment read, and is no comment', async () => {
    const { comment_id } = await comment();
    await release();
    const { data } = await answer(comment_id, ' I will. ');
    expect(data).toEqual({ answer_text: 'I will.', answer_time: new Date(server.clock.now).toISOString() });
    expectFailure(await answer(comment_id, 'Once more.'), 409);
    expect(await reviewed()).toMatchObject([{ is_read: true, answer: { answer_text: 'I will.' } }]);
    expect(await listed()).toMatchObject([{ is_read: true, answer: { ...data, is_new: true } }]);
    const { answers } = await tess.ok(calls.studentResponses, { result_id });
    expect(answers[question_index]?.response?.comment_count).toBe(1);
  });

  it('of two windows at once: one wins, the other is told', async () => {
    const { comment_id } = await comment();
    await release();
    const codes = (await Promise.all(['One', 'Two', 'Three'].map((text) => answer(comment_id, text)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 409, 409]);
  });

  it.each([
    ['empty', '   '],
    ['too long', 'a'.repeat(501)],
    ['far too long', 'a'.repeat(10_000)],
  ])('is refused if it is %s', async (_, text) => {
    const { comment_id } = await comment();
    await release();
    expectFailure(await answer(comment_id, text), 400);
    expect((await reviewed())[0]?.answer).toBeNull();
  });

  it.each(['submitted', 'graded', 'scheduled'] as const)(
    'is refused while the result is %s, whether there is a comment or not',
    async (state) => {
      const { comment_id } = await comment();
      await server.db.updateTable('attempt').set({ state }).where('result_id', '=', result_id).execute();
      const messages = [await answer(comment_id), await answer(7), await mark([comment_id]), await mark([7])].map((one) => {
        expectFailure(one, 409);
        return one.message;
      });
      expect(new Set(messages).size).toBe(1);
    },
  );

  it('is refused after the result was taken back, and possible once it is released again', async () => {
    const { comment_id } = await comment();
    await release();
    await recall();
    expectFailure(await answer(comment_id), 409, /taken this result back/);
    expectFailure(await mark([comment_id]), 409, /taken this result back/);
    await release();
    expect((await answer(comment_id)).code).toBe(200);
  });

  it('is for the student alone', async () => {
    const { comment_id } = await comment();
    await release();
    for (const name of ['ben', 'zoe', 'cal']) {
      const other = await server.signIn(name);
      expectFailure(await answer(comment_id, 'Mine.', other), 404);
      expectFailure(await mark([comment_id], other), 404);
      expectFailure(await other.call(calls.quizReview, { user_puid: other.user.userPuid, result_id }), 404);
    }
    expectFailure(await answer(comment_id, 'Mine.', tess), 403);
    // A comment on another result cannot be reached through one's own.
    const ben = await server.signIn('ben');
    const theirs = await server.db
      .selectFrom('attempt')
      .select('result_id')
      .where('user_puid', '=', ids.ben)
      .where('state', '=', 'released')
      .executeTakeFirstOrThrow();
    const through = { user_puid: ids.ben, result_id: theirs.result_id };
    expectFailure(await ben.call(calls.answerComment, { ...through, comment_id, answer_text: 'Mine.' }), 404);
    await ben.ok(calls.markCommentsRead, { ...through, comment_ids: [comment_id] });
    expect(await reviewed()).toMatchObject([{ is_read: false, answer: null }]);
  });

  it('is not given, and nothing is marked, by somebody who acts as the student', async () => {
    const { comment_id } = await comment();
    await release();
    const dan = await server.signIn('dan');
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.ana });
    const acting = { authorization: `Bearer ${token}` };
    const own = { user_puid: ids.ana, result_id };
    expectFailure(await server.call(calls.answerComment, { ...own, comment_id, answer_text: 'Mine.' }, acting), 403, /Exit first/);
    expectFailure(await server.call(calls.markCommentsRead, { ...own, comment_ids: [comment_id] }, acting), 403, /Exit first/);
    expect((await server.call(calls.quizReview, own, acting)).code).toBe(200);
  });
});

describe('the teacher', () => {
  it('is told of new answers to own comments until they are marked seen', async () => {
    const { comment_id } = await comment();
    const sue = await server.signIn('sue');
    await comment({ user_feedback: 'From Sue.' }, sue);
    await release();
    const newOf = (by: TestClient) => by.ok(calls.newAnswers, { user_puid: by.user.userPuid });
    expect(await newOf(tess)).toEqual([]);
    await answer(comment_id);
    expect(await newOf(tess)).toMatchObject([
      {
        comment_id,
        item_id: idOf('course/unit/sub/quiz'),
        result_id,
        question_id: questionIdAt(question_index),
        number: question_index + 1,
        title: 'quiz',
        answer_text: 'I will.',
      },
    ]);
    expect(await newOf(sue)).toEqual([]);
    expect((await listed(sue)).map((one) => one.answer?.is_new)).toEqual([false, undefined]);
    await sue.ok(calls.markAnswersSeen, { user_puid: ids.sue, comment_ids: [comment_id] });
    expect(await newOf(tess)).toHaveLength(1);
    const second = await comment({ user_feedback: 'And the unit.' });
    await answer(second.comment_id, 'kPa.');
    await tess.ok(calls.markAnswersSeen, { user_puid: ids.tess, comment_ids: [comment_id] });
    expect(await newOf(tess), 'of the other comment').toMatchObject([{ comment_id: second.comment_id }]);
    await tess.ok(calls.markAnswersSeen, { user_puid: ids.tess, comment_ids: [second.comment_id] });
    expect(await newOf(tess)).toEqual([]);
    expect(await listed()).toMatchObject([{ answer: { is_new: false } }, {}, { answer: { is_new: false } }]);
  });

  it('hears nothing more of a class that somebody else took over', async () => {
    const { comment_id } = await comment();
    await release();
    await answer(comment_id);
    await giveClassToTom(server);
    expect(await tess.ok(calls.newAnswers, { user_puid: ids.tess })).toEqual([]);
    expectFailure(await tess.call(calls.feedbackPlaces, { result_id }), 404);
    expectFailure(await tess.call(calls.takeBackComment, { user_puid: ids.tess, comment_id }), 404);
    // The colleague sees the comment and its answer.
    expect(await listed(await server.signIn('tom'))).toMatchObject([{ answer: { answer_text: 'I will.' } }]);
  });

  it('takes back a comment that nobody has read; its points stay', async () => {
    const { comment_id } = await comment({ user_score: 0.5, place });
    await tess.ok(calls.takeBackComment, { user_puid: ids.tess, comment_id });
    expect(await listed()).toEqual([]);
    expect(await tess.ok(calls.commentBank, { user_puid: ids.tess })).toEqual([]);
    const { answers } = await tess.ok(calls.studentResponses, { result_id });
    expect(answers[question_index]?.response).toMatchObject({ points: 0.5, comment_count: 0 });
    expectFailure(await tess.call(calls.takeBackComment, { user_puid: ids.tess, comment_id }), 404);
    await release();
    expect(await reviewed()).toEqual([]);
  });

  it('does not take back what was read, or what a colleague wrote', async () => {
    const { comment_id } = await comment();
    const sue = await server.signIn('sue');
    expectFailure(await sue.call(calls.takeBackComment, { user_puid: ids.sue, comment_id }), 404);
    await release();
    await mark([comment_id]);
    expectFailure(await tess.call(calls.takeBackComment, { user_puid: ids.tess, comment_id }), 409);
    expect(await listed()).toMatchObject([{ feedback_text: 'Look again.', is_read: true }]);
  });

  it('does not bring a comment back by repeating the decision that it came from', async () => {
    const decision = {
      ...{ user_puid: ids.tess, grading_key: 'decision-1', item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz },
      ...{ question_index, score: null, user_feedback: 'Look again.', responses: [{ result_id, seen_grade_id: null }] },
    };
    await tess.ok(calls.scoreResponses, decision);
    const [one] = await listed();
    await tess.ok(calls.takeBackComment, { user_puid: ids.tess, comment_id: one?.comment_id ?? 0 });
    await tess.ok(calls.scoreResponses, decision);
    expect(await listed()).toEqual([]);
  });

  it('chooses a place among the resources of the lesson, with the headings of readings', async () => {
    const html = '<h2>Steam &amp; ice</h2><p>Text</p><h3><b>More</b></h3><h2></h2><h3>More</h3>';
    const body = JSON.stringify({ kind: 'html', html });
    await server.db.updateTable('content_item').set({ body }).where('item_id', '=', item_id).execute();
    expect(await tess.ok(calls.feedbackPlaces, { result_id })).toMatchObject([
      { item_id, title: 'reading', resource_type_id: ResourceType.reading, headings: ['Steam & ice', 'More'] },
      { title: 'video', headings: [] },
    ]);
    expectFailure(await (await server.signIn('tom')).call(calls.feedbackPlaces, { result_id }), 404);
  });
});
