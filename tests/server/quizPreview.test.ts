import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { assessment_id, ids, quiz_id, schoolServer, videoQuiz_id } from './fixtureSchool.ts';
import { addLessonOfKinds, kinds } from './lessonOfKinds.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server] = await schoolServer();
  await addLessonOfKinds(server.ports);
  tess = await server.signIn('tess');
});
const play = (by: TestClient, named: { lesson_id: number; quiz_id: number }, answers: { question_id: number; answer_id: number }[] = []) =>
  by.call(calls.previewQuiz, {
    user_puid: by.user.userPuid,
    ...named,
    answers: answers.map((answer) => ({ ...answer, answer_text: '', time_spent: 0 })),
  });
const inLesson = { lesson_id: ids.freeLesson, quiz_id };

/** Number of rows in every table. */
async function rows() {
  const tables = await server.db.introspection.getTables();
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const all = await server.db
        .selectFrom(name as 'role')
        .selectAll()
        .execute();
      return [name, all.length] as const;
    }),
  );
  return Object.fromEntries(counts);
}

describe('a quiz in preview', () => {
  it('has every question with its key, and marks what comes along', async () => {
    const { code, data } = await play(tess, inLesson);
    expect(code).toBe(200);
    expect(data).toMatchObject({ quiz_id, is_timed: false, marks: [] });
    expect(data.questions.map(({ question_type }) => question_type)).toHaveLength(8);
    const [single] = data.questions;
    const options = single?.answer_options ?? [];
    expect(options.filter(({ is_answer }) => is_answer)).toHaveLength(1);
    const given = (isRight: boolean) => ({
      question_id: single?.id ?? 0,
      answer_id: options.find(({ is_answer }) => is_answer === isRight)?.id ?? 0,
    });
    expect((await play(tess, inLesson, [given(true)])).data.marks).toMatchObject([{ is_correct: true, max_points: single?.points }]);
    expect((await play(tess, inLesson, [given(false)])).data.marks).toMatchObject([
      { is_correct: false, points: 0, explanation: single?.explanation },
    ]);
    expectFailure(await play(tess, inLesson, [{ question_id: 1, answer_id: 1 }]), 404);
  });

  it('says of an assessment what time students get', async () =>
    expect((await play(tess, { lesson_id: ids.freeLesson, quiz_id: assessment_id })).data).toMatchObject({
      is_timed: true,
      minutes: expect.any(Number),
    }));

  it('stands for paper by the alphabet, where its own order would be the key', async () => {
    const { data } = await play(tess, { lesson_id: kinds.lesson_id, quiz_id: kinds.quiz('printable') });
    const ordering = data.questions.find(({ question_type }) => question_type === 'ordering');
    const texts = ordering?.answer_options.map(({ answer_text }) => answer_text) ?? [];
    expect(texts).toEqual(texts.toSorted());
    expect(ordering?.correct_answer).toBe('first → second → third');
  });

  it('writes nothing, in any table', async () => {
    const before = await rows();
    expect(before).toMatchObject({ attempt: 0, response: 0, resource_tracking: 0, lesson_tracking: 0 });
    for (const quiz of [
      { lesson_id: ids.freeLesson, quiz_id },
      { lesson_id: ids.freeLesson, quiz_id: videoQuiz_id },
      { lesson_id: ids.freeLesson, quiz_id: assessment_id },
      { lesson_id: kinds.lesson_id, quiz_id: kinds.quiz('printable') },
      { lesson_id: kinds.lesson_id, quiz_id: kinds.quiz('provider') },
      { lesson_id: 0, quiz_id },
    ]) {
      const { code, data } = await play(tess, quiz);
      expect(code).toBe(200);
      expect((await play(tess, quiz, [{ question_id: data.questions[0]?.id ?? 0, answer_id: 0 }])).code).toBe(200);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('who may ask for the key', () => {
  const mine = { lesson_id: ids.tomsLesson, quiz_id };
  const prebuilt = inLesson;
  const library = { lesson_id: 0, quiz_id };
  const elsewhere = { lesson_id: ids.freeLesson, quiz_id: kinds.quiz('printable') };
  beforeEach(async () => {
    // Tom's lesson gets the quiz, and is shared with sue.
    const [resource] = await server.db
      .selectFrom('lesson_resource')
      .selectAll()
      .where('lesson_id', '=', ids.freeLesson)
      .orderBy('sort_order')
      .execute();
    const { item_id } = await server.db.selectFrom('quiz').select('item_id').where('quiz_id', '=', quiz_id).executeTakeFirstOrThrow();
    await server.db
      .insertInto('lesson_resource')
      .values({ ...resource!, lesson_id: ids.tomsLesson, lesson_resource_id: 998_877, item_id, sort_order: 90 })
      .execute();
    const tom = await server.signIn('tom');
    await tom.ok(calls.shareLesson, {
      lesson_id: ids.tomsLesson,
      user_puid_list: [ids.sue],
      shared_by_puid: ids.tom,
      permission: 100,
    } as never);
  });
  // Per person: a lesson of the product, tom's own lesson, the library, and a quiz that is not in the lesson.
  it.each([
    ['ana', 403, 403, 403, 403],
    ['tess', 200, 404, 200, 404],
    ['tom', 200, 200, 200, 404],
    ['sue', 200, 200, 200, 404],
    ['sid', 200, 404, 200, 404],
    ['dan', 200, 404, 200, 404],
    ['pam', 200, 404, 200, 404],
    ['max', 200, 404, 200, 404],
    // Another district has the shared library but none of the lessons.
    ['zoe', 403, 403, 403, 403],
    ['ted', 404, 404, 200, 404],
    ['dora', 404, 404, 200, 404],
  ])('%s: %i, %i, %i, %i', async (name, ...expected) => {
    const person = await server.signIn(name);
    const answers = await Promise.all([prebuilt, mine, library, elsewhere].map((quiz) => play(person, quiz)));
    expect(answers.map(({ code }) => code)).toEqual(expected);
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer.text).not.toMatch(/is_answer|EXPLANATION|steam/);
  });

  it('a student is refused while the quiz is theirs to do, and so is whoever acts as the student', async () => {
    const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
    await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
    const ana = await server.signIn('ana');
    await ana.ok(calls.startQuiz, { ...inLesson, lesson_resource_tracking_id: 0 });
    expectFailure(await play(ana, inLesson), 403);
    const max = await server.signIn('max');
    const acting = await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.ana });
    const asked = { user_puid: ids.ana, ...inLesson, answers: [] };
    expectFailure(await server.call(calls.previewQuiz, asked, { authorization: `Bearer ${acting.token}` }), 403);
    // With the id of someone who may.
    expectFailure(await server.call(calls.previewQuiz, { ...asked, user_puid: ids.tess }, { authorization: `Bearer ${ana.token}` }), 403);
  });
});
