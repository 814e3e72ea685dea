import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Question, QuizResult, StartedQuiz } from '../../contract/quiz.ts';
import { attemptStates, visibleToStudent } from '../../contract/quizResult.ts';
import { idOf } from '../../server/content/ids.ts';
import { assessment_id, everyType, ids, quiz_id, resourceIds, schoolServer, videoQuiz_id } from './fixtureSchool.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let tess: TestClient;
let assignment_id: number;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
  ({ assignment_id } = await tess.ok(calls.assign, {
    lesson_id: ids.freeLesson,
    group_puid: ids.class,
    assignment_no: 1,
    assignment_details,
  }));
});
const lesson_id = ids.freeLesson;
const start = (by = ana, further = {}) => by.call(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0, ...further });
const started = (by = ana) => by.ok(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
const overview = async (by = ana) =>
  (await by.ok(calls.quizDetails, { user_puid: by.user.userPuid, lesson_resource_tracking_id: 0, lesson_id, quiz_id })).quiz_details;
const submit = (result_id: number, quizResponse: unknown[], by = ana) =>
  by.call(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse } as never);
const result = (of = ana) => of.ok(calls.assignmentResponses, { user_puid: of.user.userPuid, lesson_id, assignment_id });
const release = () => server.db.updateTable('attempt').set({ state: 'released', released_at: server.clock.now }).execute();

const optionId = (question: Question, text: string) => question.answer_options.find((option) => option.answer_text === text)?.id ?? 0;
const byType = (quiz: StartedQuiz, type: Question['question_type']) =>
  quiz.quiz_details.questions.find((question) => question.question_type === type) as Question;
const answer = (question: Question, given: { id?: number | null; text?: unknown }, further = {}) => ({
  question_id: question.id,
  answer_id: given.id ?? null,
  answer_text: given.text === undefined ? '' : typeof given.text === 'string' ? given.text : JSON.stringify(given.text),
  time_spent: 10,
  ...further,
});
/** Correct answers to every question: 13 points. */
function rightAnswers(quiz: StartedQuiz) {
  const q = (type: Question['question_type']) => byType(quiz, type);
  const ids = (question: Question, texts: string[]) => texts.map((text) => optionId(question, text));
  return [
    answer(q('single_choice'), { id: optionId(q('single_choice'), 'steam') }),
    answer(q('multiple_choice'), { text: ids(q('multiple_choice'), ['iron', 'gold']) }),
    answer(q('true_false'), { id: optionId(q('true_false'), 'False') }),
    answer(q('short_text'), { text: ' evaporation ' }),
    answer(q('numeric'), { text: '150 kPa' }),
    answer(q('ordering'), { text: ids(q('ordering'), ['first', 'second', 'third']) }),
    answer(q('matching'), { text: { t1: optionId(q('matching'), 'rows'), t2: optionId(q('matching'), 'apart') } }),
    answer(q('label_diagram'), { text: { 'f1-1': optionId(q('label_diagram'), 'heart'), 'f1-2': optionId(q('label_diagram'), 'lung') } }),
  ];
}

describe('the overview', () => {
  it('says what is coming', async () =>
    expect(await overview()).toEqual({
      quiz_id,
      title: 'quiz',
      intro: '<p>Ready?</p>',
      question_count: 8,
      points: 13,
      minutes: 10,
      is_timed: false,
      result: null,
    }));
  it('shows the attempt so far', async () => {
    const { result_id, quiz_details } = await started();
    expect((await overview()).result).toMatchObject({ result_id, state: 'started', answered: 0, questions: 8, receipt: null });
    await submit(result_id, [answer(quiz_details.questions[0] as Question, { id: 5 })]);
    expect((await overview()).result).toMatchObject({ result_id, state: 'graded', answered: 1, score: null, max_score: null });
  });
  it('is there for staff who look at a lesson, without an attempt', async () => {
    await started();
    expect((await overview(tess)).result).toBeNull();
  });
});

