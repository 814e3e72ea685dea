// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import type { Call } from '../../contract/kit.ts';
import type { UserData } from '../../contract/login.ts';
import { outboxMachine } from '../../src/machines/outbox/outboxMachine.ts';
import type { LessonCheckInput, LoadedCheck, Mark } from '../../src/machines/quiz/lessonCheckMachine.ts';
import type { Send } from '../../src/services/client.ts';
import { lessonCheckActors } from '../../src/services/lessonCheck.ts';
import { offlineLessonsActors } from '../../src/services/offlineLessons.ts';
import { outboxActors } from '../../src/services/outbox.ts';
import { ids, makeFixtureSchool, videoQuiz_id } from '../server/fixtureSchool.ts';
import { type TestClient, type TestServer, testServer } from '../server/testServer.ts';
import { TestDevice } from '../views/kit/device.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { memoryShelf } from './memoryShelf.ts';

const owner = `1.${ids.ana}`;
const input: LessonCheckInput = { userPuid: ids.ana, quizId: videoQuiz_id, lessonId: ids.freeLesson, resourceTrackingId: 0, kind: 'quiz' };
const silence = { code: 0, message: '' };

let server: TestServer;
let ana: TestClient;
let device: TestDevice;
let shelved: ReturnType<typeof memoryShelf>;
let isSilent: boolean;
const send = (async (call: Call, given: never) => {
  if (isSilent) throw silence;
  const { code, message, data } = await ana.call(call, given);
  if (code >= 400) throw { code, message, ...(code < 500 ? { refused: true } : {}) };
  return data;
}) as unknown as Send;
const ports = () => ({ send, owner, device: async () => device, shelf: async () => shelved.shelf, now: () => server.clock.now });
async function run<Output>(logic: unknown, of: unknown): Promise<Output> {
  const actor = createActor(logic as PromiseActorLogic<Output, unknown>, { input: of });
  actor.subscribe({ error: () => {} });
  actor.start();
  return toPromise(actor);
}
async function outbox() {
  const actor = createActor(outboxMachine.provide({ actors: outboxActors(ports()) }), { input: {} }).start();
  await expect.poll(() => actor.getSnapshot().value).toBeOneOf(['resting', 'waiting']);
  const { value, context } = actor.getSnapshot();
  actor.stop();
  return { value, items: context.items };
}
const attempts = () => server.db.selectFrom('attempt').select('state').execute();
/** The right answer to the only question, or a wrong one. */
async function answerTo({ questions }: LoadedCheck, isRight: boolean) {
  const options = await server.db
    .selectFrom('question_option')
    .selectAll()
    .where('question_id', '=', questions[0]?.id ?? 0)
    .execute();
  const { option_id = 0 } = options.find(({ answer_text }) => answer_text === (isRight ? 'steam' : 'ice')) ?? {};
  return { answerId: option_id, answerText: '' };
}

beforeEach(async () => {
  server = await testServer();
  await makeFixtureSchool(server.ports);
  const { assignment_id } = await assignTo(server, ids.freeLesson);
  ana = await server.signIn('ana');
  device = new TestDevice();
  shelved = memoryShelf();
  isSilent = false;
  const lessons = offlineLessonsActors({ ...ports(), user: ana.user as UserData, warm: async () => {} });
  await run(lessons.save, { lessonId: ids.freeLesson, assignmentId: assignment_id, name: 'In any order' });
});

describe('a check in a lesson, without a connection', () => {
  it.each([true, false])('opens, keeps an answer that is right: %s, and is checked when it is back', async (isRight) => {
    isSilent = true;
    const actors = lessonCheckActors(ports());
    const check = await run<LoadedCheck>(actors.loadCheck, input);
    expect(check.questions).toHaveLength(1);
    const asked = { resultId: check.resultId, questionId: check.questions[0]?.id ?? 0, answer: await answerTo(check, isRight) };
    await expect(run(actors.checkAnswer, asked)).rejects.toEqual(silence);
    const again = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    expect(again, 'it is there after leaving').toMatchObject({
      resultId: check.resultId,
      answers: { [asked.questionId]: asked.answer },
      marks: {},
    });
    expect(await outbox()).toMatchObject({ value: 'waiting', items: [{ count: 1, state: 'waiting' }] });
    isSilent = false;
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    expect(await attempts()).toEqual([{ state: isRight ? 'released' : 'started' }]);
    expect([...device.items.keys()].filter((key) => key.startsWith('attempt/'))).toEqual([]);
    const now = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    if (isRight) expect(now.result?.state).toBe('released');
    else expect(now.marks).toMatchObject({ [asked.questionId]: { isRight: false } });
  });

  it('is checked from the open page too, and nothing of it waits then', async () => {
    isSilent = true;
    const actors = lessonCheckActors(ports());
    const check = await run<LoadedCheck>(actors.loadCheck, input);
    const asked = { resultId: check.resultId, questionId: check.questions[0]?.id ?? 0, answer: await answerTo(check, true) };
    await expect(run(actors.checkAnswer, asked)).rejects.toEqual(silence);
    isSilent = false;
    expect(await run<Mark>(actors.checkAnswer, asked)).toMatchObject({ isRight: true });
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    await run(actors.finishCheck, { kind: 'quiz', resultId: check.resultId });
    expect(await attempts()).toEqual([{ state: 'released' }]);
    expect(device.items.size).toBe(0);
  });

  it('says so when the device keeps nothing, and when the lesson is not saved', async () => {
    isSilent = true;
    const actors = lessonCheckActors(ports());
    const check = await run<LoadedCheck>(actors.loadCheck, input);
    device.isBroken = true;
    const asked = { resultId: check.resultId, questionId: check.questions[0]?.id ?? 0, answer: await answerTo(check, true) };
    await expect(run(actors.checkAnswer, asked)).rejects.not.toEqual(silence);
    device.isBroken = false;
    await expect(run(lessonCheckActors(ports()).loadCheck, { ...input, lessonId: ids.orderedLesson })).rejects.toEqual(silence);
    await expect(run(lessonCheckActors({ ...ports(), owner: `1.${ids.ben}` }).loadCheck, input)).rejects.toEqual(silence);
  });
});
