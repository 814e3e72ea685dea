import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { sameAnswer } from '../../server/areas/autograde/sameAnswer.ts';
import type { AnswerKey } from '../../server/areas/quiz/score.ts';
import { giveClassToTom, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd, oddQuiz } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
});

const readerOf = ({ user }: TestClient) => ({ user_puid: user.userPuid, district_id: user.districtID });
/** The short text, whose answer ana has not got points for. */
const text = { ...oddQuiz, question_index: 3 };

const responses = (client = tess, more: object = {}) => client.ok(calls.questionResponses, { ...text, ...readerOf(client), ...more });
const waiting = async (client = tess) => (await responses(client)).find(({ points }) => points === null)!;
const attempt = (result_id: number) =>
  server.db.selectFrom('attempt').select(['state', 'score']).where('result_id', '=', result_id).executeTakeFirst();
const decision = (client: TestClient, result_ids: readonly number[], more: object = {}) => ({
  ...{ ...text, user_puid: client.user.userPuid, grading_key: 'decision-1', score: 1, user_feedback: '' },
  responses: result_ids.map((result_id) => ({ result_id, seen_grade_id: null })),
  ...more,
});
const feedbackOn = (client: TestClient, result_id: number, more: object = {}) => ({
  ...{ result_id, user_puid: client.user.userPuid, question_index: 3, user_feedback: '', user_score: null },
  ...more,
});
/** Sees tess's class as an administrator of the school, so that both may score. */
const colleague = () => server.signIn('sue');

describe('items with answers', () => {
  it('are counted by class, for whoever sees the class', async () => {
    const [quiz, ...others] = await tess.ok(calls.itemData, readerOf(tess));
    expect(others).toEqual([]);
    // Ana and ben in two assignments. Whoever left, was deactivated or worked in another class is not counted.
    expect(quiz).toMatchObject({
      ...oddQuiz,
      title: 'quiz',
      group_puid: ids.class,
      responses: 8 + 4 + 4 + 6,
      waiting: 1,
      scored_by_person: 0,
    });
    for (const name of ['sue', 'dan', 'pam', 'max']) {
      const client = await server.signIn(name);
      const all = await client.ok(calls.itemData, readerOf(client));
      expect(all.filter(({ group_puid }) => group_puid === ids.class)).toEqual([quiz]);
    }
  });

  it('are not found by others, in no call', async () => {
    const { result_id } = await waiting();
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const client = await server.signIn(name);
      const reader = readerOf(client);
      expect((await client.ok(calls.itemData, reader)).filter(({ group_puid }) => group_puid === ids.class)).toEqual([]);
      expectFailure(await client.call(calls.responseComments, { result_id, question_index: 3, ...reader }), 404);
      expectFailure(await client.call(calls.studentResponses, { result_id }), 404);
      expectFailure(await client.call(calls.submitUserFeedback, feedbackOn(client, result_id, { user_score: 1 })), 404);
      const answer = await client.call(calls.scoreResponses, decision(client, [result_id]));
      if (answer.code === 200) expect(answer.data).toMatchObject([{ outcome: 'gone', points: null, grade: null }]);
      else expectFailure(answer, 404);
    }
    expect((await waiting()).result_id).toBe(result_id);
  });

  it('leave out what is still being answered, and the checks inside a video', async () => {
    await server.db.updateTable('attempt').set({ state: 'started' }).execute();
    expect(await tess.ok(calls.itemData, readerOf(tess))).toEqual([]);
    expectFailure(await tess.call(calls.itemQuestions, oddQuiz), 404);
  });

  it('go with the class: a teacher who takes it over sees it, one who gave it up does not', async () => {
    const { result_id } = await waiting();
    await giveClassToTom(server);
    const tom = await server.signIn('tom');
    expect((await waiting(tom)).result_id).toBe(result_id);
    expectFailure(await tess.call(calls.studentResponses, { result_id }), 404);
  });
});