describe('what a device keeps of a quiz', () => {
  const toKeep = (by = ana, further = {}) =>
    by.call(calls.quizToKeep, { user_puid: by.user.userPuid, quiz_id, lesson_id, lesson_resource_tracking_id: 0, ...further });
  it('are its questions without what is right, in an order that tells nothing; nothing starts', async () => {
    const { data } = await toKeep();
    expect(data).toMatchObject({ result_id: 0, end_time: null, responses: [] });
    for (const question of data.quiz_details.questions)
      expect(Object.keys(question).sort()).toEqual(
        ['answer_options', 'diagram', 'id', 'points', 'question_text', 'question_type', 'targets', 'unit'].sort(),
      );
    const orders = new Set<string>();
    for (let time = 0; time < 20; time++) {
      const { answer_options } = byType((await toKeep()).data, 'ordering');
      orders.add(answer_options.map((option) => option.answer_text).join());
    }
    expect(orders.size).toBeGreaterThan(3);
    expect(await server.db.selectFrom('attempt').selectAll().execute()).toEqual([]);
    expect(await server.db.selectFrom('lesson_tracking').selectAll().execute()).toEqual([]);
  });
  it('is the attempt as it is once there is one, and nothing once it is handed in', async () => {
    const first = await started();
    expect((await toKeep()).data).toEqual(first);
    await submit(first.result_id, []);
    expectFailure(await toKeep(), 409, /already submitted/);
  });
  it('is nothing for an assessment, for another student, and for a lesson that is not assigned', async () => {
    expectFailure(await toKeep(ana, { quiz_id: assessment_id }), 403, /connection/);
    expectFailure(await toKeep(ana, { user_puid: ids.ben }), 404);
    expectFailure(await toKeep(ana, { lesson_id: ids.orderedLesson }), 404);
  });
});

describe('starting', () => {
  it('shows the questions without what is right', async () => {
    const { quiz_details, responses } = await started();
    expect(quiz_details.questions.map((question) => question.question_type)).toEqual(everyType.map((question) => question.question_type));
    expect(responses).toEqual([]);
    for (const question of quiz_details.questions) {
      expect(Object.keys(question).sort()).toEqual(
        ['answer_options', 'diagram', 'id', 'points', 'question_text', 'question_type', 'targets', 'unit'].sort(),
      );
      for (const option of question.answer_options) expect(Object.keys(option).sort()).toEqual(['answer_text', 'id']);
    }
  });
  it('shuffles what is to be put in order or in place, the same way each time, and leaves choices as they are', async () => {
    const first = await started();
    const texts = (quiz: StartedQuiz, type: Question['question_type']) =>
      byType(quiz, type).answer_options.map((option) => option.answer_text);
    expect(texts(first, 'single_choice')).toEqual(['ice', 'steam', 'water']);
    expect(texts(await started(), 'ordering')).toEqual(texts(first, 'ordering'));
    const orders = new Set<string>([texts(first, 'ordering').join()]);
    for (let attempt = 0; attempt < 20; attempt++) {
      await server.db.deleteFrom('attempt').execute();
      orders.add(texts(await started(), 'ordering').join());
    }
    expect(orders.size).toBeGreaterThan(3);
  });
  it('lets one that was begun without a connection pass the order of the lesson, and no assessment', async () => {
    const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
    const given = await tess.ok(calls.assign, {
      lesson_id: ids.orderedLesson,
      group_puid: ids.class,
      assignment_no: 1,
      assignment_details,
    });
    const ordered = { quiz_id, lesson_id: given.lesson_id, lesson_resource_tracking_id: 0 };
    expectFailure(await ana.call(calls.startQuiz, ordered), 409, /Do this lesson in order/);
    expect((await ana.call(calls.startQuiz, { ...ordered, was_begun_offline: true })).code).toBe(200);
    await server.db.updateTable('lesson').set({ enforce_order: 1 }).where('lesson_id', '=', ids.freeLesson).execute();
    expectFailure(await start(ana, { quiz_id: assessment_id, was_begun_offline: true }), 409, /Do this lesson in order/);
  });
  it('makes one attempt of fifty starts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => start()));
    expect(answers.map((one) => one.code)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map((one) => one.data.result_id)).size).toBe(1);
    expect(new Set(answers.map((one) => JSON.stringify(one.data.quiz_details))).size).toBe(1);
    expect(await server.db.selectFrom('attempt').selectAll().execute()).toHaveLength(1);
  });
  it('begins the tracking that it needs, and counts as in progress', async () => {
    await started();
    const player = await ana.ok(calls.lessonPlayer, { user_puid: ids.ana, lesson_id, assignment_id });
    expect(player.tracking_id).toBeGreaterThan(0);
    expect(player.lesson_resources[2]?.percentage_completed).toBe(0);
  });
  it('goes on with the answers that are stored', async () => {
    const { result_id, quiz_details } = await started();
    const [question] = quiz_details.questions as [Question];
    await server.db
      .insertInto('response')
      .values({
        district_id: 1,
        result_id,
        question_id: question.id,
        answer_id: 7,
        answer_text: '',
        is_correct: null,
        points: null,
        time_spent: 3,
        sequence: 1,
        updated_at: 1,
      })
      .execute();
    server.clock.now += minutes(5);
    expect(await started()).toMatchObject({
      result_id,
      responses: [{ question_id: question.id, answer_id: 7, answer_text: '', time_spent: 3, is_correct_answer: null }],
    });
    await submit(result_id, []);
    expect((await overview()).result).toMatchObject({ answered: 1 });
  });
  it('is over once it is handed in', async () => {
    const { result_id } = await started();
    await submit(result_id, []);
    expectFailure(await start(), 409, /already submitted/);
  });
  it('knows no foreign ids', async () => {
    const ben = await server.signIn('ben');
    await started(ben);
    const bens = await server.db.selectFrom('resource_tracking').select('resource_tracking_id').executeTakeFirstOrThrow();
    for (const wrong of [
      { quiz_id: 999 },
      { lesson_id: 999 },
      { lesson_id: ids.orderedLesson },
      { lesson_id: ids.foreignLesson },
      { lesson_resource_tracking_id: bens.resource_tracking_id },
      { lesson_resource_tracking_id: 999 },
    ])
      expectFailure(await start(ana, wrong), 404);
    for (const stranger of ['cal', 'zoe']) expectFailure(await start(await server.signIn(stranger)), 404);
    expect(await server.db.selectFrom('attempt').select('user_puid').execute()).toEqual([{ user_puid: ids.ben }]);
  });
  it('serves assessments in the same way', async () => {
    const named = { assessment_id, lesson_id, lesson_resource_tracking_id: 0 };
    expect((await ana.ok(calls.assessmentOverview, { user_puid: ids.ana, ...named })).quiz_details).toMatchObject({
      quiz_id: assessment_id,
    });
    const { result_id } = await ana.ok(calls.startAssessment, named);
    const handedIn = await ana.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(handedIn).toMatchObject({ result_id, state: 'graded', questions: 2 });
  });
  it('serves the questions of a video too', async () => {
    const quiz = await ana.ok(calls.startQuiz, { quiz_id: videoQuiz_id, lesson_id, lesson_resource_tracking_id: 0 });
    await submit(quiz.result_id, []);
    const player = await ana.ok(calls.lessonPlayer, { user_puid: ids.ana, lesson_id, assignment_id });
    expect(player.lesson_resources.find((resource) => resource.id === resourceIds(lesson_id).video)?.percentage_completed).toBe(100);
  });
});

