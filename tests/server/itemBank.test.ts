import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { assessment_id, makeFixtureSchool, quiz_id } from './fixtureSchool.ts';
import { addLessonOfKinds, kinds } from './lessonOfKinds.ts';
import { ownQuiz } from './ownQuiz.ts';
import { testServer } from './testServer.ts';

async function school() {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  await addLessonOfKinds(server.ports);
  return { ...server, max: await server.signIn('max') };
}

it('lists the quizzes of the catalog with their questions, and those with a time limit apart', async () => {
  const { max } = await school();
  const { quizzes } = await max.ok(calls.questionBanks, {});
  expect(quizzes.find((one) => one.quiz_id === quiz_id)).toMatchObject({
    ...{ title: 'quiz', delivery: 'quiz', product_name: 'Course', unit_name: 'Unit', question_count: 8, points: 13 },
    question_types: [
      ...['single_choice', 'multiple_choice', 'true_false', 'short_text'],
      ...['numeric', 'ordering', 'matching', 'label_diagram'],
    ],
  });
  expect(quizzes.find((one) => one.quiz_id === kinds.quiz('provider'))).toMatchObject({ delivery: 'provider', lexile: null });
  expect(quizzes.find((one) => one.quiz_id === kinds.quiz('reader'))).toMatchObject({ lexile: 620 });
  expect(quizzes.find((one) => one.quiz_id === kinds.quiz('printable'))).toMatchObject({ delivery: 'printable' });
  const timed = await max.ok(calls.assessmentQuestionBanks, {});
  expect(timed.quizzes.map((one) => [one.quiz_id, one.delivery])).toEqual([[assessment_id, 'assessment']]);
  expect(quizzes.some((one) => one.quiz_id === assessment_id)).toBe(false);
});

it('has no quiz that a teacher wrote', async () => {
  const { max, signIn, db } = await school();
  const tess = await signIn('tess');
  const { item_id, version } = await tess.ok(calls.createQuiz, { creation_key: 'one', quiz: ownQuiz() });
  await tess.ok(calls.publishQuiz, { item_id, version });
  const own = await db.selectFrom('quiz').select('quiz_id').where('item_id', '=', item_id).executeTakeFirstOrThrow();
  expect((await max.ok(calls.questionBanks, {})).quizzes.map((one) => one.quiz_id)).not.toContain(own.quiz_id);
  expect((await max.call(calls.questionAnswers, own)).code).toBe(404);
});

it('shows the questions that new attempts get, with key, misconceptions, standards and difficulty', async () => {
  const { max, db } = await school();
  const [first] = (await max.ok(calls.questionAnswers, { quiz_id })).questions;
  await db
    .updateTable('question')
    .set({ standards: '["MS-PS1-4"]', difficulty: -1.1 })
    .where('question_id', '=', first?.id ?? 0)
    .execute();
  const { questions } = await max.ok(calls.questionAnswers, { quiz_id });
  expect(questions[0]).toMatchObject({ standards: ['MS-PS1-4'], difficulty: -1.1, explanation: expect.stringContaining('EXPLANATION') });
  expect(questions[0]?.answer_options.map(({ answer_text, is_answer }) => [answer_text, is_answer])).toEqual([
    ['ice', false],
    ['steam', true],
    ['water', false],
  ]);
  await db
    .updateTable('question')
    .set({ retired_at: 1 })
    .where('question_id', '=', questions[0]?.id ?? 0)
    .execute();
  expect((await max.ok(calls.questionAnswers, { quiz_id })).questions).toHaveLength(7);
  expect((await max.ok(calls.questionBanks, {})).quizzes.find((one) => one.quiz_id === quiz_id)).toMatchObject({
    question_count: 7,
    points: 12,
  });
});

it('keeps quizzes and assessments at their own addresses', async () => {
  const { max } = await school();
  expect((await max.call(calls.questionAnswers, { quiz_id: assessment_id })).code).toBe(404);
  expect((await max.call(calls.assessmentQuestionAnswers, { assessment_id: quiz_id })).code).toBe(404);
  expect((await max.ok(calls.assessmentQuestionAnswers, { assessment_id })).questions).toHaveLength(2);
});
