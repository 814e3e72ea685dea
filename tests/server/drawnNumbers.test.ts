import { beforeEach, describe, expect, it } from 'vitest';
import { emptyVariable } from '../../common/authoring/emptyQuiz.ts';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Question } from '../../contract/quiz.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { assignOwnQuiz, authored, ownQuiz } from './ownQuiz.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let ana: TestClient;
let ben: TestClient;
beforeEach(async () => {
  [server, tess, ana, ben] = await schoolServer('tess', 'ana', 'ben');
});

const force = (fields: Partial<AuthoredQuestion> = {}) =>
  authored('force', 'numeric', {
    ...{ text: '<p>{m} kg at {a}</p>', explanation: '<p>{m} times {a}</p>', value: 'm * a', unit: 'N', points: 2 },
    variables: [
      { ...emptyVariable('v1'), name: 'm', min: '100', max: '999' },
      { ...emptyVariable('v2'), name: 'a', min: '1.5', max: '9.5', step: '0.5' },
    ],
    ...fields,
  });
async function assigned(question = force()) {
  const { item_id } = await tess.ok(calls.createQuiz, { creation_key: 'k', quiz: ownQuiz({ questions: [question] }) });
  await tess.ok(calls.publishQuiz, { item_id, version: 1 });
  return assignOwnQuiz(server, tess, item_id);
}
const start = (client: TestClient, named: Awaited<ReturnType<typeof assigned>>['named']) => client.ok(calls.startQuiz, named);
const numbersIn = (text: string | undefined) => {
  const [, m, a] = /^(\d+) kg at (\d\.\d)$/.exec(text ?? '') ?? [];
  return { m: Number(m), a: Number(a) };
};
const right = (question: Question | undefined) => {
  const { m, a } = numbersIn(question?.question_text);
  return String(m * a);
};
/** Hands in one answer; returns the points that it earned. */
async function submit(client: TestClient, result_id: number, question: Question | undefined, answer_text: string) {
  const quizResponse = [{ question_id: question?.id ?? 0, answer_id: null, answer_text, time_spent: 3 }];
  await client.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse });
  return (await server.db.selectFrom('attempt').select('score').where('result_id', '=', result_id).executeTakeFirstOrThrow()).score;
}