describe('handing in', () => {
  it('scores every type, and keeps the score until release', async () => {
    const quiz = await started();
    const handedIn = await submit(quiz.result_id, rightAnswers(quiz));
    expect(handedIn.data).toEqual({
      result_id: quiz.result_id,
      state: 'graded',
      submitted_at: new Date(server.clock.now).toISOString(),
      answered: 8,
      questions: 8,
      receipt: expect.stringMatching(/^[0-9a-f]{8}$/),
      saved: expect.arrayContaining(quiz.quiz_details.questions.map(({ id }) => ({ question_id: id, sequence: 1 }))),
      score: null,
      max_score: null,
      duplicate: false,
      is_late: false,
      is_past_due: false,
    });
    await release();
    expect((await result())[1]?.result).toMatchObject({ state: 'released', score: 13, max_score: 13 });
  });
  it.each<[Question['question_type'], (q: Question) => { id?: number; text?: unknown }, number]>([
    ['single_choice', (q) => ({ id: optionId(q, 'ice') }), 0],
    ['single_choice', () => ({ id: 0 }), 0],
    ['multiple_choice', (q) => ({ text: [optionId(q, 'gold')] }), 1],
    ['multiple_choice', (q) => ({ text: [optionId(q, 'gold'), optionId(q, 'iron'), optionId(q, 'air')] }), 1],
    ['multiple_choice', (q) => ({ text: q.answer_options.map((option) => option.id) }), 0],
    ['true_false', (q) => ({ id: optionId(q, 'True') }), 0],
    ['short_text', () => ({ text: 'EVAPORATION' }), 1],
    ['short_text', () => ({ text: 'boiling' }), 0],
    ['numeric', () => ({ text: '150000 Pa' }), 1],
    ['numeric', () => ({ text: '15' }), 0],
    ['ordering', (q) => ({ text: [optionId(q, 'first'), optionId(q, 'third'), optionId(q, 'second')] }), 1],
    ['matching', (q) => ({ text: { t1: optionId(q, 'rows'), t2: optionId(q, 'none') } }), 1],
    ['label_diagram', (q) => ({ text: { 'f1-2': optionId(q, 'lung') } }), 1],
  ])('%s, case %#: %d points', async (type, given, points) => {
    const quiz = await started();
    const question = byType(quiz, type);
    await submit(quiz.result_id, [answer(question, given(question))]);
    const stored = await server.db.selectFrom('response').select(['points', 'question_id']).execute();
    expect(stored).toEqual([{ points, question_id: question.id }]);
    expect(await server.db.selectFrom('attempt').select('score').executeTakeFirst()).toEqual({ score: points });
  });
  it('counts an answer with option 0 or with words, and none without', async () => {
    const quiz = await started();
    const [a, b, c, d] = quiz.quiz_details.questions as [Question, Question, Question, Question];
    const handedIn = await submit(quiz.result_id, [
      answer(a, { id: 0 }),
      answer(b, { text: [] }),
      answer(c, { id: null }),
      answer(d, { text: 'words' }),
    ]);
    expect((handedIn.data as QuizResult).answered).toBe(2);
  });
  it('believes no score, no correctness and no owner that the client sends', async () => {
    const quiz = await started();
    const question = byType(quiz, 'single_choice');
    const wrong = answer(question, { id: optionId(question, 'ice') }, { is_correct_answer: true, points: 99, is_correct: true, score: 99 });
    const given = {
      result_id: quiz.result_id,
      time_spent: 40,
      submit_type: 'save' as const,
      quizResponse: [wrong],
      score: 99,
      max_score: 99,
      state: 'released',
      district_id: 2,
    };
    expectFailure(await ana.call(calls.submitQuiz, { ...given, user_puid: ids.ben } as never), 404);
    expect((await ana.call(calls.submitQuiz, given as never)).code).toBe(200);
    expect(await server.db.selectFrom('attempt').select(['score', 'max_score', 'state', 'user_puid', 'district_id']).execute()).toEqual([
      { score: 0, max_score: 13, state: 'graded', user_puid: ids.ana, district_id: 1 },
    ]);
  });
  it('is one submission of fifty at once: one first, the others the same result, marked duplicate', async () => {
    const quiz = await started();
    const right = rightAnswers(quiz);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => submit(quiz.result_id, n % 2 === 0 ? right : [])));
    expect(answers.map((one) => one.code)).toEqual(Array(50).fill(200));
    const results = answers.map((one) => one.data as QuizResult);
    expect(results.filter((one) => !one.duplicate)).toHaveLength(1);
    expect(new Set(results.map(({ duplicate: _, ...one }) => JSON.stringify(one))).size).toBe(1);
    const { answered } = results[0] as QuizResult;
    expect(await server.db.selectFrom('response').select('question_id').execute()).toHaveLength(answered);
    expect(await server.db.selectFrom('attempt').select('score').executeTakeFirst()).toEqual({ score: answered === 8 ? 13 : 0 });
  });
  it('keeps the first submission, whatever comes later', async () => {
    const quiz = await started();
    const first = (await submit(quiz.result_id, rightAnswers(quiz).slice(0, 2))).data as QuizResult;
    server.clock.now += minutes(1);
    const second = (await submit(quiz.result_id, rightAnswers(quiz))).data as QuizResult;
    expect(second).toEqual({ ...first, duplicate: true });
    await release();
    expect((await submit(quiz.result_id, rightAnswers(quiz))).data).toMatchObject({
      duplicate: true,
      state: 'released',
      score: 3,
      max_score: 13,
    });
  });
  it('gives a receipt over what is stored', async () => {
    const quiz = await started();
    const given = rightAnswers(quiz);
    const { receipt } = (await submit(quiz.result_id, given.toReversed())).data as QuizResult;
    const canonical = given
      .toSorted((a, b) => a.question_id - b.question_id)
      .map(({ question_id, answer_id, answer_text }) => [question_id, answer_id, answer_text]);
    expect(receipt).toBe(createHash('sha256').update(JSON.stringify(canonical)).digest('hex').slice(0, 8));
  });
  it('takes the last of two answers to one question, and none to a question of another quiz', async () => {
    const quiz = await started();
    const question = byType(quiz, 'short_text');
    const foreign = { ...answer(question, { text: 'x' }), question_id: idOf('course/unit/sub/assessment#question1') };
    await submit(quiz.result_id, [answer(question, { text: 'boiling' }), answer(question, { text: 'evaporation' }), foreign]);
    expect(await server.db.selectFrom('response').select(['question_id', 'points']).execute()).toEqual([
      { question_id: question.id, points: 1 },
    ]);
  });
  it('finishes its resource, and the lesson with the last one', async () => {
    const { reading, video, assessment } = resourceIds(lesson_id);
    await server.db.deleteFrom('lesson_resource').where('lesson_resource_id', 'in', [reading, video, assessment]).execute();
    const quiz = await started();
    await submit(quiz.result_id, []);
    const { assignments } = await ana.ok(calls.studentDashboard, { user_puid: ids.ana });
    expect(assignments[0]).toMatchObject({
      state: 'completed',
      percentage_completed: 100,
      completed_at: new Date(server.clock.now).toISOString(),
    });
  });
  it('takes work that was begun even when the teacher has taken the assignment back', async () => {
    const quiz = await started();
    await server.db.updateTable('group_assignment').set({ unassigned_at: 1 }).execute();
    expect((await submit(quiz.result_id, rightAnswers(quiz))).data).toMatchObject({ state: 'graded', answered: 8 });
  });
  it('is one’s own to do', async () => {
    const quiz = await started();
    for (const other of ['ben', 'cal', 'zoe']) expectFailure(await submit(quiz.result_id, [], await server.signIn(other)), 404);
    expectFailure(await submit(999, []), 404);
    expectFailure(await submit(quiz.result_id, [], tess), 403);
    expect(await server.db.selectFrom('attempt').select('state').execute()).toEqual([{ state: 'started' }]);
  });
  it('is all or nothing when the database fails in the middle', async () => {
    const quiz = await started();
    await server.db.schema.alterTable('resource_tracking').renameTo('elsewhere').execute();
    expectFailure(await submit(quiz.result_id, rightAnswers(quiz)), 500);
    await server.db.schema.alterTable('elsewhere').renameTo('resource_tracking').execute();
    expect(await server.db.selectFrom('attempt').select(['state', 'score']).execute()).toEqual([{ state: 'started', score: null }]);
    expect(await server.db.selectFrom('response').selectAll().execute()).toEqual([]);
    expect((await submit(quiz.result_id, rightAnswers(quiz))).data).toMatchObject({ duplicate: false });
  });
});