describe('questions and responses', () => {
  it('come with the key, and with how many answers wait', async () => {
    const { title, questions } = await tess.ok(calls.itemQuestions, { ...oddQuiz, group_puid: ids.class });
    expect([title, questions.length]).toEqual(['quiz', 8]);
    expect(questions[3]).toMatchObject({ question_index: 3, responses: 4, waiting: 1, question: { correct_answer: 'Evaporation' } });
    const other = await tess.ok(calls.itemQuestions, { ...oddQuiz, group_puid: odd.emptyClass });
    expect(other.questions.map((one) => one.responses)).toEqual(Array(8).fill(0));
  });

  it('are sorted by name and grouped by what they say', async () => {
    const all = await responses();
    const said = ['Evaporation', ' evaporation. ', 'Évaporation', 'condensation'];
    for (const [at, { result_id }] of all.entries())
      await server.db.updateTable('response').set({ answer_text: said[at]! }).where('result_id', '=', result_id).execute();
    const grouped = await responses();
    expect(grouped.map(({ same_as }) => grouped.findIndex(({ result_id }) => result_id === same_as))).toEqual([0, 0, 0, 3]);
    expect(await responses(tess, { group_puid: odd.emptyClass })).toEqual([]);
  });

  it('take whatever students write', async () => {
    const { result_id } = await waiting();
    for (const answer_text of ['a'.repeat(10_000), '<b>x</b>', 'مرحبا', '=SUM(A1:A9)', '?!']) {
      await server.db.updateTable('response').set({ answer_text }).where('result_id', '=', result_id).where('points', 'is', null).execute();
      expect(await waiting()).toMatchObject({ answer_text, same_as: result_id });
    }
  });

  it('refuse another district, and a question that is not there', async () => {
    expectFailure(await tess.call(calls.questionResponses, { ...text, ...readerOf(tess), district_id: ids.otherDistrict }), 404);
    expectFailure(await tess.call(calls.questionResponses, { ...text, ...readerOf(tess), question_index: 99 }), 404);
  });

  it('show one student over all questions', async () => {
    const { result_id } = await waiting();
    const { answers, ...student } = await tess.ok(calls.studentResponses, { result_id });
    expect(student).toMatchObject({ ...oddQuiz, user_puid: ids.ana, state: 'submitted' });
    expect(answers.map(({ response }) => response?.points)).toEqual([1, 2, 1, null, undefined, undefined, undefined, undefined]);
  });
});

describe('a score', () => {
  it('makes the work graded with the last answer, and counts in the total', async () => {
    const { result_id } = await waiting();
    const comment = await tess.ok(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_score: 0.5, user_feedback: ' Half. ' }));
    expect(comment).toMatchObject({ user_puid: ids.tess, feedback_text: 'Half.', score: 0.5 });
    expect(await attempt(result_id)).toEqual({ state: 'graded', score: 4.5 });
    expect(await tess.ok(calls.responseComments, { result_id, question_index: 3, ...readerOf(tess) })).toEqual([comment]);
    expect((await responses()).find((one) => one.result_id === result_id)).toMatchObject({
      points: 0.5,
      comment_count: 1,
      grade: { user_puid: ids.tess, score: 0.5 },
    });
    expect((await tess.ok(calls.itemData, readerOf(tess)))[0]).toMatchObject({ waiting: 0, scored_by_person: 1 });
  });

  it('is no comment without words, and a comment is no score', async () => {
    const { result_id } = await waiting();
    await tess.ok(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_feedback: 'Why?' }));
    expect(await waiting()).toMatchObject({ comment_count: 1, grade: null });
    await tess.ok(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_score: 1 }));
    expect(await tess.ok(calls.responseComments, { result_id, question_index: 3, ...readerOf(tess) })).toHaveLength(1);
    expectFailure(await tess.call(calls.submitUserFeedback, feedbackOn(tess, result_id)), 400);
  });

  it.each([
    ['above the points', { user_score: 1.5 }],
    ['below zero', { user_score: -1 }],
    ['for no question in particular', { user_score: 1, question_index: undefined }],
  ])('%s is refused', async (_, more) => {
    const { result_id } = await waiting();
    expectFailure(await tess.call(calls.submitUserFeedback, feedbackOn(tess, result_id, more)), 400);
    expect((await waiting()).result_id).toBe(result_id);
  });

  it.each(['released', 'recalled', 'scheduled', 'graded'] as const)('leaves work that is %s, and moves its total', async (state) => {
    const { result_id } = await waiting();
    await server.db.updateTable('attempt').set({ state, released_at: 1 }).where('result_id', '=', result_id).execute();
    await tess.ok(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_score: 1 }));
    expect(await attempt(result_id)).toEqual({ state, score: 5 });
  });

  it('is not replaced when the student submits again', async () => {
    const { result_id } = await waiting();
    await tess.ok(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_score: 1 }));
    const { question_id } = await server.db
      .selectFrom('question')
      .select('question_id')
      .where('quiz_id', '=', quiz_id)
      .where('question_type', '=', 'short_text')
      .executeTakeFirstOrThrow();
    const ana = await server.signIn('ana');
    await ana.ok(calls.submitQuiz, {
      ...{ result_id, time_spent: 1, submit_type: 'save' as const },
      quizResponse: [{ question_id, answer_id: null, answer_text: 'no', time_spent: 1 }],
    });
    expect((await responses()).find((one) => one.result_id === result_id)).toMatchObject({ points: 1, answer_text: 'a' });
  });

  it('comes too late for work that was reassigned: nothing is stored, and the earlier attempt keeps what it had', async () => {
    const { result_id } = await waiting();
    await tess.ok(calls.reassign, {
      ...{ assigned_by_puid: ids.tess, reassigned_lessonid: ids.freeLesson, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz },
      ...{ schoolyear: '2029-2030', reassigned_students: [ids.ana], reassign_date: '2030-01-15T00:00:00Z' },
    });
    expectFailure(await tess.call(calls.submitUserFeedback, feedbackOn(tess, result_id, { user_score: 1 })), 404);
    expect(await tess.ok(calls.scoreResponses, decision(tess, [result_id]))).toMatchObject([{ result_id, outcome: 'gone' }]);
    expect(await server.db.selectFrom('response_comment').selectAll().execute()).toEqual([]);
  });
});

