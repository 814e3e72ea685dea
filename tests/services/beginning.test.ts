// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { type KeptAttempt, toSubmit } from '../../common/attempt.ts';
import { calls } from '../../contract/index.ts';
import type { QuizDetails, StartedQuiz } from '../../contract/quiz.ts';
import type { QuizInput } from '../../src/machines/quiz/quizAttempt.ts';
import { attemptCalls } from '../../src/services/quiz/attempts.ts';
import { quizActors } from '../../src/services/quiz/quiz.ts';
import { keptAttempt } from '../machines/quiz.model.ts';
import { assessment_id, ids, quiz_id } from '../server/fixtureSchool.ts';
import { owner, run, type SavedLesson, savedLesson, silence } from './savedLesson.ts';

const lessonId = ids.freeLesson;
const input: QuizInput = { userPuid: ids.ana, quizId: quiz_id, lessonId, resourceTrackingId: 0, kind: 'quiz' };

let { server, ana, device, shelved, line, ports, outbox } = {} as SavedLesson;
const lost = () => {
  throw silence;
};
const overview = (of = input) => run<QuizDetails>(quizActors(ports()).loadOverview, of);
const start = async (of = input, seen: QuizDetails | null = null) =>
  run<StartedQuiz>(quizActors(ports()).startQuiz, { input: of, overview: seen });
const attempts = () => server.db.selectFrom('attempt').select(['result_id', 'state']).execute();
const stored = async () =>
  (await server.db.selectFrom('response').select('answer_text').orderBy('answer_text').execute()).map((row) => row.answer_text);

/** Stores the attempt as the chart does after an answer to the first question. */
async function answer(started: StartedQuiz, answerText: string, changes: Partial<KeptAttempt> = {}): Promise<KeptAttempt> {
  const before = (await device.kept.readAttempt(owner, started.result_id)) as KeptAttempt;
  const id = started.quiz_details.questions[0]?.id as number;
  const sequence = ++server.clock.now;
  const { begun: _, ...attempt } = before;
  return device.kept.writeAttempt(owner, {
    ...attempt,
    answers: { [id]: { answerId: null, answerText, sequence, givenAt: sequence } },
    ...changes,
  });
}

beforeEach(async () => {
  ({ server, ana, device, shelved, line, ports, outbox } = await savedLesson(lessonId));
});