describe('before release', () => {
  it('nothing that a student can read tells right from wrong', async () => {
    const quiz = await started();
    const wrong = byType(quiz, 'single_choice');
    const texts = [
      await start(),
      await submit(quiz.result_id, [answer(wrong, { id: optionId(wrong, 'ice') })]),
      await submit(quiz.result_id, rightAnswers(quiz)),
      await start(),
      await ana.call(calls.quizDetails, { user_puid: ids.ana, lesson_resource_tracking_id: 0, lesson_id, quiz_id }),
      await ana.call(calls.assignmentResponses, { user_puid: ids.ana, lesson_id, assignment_id }),
      await ana.call(calls.studentDashboard, { user_puid: ids.ana }),
      await ana.call(calls.lessonPlayer, { user_puid: ids.ana, lesson_id, assignment_id }),
      await ana.call(calls.getContent, { id: idOf('course/unit/sub/quiz'), userPuid: ids.ana, roleId: 1, districtId: 1, stateId: null }),
    ].map((one) => one.text);
    for (const text of texts) {
      expect(text).not.toMatch(
        /is_answer|misconception|explanation|correct_answer"(?!:null)|answer_key|difficulty|tolerance|is_correct"|"points":0/i,
      );
      expect(text).not.toMatch(/MISCONCEPTION|EXPLANATION/);
      expect(text).not.toMatch(/"(max_)?score":(?!null)/);
      expect(text).not.toMatch(/Evaporation/);
    }
  });
  it('ids tell nothing of the order: the same option ids come from any order of the same texts', async () => {
    const { quiz_details } = await started();
    const ordering = quiz_details.questions.find((question) => question.question_type === 'ordering') as Question;
    const sorted = (texts: string[]) => texts.map((text) => optionId(ordering, text));
    expect(sorted(['first', 'second', 'third'])).not.toEqual(sorted(['first', 'second', 'third']).toSorted((a, b) => a - b));
  });
  it('the teacher sees scores and answers once they are handed in, with the key', async () => {
    const quiz = await started();
    const { group_assignment_id } = await server.db.selectFrom('group_assignment').select('group_assignment_id').executeTakeFirstOrThrow();
    const look = async () => ({
      result: await tess.ok(calls.assignmentResult, { group_puid: ids.class, lesson_id, group_assignment_id }),
      responses: await tess.ok(calls.responses, { user_Puid: ids.tess, lesson_id }),
    });
    const before = await look();
    expect(before.result.students.find((student) => student.user_puid === ids.ana)).toMatchObject({
      state: 'inProgress',
      results: [{ state: 'started', score: null, max_score: null }],
    });
    await submit(quiz.result_id, rightAnswers(quiz));
    const after = await look();
    expect(after.result.students.find((student) => student.user_puid === ids.ana)?.results).toEqual([
      {
        quiz_id,
        result_id: quiz.result_id,
        state: 'graded',
        score: 13,
        max_score: 13,
        submitted_at: new Date(server.clock.now).toISOString(),
        is_past_due: false,
        released_at: null,
      },
    ]);
    const report = after.responses.find((one) => one.quiz_id === quiz_id);
    expect(report?.questions[0]).toMatchObject({
      explanation: 'EXPLANATION',
      answer_options: [{ is_answer: false, misconception: 'MISCONCEPTION ice' }, { is_answer: true }, {}],
    });
    expect(report?.questions.map((question) => question.correct_answer)).toEqual([
      undefined,
      undefined,
      undefined,
      'Evaporation',
      '150 kPa',
      'first → second → third',
      'Solid: rows; Gas: apart',
      '1: heart; 2: lung',
    ]);
    expect(report?.students.map((student) => [student.first_name, student.responses.length])).toEqual([
      ['ana', 8],
      ['ben', 0],
    ]);
  });
});