describe('a decision on a group', () => {
  it('scores all of it at once, and once: a repeated call changes nothing', async () => {
    const all = (await responses()).map(({ result_id }) => result_id);
    const first = await tess.ok(calls.scoreResponses, decision(tess, all, { score: 0.5, user_feedback: 'Name the process.' }));
    expect(first.map(({ outcome, points, comment_count }) => [outcome, points, comment_count])).toEqual(Array(4).fill(['scored', 0.5, 1]));
    expect(await tess.ok(calls.scoreResponses, decision(tess, all, { score: 0.5, user_feedback: 'Name the process.' }))).toEqual(first);
    expect(await server.db.selectFrom('response_comment').selectAll().execute()).toHaveLength(4);
    expect(await tess.ok(calls.commentBank, { user_puid: ids.tess })).toEqual([
      { feedback_text: 'Name the process.', language: null, translation: '', used: 4 },
    ]);
  });

  it('tells the second teacher of the first one’s score, and keeps it', async () => {
    const sue = await colleague();
    const { result_id } = await waiting();
    const [mine] = await tess.ok(calls.scoreResponses, decision(tess, [result_id]));
    const [theirs] = await sue.ok(calls.scoreResponses, decision(sue, [result_id], { grading_key: 'decision-2', score: 0 }));
    expect(theirs).toMatchObject({ outcome: 'taken', points: 1, grade: { user_puid: ids.tess, user_name: mine?.grade?.user_name } });
    const answer = await sue.call(calls.submitUserFeedback, feedbackOn(sue, result_id, { user_score: 0, seen_grade_id: null }));
    expectFailure(answer, 409);
    expect(answer.message).toContain(mine?.grade?.user_name);
    // Having seen it, she may replace it.
    const seen_grade_id = theirs?.grade?.grade_id ?? null;
    const [after] = await sue.ok(
      calls.scoreResponses,
      decision(sue, [], { grading_key: 'decision-3', score: 0, responses: [{ result_id, seen_grade_id }] }),
    );
    expect(after).toMatchObject({ outcome: 'scored', points: 0, grade: { user_puid: ids.sue } });
  });

  it('lets teachers change their own score, though an earlier answer of the server is still on its way', async () => {
    const { result_id } = await waiting();
    await tess.ok(calls.scoreResponses, decision(tess, [result_id]));
    const [again] = await tess.ok(calls.scoreResponses, decision(tess, [result_id], { grading_key: 'decision-2', score: 0 }));
    expect(again).toMatchObject({ outcome: 'scored', points: 0 });
  });

  it('counts a response named twice once, and passes over what is out of reach', async () => {
    const { result_id } = await waiting();
    const strange = await server.db.selectFrom('attempt').select('result_id').where('user_puid', '=', odd.left).executeTakeFirstOrThrow();
    const outcomes = await tess.ok(calls.scoreResponses, decision(tess, [result_id, result_id, strange.result_id, 777]));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['scored', 'scored', 'gone', 'gone']);
    expect(await server.db.selectFrom('response_comment').selectAll().execute()).toHaveLength(1);
  });

  it('with too many points is refused as a whole', async () => {
    const { result_id } = await waiting();
    expectFailure(await tess.call(calls.scoreResponses, decision(tess, [result_id], { score: 2 })), 400);
  });
});

describe('answers that are the same', () => {
  const words: AnswerKey = { kind: 'open', example: '' };
  const many: AnswerKey = { kind: 'many', options: [1, 2] };
  const one: AnswerKey = { kind: 'one', option: 1 };
  it.each<[string, AnswerKey, string, string, boolean]>([
    ['case, accents and spaces', words, ' La  Condensación ', 'la condensacion', true],
    ['units', words, '0.5 N', '500 mN', true],
    ['units in words', words, '2 kilometers', '2000 m', true],
    ['different numbers', words, '0.5 N', '5 N', false],
    ['different dimensions', words, '5 N', '5 kg', false],
    ['a sentence that begins with a number', words, '3 apples fell', '3 pears fell', false],
    ['symbols', words, '>', '<', false],
    ['another script', words, ' مرحبا', 'مرحبا ', true],
    ['options in another order', many, '[1,2]', '[2,1]', true],
    ['other options', many, '[1]', '[2]', false],
    ['text beside an option', one, 'x', 'y', true],
  ])('%s', (_, key, a, b, same) => {
    const of = (answer_text: string) => sameAnswer(key, null, { answer_id: 1, answer_text });
    expect(of(a) === of(b)).toBe(same);
  });
  it('a bare number is in the unit of the question', () => {
    const key: AnswerKey = { kind: 'numeric', value: 150, tolerance: 1, unit: 'kPa', units: [] };
    const of = (answer_text: string) => sameAnswer(key, 'kPa', { answer_id: null, answer_text });
    expect(of('150')).toBe(of('150000 Pa'));
  });
});