describe('a quiz of a saved lesson, without a connection', () => {
  it('begins on the device, which has it before its questions are shown, and nothing of the key', async () => {
    line.between = lost;
    const seen = await overview();
    expect(seen).toMatchObject({ result: null, question_count: 8 });
    const started = await start();
    expect(started.result_id).toBeLessThan(0);
    expect(started.quiz_details.questions).toHaveLength(8);
    expect(await device.kept.readAttempt(owner, started.result_id)).toMatchObject({ quizId: quiz_id, begun: { serverId: 0 } });
    const all = JSON.stringify([[...device.items.values()], [...shelved.lessons.values()]]);
    for (const word of ['is_answer', 'explanation', 'misconception', 'correct_answer']) expect(all).not.toContain(`"${word}`);
    expect(await start(), 'it goes on').toEqual(started);
    expect((await overview()).result).toMatchObject({ state: 'started' });
    expect(await attempts()).toEqual([]);
  });

  it('does not begin where it is timed, not saved, or of somebody else', async () => {
    line.between = lost;
    await expect(start({ ...input, quizId: assessment_id, kind: 'assessment' })).rejects.toEqual(silence);
    await expect(start({ ...input, lessonId: ids.orderedLesson })).rejects.toEqual(silence);
    const bens = quizActors({ ...ports(), owner: `1.${ids.ben}` });
    await expect(run(bens.startQuiz, { input, overview: null })).rejects.toEqual(silence);
    await expect(run(bens.loadOverview, input)).rejects.toEqual(silence);
    device.isBroken = true;
    await expect(start(), 'a device that keeps nothing').rejects.toEqual(silence);
  });

  it('goes on where it is timed and was begun with a connection, until its time is over, and never once it is closed', async () => {
    const timed: QuizInput = { ...input, quizId: assessment_id, kind: 'assessment' };
    const { result_id, end_time } = await start(timed, await overview(timed));
    await expect.poll(() => device.items.size).toBe(1);
    line.between = lost;
    expect(await overview(timed)).toMatchObject({ is_timed: true, result: { result_id, state: 'started' } });
    expect(await start(timed)).toMatchObject({ result_id });
    const attempt = keptAttempt({ resultId: result_id, kind: 'assessment', quizId: assessment_id, lessonId });
    await device.kept.writeAttempt(owner, { ...attempt, isHandedIn: true });
    expect((await overview(timed)).result, 'it waits to be sent').toMatchObject({ state: 'started' });
    await device.kept.writeAttempt(owner, { ...attempt, isClosed: true });
    expect((await overview(timed)).result).toBeNull();
    device.items.delete(`attempt/${owner}/${result_id}`);
    expect((await overview(timed)).result).not.toBeNull();
    server.clock.now = Date.parse(end_time as string);
    expect((await overview(timed)).result).toBeNull();
  });

  it('is told once there is a connection: start, answers, submission, each once; then the device knows that it is done', async () => {
    line.between = lost;
    const started = await start();
    await answer(started, 'a', { isHandedIn: true });
    expect(await outbox()).toMatchObject({ value: 'waiting', items: [{ state: 'waiting', isHandedIn: true, count: 1 }] });
    line.between = () => {};
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    expect(await attempts()).toMatchObject([{ state: 'graded' }]);
    expect(await stored()).toEqual(['a']);
    expect(device.items.size).toBe(0);
    line.between = lost;
    await expect.poll(async () => (await overview()).result?.state).toBe('graded');
  });

  it('counts although the server has not heard of the resources before it in an ordered lesson', async () => {
    ({ server, ana, device, shelved, line, ports, outbox } = await savedLesson(ids.orderedLesson));
    const ordered = { ...input, lessonId: ids.orderedLesson };
    const named = { quiz_id, lesson_id: ids.orderedLesson, lesson_resource_tracking_id: 0 };
    expect((await ana.call(calls.startQuiz, named)).code, 'with a connection it is refused').toBe(409);
    line.between = lost;
    await answer(await start(ordered), 'a', { isHandedIn: true });
    line.between = () => {};
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    expect(await stored()).toEqual(['a']);
  });

  it.each([calls.startQuiz, calls.saveAnswers, calls.submitQuiz])(
    'is graded once, however often the answer to %j gets lost',
    async (call) => {
      line.between = lost;
      const started = await start();
      await answer(started, 'a');
      let losses = 2;
      line.between = (made, isAfter) => {
        if (made.path === call.path && isAfter && losses-- > 0) lost();
      };
      for (let round = 0; round < 3; round++) await outbox();
      await answer(started, 'b', { isHandedIn: true });
      for (let round = 0; round < 3; round++) await outbox();
      expect(await attempts()).toMatchObject([{ state: 'graded' }]);
      expect(await stored()).toEqual(['b']);
      expect(device.items.size).toBe(0);
    },
  );

  it('goes on under its name when the page has a connection again, with what the server has from elsewhere', async () => {
    line.between = lost;
    const started = await start();
    await answer(started, 'here');
    line.between = () => {};
    const elsewhere = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: lessonId, lesson_resource_tracking_id: 0 });
    const second = started.quiz_details.questions[1]?.id as number;
    const given = { answer_id: null, answer_text: 'there', time_spent: 1, sequence: 1, given_at: new Date(server.clock.now).toISOString() };
    await ana.ok(calls.saveAnswers, { result_id: elsewhere.result_id, answers: [{ question_id: second, ...given }] });
    expect((await overview()).result).toMatchObject({ state: 'started' });
    const goneOn = await start(input, await overview());
    expect(goneOn).toMatchObject({ result_id: started.result_id, responses: [{ answer_text: 'there' }] });
    await outbox();
    expect(await stored()).toEqual(['here', 'there']);
    const kept = (await device.kept.readAttempt(owner, started.result_id)) as KeptAttempt;
    const { submit } = attemptCalls(ports());
    const submission = { kind: 'quiz' as const, time_spent: 40, submit_type: 'save' as const, failures: 0 };
    const submitted = { ...submission, result_id: kept.resultId, quizResponse: toSubmit(kept), attempt: kept };
    expect(await submit(submitted, new AbortController().signal)).toMatchObject({
      result_id: elsewhere.result_id,
      isComplete: true,
      answered: 2,
    });
    expect(device.items.size).toBe(0);
  });

  it('that was handed in elsewhere, or taken away, stays as a file; a later attempt does not take it up', async () => {
    line.between = lost;
    const started = await start();
    await answer(started, 'mine', { isHandedIn: true });
    line.between = () => {};
    const elsewhere = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: lessonId, lesson_resource_tracking_id: 0 });
    await ana.ok(calls.submitQuiz, { result_id: elsewhere.result_id, time_spent: 1, submit_type: 'save', quizResponse: [] });
    expect(await outbox()).toMatchObject({ value: 'resting', items: [{ state: 'closed', count: 1 }] });
    expect(await attempts()).toHaveLength(1);
    // The quiz is reassigned.
    await server.db.deleteFrom('response').execute();
    await server.db.deleteFrom('attempt').execute();
    const again = await start(input, await overview());
    expect(again.result_id).toBeGreaterThan(0);
    expect(await device.kept.readAttempt(owner, started.result_id)).toMatchObject({ isClosed: true });
    await device.kept.forgetAttempt(owner, { resultId: started.result_id, quizId: quiz_id, lessonId });
    line.between = lost;
    expect(await start(), 'what is cleared away takes no questions with it').toMatchObject({ result_id: again.result_id });
  });

  it('that was handed in from here, and is on the device again as it was before, is found handed in', async () => {
    line.between = lost;
    await answer(await start(), 'mine', { isHandedIn: true });
    const before = [...device.items];
    line.between = () => {};
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    for (const [key, value] of before) device.items.set(key, value);
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    expect(await stored()).toEqual(['mine']);
  });

  it('of a lesson that is not assigned any more is refused, and stays as a file', async () => {
    line.between = lost;
    await answer(await start(), 'mine', { isHandedIn: true });
    line.between = () => {};
    await server.db.deleteFrom('group_assignment').execute();
    expect(await outbox()).toMatchObject({ value: 'resting', items: [{ state: 'closed', count: 1 }] });
  });

  it('is told in the order of the starts', async () => {
    const { kept } = device;
    const one = { kind: 'quiz' as const, quizId: 1, lessonId: 1, title: '', answers: {}, seconds: {}, acknowledged: {}, index: 0 };
    for (const at of [20, 10, 30])
      await kept.writeAttempt(owner, {
        ...one,
        resultId: -at,
        begun: { at, groupAssignmentId: 0, serverId: 0 },
        flagged: [],
        crossedOut: {},
        isHandedIn: true,
        isClosed: false,
      });
    expect((await kept.list(owner)).items.map(({ attempt }) => attempt.resultId)).toEqual([-10, -20, -30]);
  });
});