describe('what is visible when', () => {
  it.each(attemptStates)('%s: exactly what the table says', async (state) => {
    const visible = visibleToStudent[state];
    const quiz = await started();
    const given = answer(byType(quiz, 'true_false'), { id: optionId(byType(quiz, 'true_false'), 'False') });
    if (state !== 'started') {
      await submit(quiz.result_id, [given]);
      await server.db.updateTable('attempt').set({ state }).execute();
    }
    const { code } = await start();
    expect(code).toBe(visible.questions ? 200 : 409);
    const seen = (await overview()).result as QuizResult;
    expect(seen.receipt !== null).toBe(visible.receipt);
    expect(seen.submitted_at !== null).toBe(visible.receipt);
    expect([seen.score !== null, seen.max_score !== null]).toEqual([visible.score, visible.score]);
    const own = (await result()).find((one) => one.quiz_id === quiz_id)?.result;
    expect([own?.receipt != null, own?.score != null]).toEqual([visible.receipt, visible.score]);
    const review = await ana.call(calls.quizReview, { user_puid: ids.ana, result_id: quiz.result_id });
    expect(review.code).toBe(visible.review ? 200 : 404);
    expect(/explanation|is_answer/.test(review.text)).toBe(visible.review);
    if (state === 'started') return;
    const again = (await submit(quiz.result_id, [given])).data;
    expect([again.receipt !== null, again.score !== null]).toEqual([visible.receipt, visible.score]);
  });
});