describe('numbers that are drawn', () => {
  it('are the same at each visit and on a device that keeps the quiz, and others for other students', async () => {
    const { named } = await assigned();
    const kept = await ana.ok(calls.quizToKeep, { ...named, user_puid: ids.ana });
    const first = await start(ana, named);
    const [question] = first.quiz_details.questions;
    expect(numbersIn(question?.question_text)).toEqual({ m: expect.any(Number), a: expect.any(Number) });
    expect(kept.quiz_details).toEqual(first.quiz_details);
    expect((await start(ana, named)).quiz_details).toEqual(first.quiz_details);
    expect((await start(ben, named)).quiz_details.questions[0]?.question_text).not.toBe(question?.question_text);
    // Nothing tells the formula or the answer.
    expect(JSON.stringify(first)).not.toMatch(/m \* a|drawing|times/);
  });
  it('have their own key, for scoring, results and reasons', async () => {
    const { named, item_id, given } = await assigned();
    const started = { ana: await start(ana, named), ben: await start(ben, named) };
    const [hers, his] = [started.ana.quiz_details.questions[0], started.ben.quiz_details.questions[0]];
    expect(await submit(ana, started.ana.result_id, hers, `${right(hers)} N`)).toBe(2);
    // Right for her numbers, not for his.
    expect(await submit(ben, started.ben.result_id, his, right(hers))).toBe(0);
    const release = { released_by_puid: ids.tess, group_assignment_id: given.group_assignment_id };
    await tess.ok(calls.releaseAssignment, { ...release, release_date: new Date(server.clock.now).toISOString() });
    const review = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id: started.ana.result_id });
    expect(review.questions[0]?.question).toMatchObject({
      question_text: hers?.question_text,
      explanation: hers?.question_text.replace(' kg at', ' times'),
      correct_answer: `${right(hers)} N`,
    });
    expect(review.questions[0]?.reasons).toMatchObject([{ code: 'numberRight', values: { wanted: Number(right(hers)) } }]);
    const graded = { user_puid: ids.tess, district_id: 1, item_id, itemtype_id: ResourceType.quiz, question_index: 0 };
    const responses = await tess.ok(calls.questionResponses, graded);
    expect(responses.map(({ drawn, reasons }) => [drawn?.right, reasons[0]?.code])).toEqual([
      [`${right(hers)} N`, 'numberRight'],
      [`${right(his)} N`, 'outsideTolerance'],
    ]);
    expect(responses[0]?.drawn?.numbers).toEqual({
      m: String(numbersIn(hers?.question_text).m),
      a: numbersIn(hers?.question_text).a.toFixed(1),
    });
    // The same text to other numbers is another answer.
    expect(new Set(responses.map(({ same_as }) => same_as)).size).toBe(2);
    const one = await tess.ok(calls.studentResponses, { result_id: started.ben.result_id });
    expect(one.answers[0]?.question.question_text).toBe(his?.question_text);
    const all = await tess.ok(calls.studentAnswers, { student_puid: ids.ben, group_assignment_id: given.group_assignment_id });
    expect(all.quizzes[0]?.questions[0]?.correct_answer).toBe(`${right(his)} N`);
    expect(all.quizzes[0]?.attempts[0]?.responses[0]?.reasons).toMatchObject([
      { code: 'outsideTolerance', values: { wanted: Number(right(his)) } },
    ]);
  });
  it('keep their key when a class is scored anew, and no key of a class replaces it', async () => {
    const { named, item_id } = await assigned();
    const started = { ana: await start(ana, named), ben: await start(ben, named) };
    for (const [client, { result_id, quiz_details }] of [
      [ana, started.ana],
      [ben, started.ben],
    ] as const)
      await submit(client, result_id, quiz_details.questions[0], right(quiz_details.questions[0]));
    const asked = { user_puid: ids.tess, item_id, itemtype_id: ResourceType.quiz, question_index: 0 };
    const scoring = await tess.ok(calls.scoring, asked);
    expect(scoring).toMatchObject({ key: null, question: { is_drawn: true, question_text: '{m} kg at {a}', correct_answer: 'm * a N' } });
    const order = (settings: object) => ({ ...asked, group_puids: [ids.class], is_rule: false, settings });
    expectFailure(await tess.call(calls.previewRegrade, order({ also_right: ['12 N'] })), 400);
    expectFailure(await tess.call(calls.previewRegrade, order({ key: { kind: 'numeric', value: 3, tolerance: 0 } })), 400);
    expect(await tess.ok(calls.previewRegrade, order({}))).toMatchObject({ attempts: 2, changes: [] });
  });
  it('may differ by a share of the answer', async () => {
    const { named } = await assigned(force({ tolerance: '10 %' }));
    const { result_id, quiz_details } = await start(ana, named);
    const near = Number(right(quiz_details.questions[0])) * 1.09;
    expect(await submit(ana, result_id, quiz_details.questions[0], String(near))).toBe(2);
  });
  it('are others on paper A and B, the same at every print, each with its key', async () => {
    const { item_id } = await assigned();
    const sheet = await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id });
    const papers = [sheet.questions, sheet.drawn.a, sheet.drawn.b].map(([question]) => question);
    expect(new Set(papers.map((question) => question?.question_text)).size).toBe(3);
    for (const question of papers) expect(question?.correct_answer).toBe(`${right(question)} N`);
    expect(await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id })).toEqual(sheet);
  });
  it('differ between paper A and B even if there are only two', async () => {
    const only = { is_list: true, list: '1; 2' };
    const { item_id } = await assigned(
      force({ variables: force().variables.map((one) => ({ ...one, ...(one.name === 'm' ? only : { is_list: true, list: '1.5' }) })) }),
    );
    const { drawn } = await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id });
    expect([drawn.a[0]?.question_text, drawn.b[0]?.question_text].toSorted()).toEqual(['1 kg at 1.5', '2 kg at 1.5']);
  });
  it('are the same in a preview and for its answers', async () => {
    const { item_id } = await tess.ok(calls.createQuiz, { creation_key: 'k', quiz: ownQuiz({ questions: [force()] }) });
    const preview = await tess.ok(calls.previewDraft, { item_id });
    const [question] = preview.questions;
    const answers = [{ question_id: question?.id ?? 0, answer_id: null, answer_text: right(question), time_spent: 0 }];
    expect((await tess.ok(calls.previewDraft, { item_id, answers })).marks).toMatchObject([{ points: 2 }]);
  });
});