describe('handing in from a device that was away', () => {
  const at = () => new Date(server.clock.now).toISOString();
  it.each([
    ['older than', 20, 10, 'saved'],
    ['newer than', 10, 20, 'handed in'],
    ['as old as', 10, 10, 'handed in'],
  ])(
    'an answer %s the one that another device has saved: sequence %i saved, %i handed in, the %s one counts',
    async (_, saved, handed, wins) => {
      const quiz = await started();
      const question = byType(quiz, 'short_text');
      const save = answer(question, { text: 'saved' }, { sequence: saved, given_at: at() });
      await ana.ok(calls.saveAnswers, { result_id: quiz.result_id, answers: [save] } as never);
      await submit(quiz.result_id, [answer(question, { text: 'handed in' }, { sequence: handed })]);
      expect(await server.db.selectFrom('response').select('answer_text').execute()).toEqual([{ answer_text: wins }]);
    },
  );
  it('an answer that was taken back stays taken back', async () => {
    const quiz = await started();
    const question = byType(quiz, 'short_text');
    await ana.ok(calls.saveAnswers, {
      result_id: quiz.result_id,
      answers: [answer(question, { text: 'saved' }, { sequence: 10, given_at: at() })],
    } as never);
    const { data } = await submit(quiz.result_id, [answer(question, { text: '' }, { sequence: 11 })]);
    expect(data.answered).toBe(0);
  });
});

describe('saving while it goes on', () => {
  const save = (result_id: number, answers: unknown[], by = ana) => by.call(calls.saveAnswers, { result_id, answers } as never);
  const sequenced = (question: Question, text: string, sequence: number, given = server.clock.now) =>
    answer(question, { text }, { sequence, given_at: new Date(given).toISOString() });
  const stored = async (result_id: number) =>
    (await server.db.selectFrom('response').selectAll().where('result_id', '=', result_id).execute()).map((row) => row.answer_text);

  it('keeps the newest sequence number, in whatever order the calls arrive', async () => {
    const quiz = await started();
    const question = byType(quiz, 'short_text');
    for (const [text, sequence] of [
      ['second', 2],
      ['first', 1],
      ['second again', 2],
    ] as const)
      await save(quiz.result_id, [sequenced(question, text, sequence)]);
    expect(await stored(quiz.result_id)).toEqual(['second']);
    expect((await started()).responses).toEqual([
      expect.objectContaining({ question_id: question.id, answer_text: 'second', sequence: 2 }),
    ]);
  });
  it('takes the newest of one call when a question occurs twice', async () => {
    const quiz = await started();
    const question = byType(quiz, 'short_text');
    const saved = await ana.ok(calls.saveAnswers, {
      result_id: quiz.result_id,
      answers: [sequenced(question, 'newer', 5), sequenced(question, 'older', 4)],
    } as never);
    expect(saved).toEqual({ saved: [{ question_id: question.id, sequence: 5 }], end_time: null });
    expect(await stored(quiz.result_id)).toEqual(['newer']);
  });
  it('counts saved answers when they are missing from the submission', async () => {
    const quiz = await started();
    await save(quiz.result_id, [sequenced(byType(quiz, 'short_text'), 'evaporation', 1)]);
    await submit(quiz.result_id, []);
    await release();
    expect((await result()).find((one) => one.quiz_id === quiz_id)?.result?.score).toBeGreaterThan(0);
  });
  it('refuses after the quiz is handed in, and changes nothing', async () => {
    const quiz = await started();
    await submit(quiz.result_id, []);
    expectFailure(await save(quiz.result_id, [sequenced(byType(quiz, 'short_text'), 'late', 9)]), 409);
    expect(await stored(quiz.result_id)).toEqual([]);
  });
  it("does not know another student's attempt", async () => {
    const quiz = await started();
    expectFailure(await save(quiz.result_id, [sequenced(byType(quiz, 'short_text'), 'x', 1)], await server.signIn('ben')), 404);
  });
});

describe('the time of an assessment', () => {
  const named = { assessment_id, lesson_id, lesson_resource_tracking_id: 0 };
  const begin = () => ana.ok(calls.startAssessment, named);
  const saveAt = (result_id: number, question_id: number, given: number) =>
    ana.call(calls.saveAnswers, {
      result_id,
      answers: [{ question_id, answer_id: null, answer_text: 'x', time_spent: 1, sequence: 1, given_at: new Date(given).toISOString() }],
    });
  const seconds = 1000;

  it('ends its minutes after the start, by the clock of the server', async () => {
    const { start_time, end_time } = await begin();
    expect(Date.parse(end_time ?? '') - Date.parse(start_time)).toBe(minutes(10));
  });
  it.each([
    [-1, -1, 200],
    [0, 0, 200],
    [1, -1, 200],
    [119, -1, 200],
    [119, 1, 409],
    [121, -1, 409],
  ])('an answer that arrives %i s after the end and was given %i s after it gets %i', async (arrives, given, status) => {
    const { result_id, end_time, quiz_details } = await begin();
    const end = Date.parse(end_time ?? '');
    server.clock.now = end + arrives * seconds;
    expect((await saveAt(result_id, quiz_details.questions[0]?.id ?? 0, end + given * seconds)).code).toBe(status);
  });
  it.each([
    [0, false],
    [2, false],
    [30, false],
    [31, true],
    [119, true],
  ])('what is handed in %i s after the end is late: %s', async (arrives, is_late) => {
    const { result_id, end_time } = await begin();
    server.clock.now = Date.parse(end_time ?? '') + arrives * seconds;
    const handedIn = await ana.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(handedIn).toMatchObject({ is_late });
  });
  it('marks what is handed in after the end, and hands in by itself what nobody came back to', async () => {
    const { result_id, end_time, quiz_details } = await begin();
    const question_id = quiz_details.questions[0]?.id ?? 0;
    await saveAt(result_id, question_id, server.clock.now);
    server.clock.now = Date.parse(end_time ?? '') + 121 * seconds;
    const again = await server.signIn('ana');
    const { result: closed } = (await again.ok(calls.assessmentOverview, { user_puid: ids.ana, ...named })).quiz_details;
    expect(closed).toMatchObject({ result_id, state: 'graded', answered: 1, is_late: true });
  });
  it('says that an answer which came too late was not saved', async () => {
    const { result_id, end_time, quiz_details } = await begin();
    const question_id = quiz_details.questions[0]?.id ?? 0;
    const saved = await saveAt(result_id, question_id, server.clock.now);
    server.clock.now = Date.parse(end_time ?? '') + 121 * seconds;
    const late = { question_id, answer_id: null, answer_text: 'late', is_correct_answer: null, time_spent: 1, sequence: 1e9 };
    const handedIn = await ana.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [late] });
    expect(handedIn.saved).toEqual((saved.data as { saved: unknown }).saved);
  });
});

describe('a check at the end of a resource', () => {
  const named = { quiz_id: videoQuiz_id, lesson_id, lesson_resource_tracking_id: 0 };
  const mark = (result_id: number, answer: { question_id: number; answer_id: number | null }, by = ana) =>
    by.call(calls.checkAnswer, { result_id, answer: { ...answer, answer_text: '', time_spent: 1 } });
  /** The check's only question, with a wrong answer and the correct one. */
  const begin = async () => {
    const started = await ana.ok(calls.startQuiz, named);
    const [question] = started.quiz_details.questions;
    const option = (text: string) => question?.answer_options.find(({ answer_text }) => answer_text === text)?.id ?? 0;
    const of = (text: string) => ({ question_id: question?.id ?? 0, answer_id: option(text) });
    return { result_id: started.result_id, wrong: of('ice'), right: of('steam') };
  };

  it('marks each try at once, with the reason, and keeps the last', async () => {
    const { result_id, wrong, right } = await begin();
    const first = await mark(result_id, wrong);
    expect(first.data).toMatchObject({ is_correct: false, points: 0, explanation: expect.stringContaining('EXPLANATION') });
    expect((await ana.ok(calls.startQuiz, named)).responses).toMatchObject([{ answer_id: wrong.answer_id, is_correct_answer: false }]);
    expect((await mark(result_id, right)).data).toMatchObject({ is_correct: true, points: 1, max_points: 1 });
    expect((await ana.ok(calls.startQuiz, named)).responses).toMatchObject([{ answer_id: right.answer_id, is_correct_answer: true }]);
  });
  it('waits for no release when it is finished, and takes no more tries', async () => {
    const { result_id, right } = await begin();
    await mark(result_id, right);
    const finished = await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(finished).toMatchObject({ state: 'released', score: 1, max_score: 1 });
    expect((await ana.call(calls.quizReview, { user_puid: ids.ana, result_id })).code).toBe(200);
    expectFailure(await mark(result_id, right), 409, /already finished/);
  });
  it('is no way to the key of a quiz, of an assessment, or of somebody else', async () => {
    const { result_id, right } = await begin();
    expectFailure(await mark(result_id, right, await server.signIn('ben')), 404);
    expectFailure(await mark(result_id, { ...right, question_id: 1 }), 404);
    const place = { lesson_id, lesson_resource_tracking_id: 0 };
    for (const begun of [
      await ana.ok(calls.startQuiz, { quiz_id, ...place }),
      await ana.ok(calls.startAssessment, { assessment_id, ...place }),
    ]) {
      const [question] = begun.quiz_details.questions;
      expectFailure(await mark(begun.result_id, { question_id: question?.id ?? 0, answer_id: null }), 403);
    }
  });
});

describe('the review', () => {
  const review = (result_id: number, by = ana) => by.call(calls.quizReview, { user_puid: by.user.userPuid, result_id });
  it('does not exist before release, nor for anybody else', async () => {
    const quiz = await started();
    expectFailure(await review(quiz.result_id), 404);
    await submit(quiz.result_id, rightAnswers(quiz));
    expectFailure(await review(quiz.result_id), 404);
    await release();
    expectFailure(await review(quiz.result_id, await server.signIn('ben')), 404);
  });
  it('shows key, explanation and own answers after release', async () => {
    const quiz = await started();
    await submit(quiz.result_id, rightAnswers(quiz));
    await release();
    const { result: released, questions } = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id: quiz.result_id });
    expect(released).toMatchObject({ state: 'released', score: 13, max_score: 13 });
    expect(questions.every(({ question, response }) => question.explanation === 'EXPLANATION' && response?.is_correct === true)).toBe(true);
  });
});
