// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { KeptAttempt } from '../../common/attempt.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { appMachine } from '../../src/machines/app/appMachine.ts';
import { outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';
import { failureOf, type Send } from '../../src/services/kit/client.ts';
import { attemptCalls } from '../../src/services/quiz/attempts.ts';
import { createKept, type KeptFormat } from '../../src/services/quiz/kept.ts';
import { outboxActors } from '../../src/services/quiz/outbox.ts';
import { keptAttempt } from '../machines/quiz.model.ts';
import { ids, makeFixtureSchool, quiz_id } from '../server/fixtureSchool.ts';
import { type TestServer, testServer } from '../server/testServer.ts';
import { TestDevice } from '../views/kit/device.ts';
import { assignTo } from '../views/kit/fixture.ts';

const owner = `1.${ids.ana}`;
const given = (answerText: string, sequence: number, givenAt = sequence) => ({ answerId: null, answerText, sequence, givenAt });

describe('what is kept', () => {
  it('is read back as it was, under its owner alone', async () => {
    const { kept } = new TestDevice();
    const attempt = keptAttempt({ answers: { 1: given('a', 5) }, flagged: [1], crossedOut: { 1: [2] }, isHandedIn: true });
    await kept.writeAttempt(owner, attempt);
    expect(await kept.readAttempt(owner, 91)).toEqual(attempt);
    expect(await kept.readAttempt('1.2', 91)).toBeNull();
    expect((await kept.list('1.2')).items).toEqual([]);
    // An owner whose id is a prefix of another's.
    expect((await kept.list(owner.slice(0, -1))).items).toEqual([]);
    expect((await kept.list(owner)).items).toEqual([{ kind: 'attempt', attempt }]);
  });

  it('never loses a newer answer to an older tab', async () => {
    const { kept } = new TestDevice();
    await kept.writeAttempt(owner, keptAttempt({ answers: { 1: given('new', 9), 2: given('old', 3) } }));
    await kept.writeAttempt(owner, keptAttempt({ answers: { 1: given('old', 4), 2: given('new', 8) } }));
    expect((await kept.readAttempt(owner, 91))?.answers).toEqual({ 1: given('new', 9), 2: given('new', 8) });
  });

  it.each<[string, unknown, number[] | null]>([
    ['another version', { v: 99, attempt: keptAttempt() }, null],
    ['text', 'x', null],
    ['nothing of use', { v: 1 }, null],
    [
      'a broken answer among good ones',
      { v: 1, attempt: { ...keptAttempt(), answers: { 1: given('a', 1), 2: { sequence: 'x' }, y: given('b', 2) } } },
      [1],
    ],
    [
      'broken marks',
      { v: 1, attempt: { ...keptAttempt({ answers: { 3: given('a', 1) } }), flagged: 'x', seconds: null, crossedOut: 4 } },
      [3],
    ],
  ])('that is %s is never thrown away, and does not stop the quiz', async (_, stored, answers) => {
    const device = new TestDevice();
    device.items.set(`attempt/${owner}/91`, stored);
    const read = await device.kept.readAttempt(owner, 91);
    expect(read && Object.keys(read.answers).map(Number)).toEqual(answers);
    if (answers === null) expect(await device.kept.readUnreadable(owner, 91)).toEqual(stored);
  });

  /** Version 2 calls the marks `marked` and has a note for the teacher. */
  const nextFormat = {
    version: 2,
    upgrades: { 1: (attempt: unknown) => ({ ...(attempt as object), flagged: (attempt as { marked: number[] }).marked }) },
  };
  const keptBy = (device: TestDevice, format: KeptFormat) =>
    createKept(
      device.storage,
      () => {},
      () => () => {},
      format,
    );

  it('by an earlier version is upgraded step by step, and stored as the newest', async () => {
    const device = new TestDevice();
    const { flagged: _, ...old } = keptAttempt({ answers: { 1: given('a', 5) } });
    device.items.set(`attempt/${owner}/91`, { v: 0, attempt: { ...old, starred: [1] } });
    const kept = keptBy(device, {
      version: 2,
      upgrades: { ...nextFormat.upgrades, 0: (attempt: any) => ({ ...attempt, marked: attempt.starred }) },
    });
    const attempt = keptAttempt({ answers: { 1: given('a', 5) }, flagged: [1] });
    expect(await kept.readAttempt(owner, 91)).toEqual(attempt);
    expect((await kept.list(owner)).items).toEqual([{ kind: 'attempt', attempt }]);
    expect((await kept.list(owner)).unreadable).toEqual([]);
    await kept.writeAttempt(owner, attempt);
    expect(device.items.get(`attempt/${owner}/91`)).toEqual({ v: 2, attempt });
  });

  it('by a later version is listed by its title, can be read as it is stored, and comes back with the program that reads it', async () => {
    const device = new TestDevice();
    const stored = { v: 2, attempt: keptAttempt({ title: 'Cells', answers: { 1: given('a', 5) } }) };
    device.items.set(`attempt/${owner}/91`, stored);
    const unreadable = { kind: 'attempt', id: 91, title: 'Cells', count: 0, state: 'closed', isHandedIn: false, isUnreadable: true };
    expect((await device.kept.list(owner)).unreadable).toEqual([unreadable]);
    // The student goes on with the quiz; the answers of before stay.
    expect(await device.kept.readAttempt(owner, 91)).toBeNull();
    await device.kept.writeAttempt(owner, keptAttempt({ answers: { 2: given('b', 6) } }));
    expect((await device.kept.list(owner)).unreadable).toEqual([unreadable]);
    expect(await device.kept.readUnreadable(owner, 91)).toEqual(stored);
    expect((await device.kept.list('1.2')).unreadable).toEqual([]);

    const { items } = await keptBy(device, { ...nextFormat, upgrades: { 1: (attempt) => attempt } }).list(owner);
    const [item] = items;
    expect(item?.attempt.answers).toEqual({ 1: given('a', 5), 2: given('b', 6) });
    expect([...device.items.keys()]).toEqual([`attempt/${owner}/91`]);
  });

  it('that an upgrade stumbles over is unreadable, not lost', async () => {
    const device = new TestDevice();
    device.items.set(`attempt/${owner}/91`, { v: 1, attempt: null });
    const kept = keptBy(device, nextFormat);
    expect((await kept.list(owner)).items).toEqual([]);
    expect((await kept.list(owner)).unreadable).toMatchObject([{ id: 91, title: '' }]);
    expect(await kept.readUnreadable(owner, 91)).toEqual({ v: 1, attempt: null });
  });

  it('and unreadable is removed only where its owner discards it, and nothing that can still be sent', async () => {
    const device = new TestDevice();
    device.items.set(`attempt/${owner}/91`, { v: 99 });
    await device.kept.writeAttempt(owner, keptAttempt({ resultId: 92 }));
    await device.kept.discard('1.2', 91);
    await device.kept.discard(owner, 92);
    expect(device.items.size).toBe(2);
    await device.kept.discard(owner, 91);
    expect([...device.items.keys()]).toEqual([`attempt/${owner}/92`]);
  });

  it('is told of when the storage throws, or does not answer', async () => {
    const device = new TestDevice();
    device.isBroken = true;
    await expect(device.kept.writeAttempt(owner, keptAttempt())).rejects.toThrow();
    await expect(device.kept.readAttempt(owner, 91)).rejects.toThrow();
    await expect(device.kept.list(owner)).rejects.toThrow();
    const silent = () => new Promise<never>(() => {});
    const kept = createKept(
      { get: silent, set: silent, update: silent, remove: silent, keys: silent },
      () => {},
      (_ms, act) => {
        act();
        return () => {};
      },
    );
    await expect(kept.writeAttempt(owner, keptAttempt())).rejects.toThrow('does not answer');
  });
});

interface School {
  server: TestServer;
  device: TestDevice;
  send: Send;
  /** Number of times each call was sent. */
  made: (call: Call) => number;
  resultId: number;
  questionIds: number[];
  attempt: (changes?: Partial<KeptAttempt>) => KeptAttempt;
  keep: (changes?: Partial<KeptAttempt>) => Promise<void>;
  stored: () => Promise<string[]>;
}

/** Ana has started the quiz; `before` can intercept her calls to the server. */
async function school(before: (call: Call, made: number) => void | Promise<void> = () => {}): Promise<School> {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  await assignTo(server, ids.freeLesson);
  const ana = await server.signIn('ana');
  const started = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  const device = new TestDevice();
  const counts = new Map<string, number>();
  const send = (async (call: Call, input: never) => {
    counts.set(call.path, (counts.get(call.path) ?? 0) + 1);
    await before(call, counts.get(call.path) as number);
    const { code, message, data } = await ana.call(call, input);
    if (code >= 400) throw failureOf(code, message);
    return data;
  }) as unknown as Send;
  const attempt: School['attempt'] = (changes) =>
    keptAttempt({ resultId: started.result_id, quizId: quiz_id, lessonId: ids.freeLesson, ...changes });
  return {
    server,
    device,
    send,
    made: ({ path }) => counts.get(path) ?? 0,
    resultId: started.result_id,
    questionIds: started.quiz_details.questions.map(({ id }) => id),
    attempt,
    keep: async (changes) => void (await device.kept.writeAttempt(owner, attempt(changes))),
    stored: async () =>
      (await server.db.selectFrom('response').select('answer_text').orderBy('answer_text').execute()).map((row) => row.answer_text),
  };
}

/** Runs the outbox until it is idle or waiting. */
async function outbox({ send, device }: Pick<School, 'send' | 'device'>) {
  const actor = createActor(
    outboxMachine.provide({ actors: outboxActors({ send, app: createActor(appMachine), owner, device: async () => device }) }),
    {
      input: {},
    },
  ).start();
  await expect.poll(() => actor.getSnapshot().value).toBeOneOf(['resting', 'waiting']);
  const { value, context } = actor.getSnapshot();
  actor.stop();
  return { value, items: context.items };
}

describe('the outbox', () => {
  it('sends the answers of a quiz that was left, and keeps where the student was', async () => {
    const s = await school();
    const [first = 0, second = 0] = s.questionIds;
    await s.keep({ answers: { [first]: given('a', 5), [second]: given('b', 6) }, acknowledged: { [first]: 5 }, index: 1 });
    expect(await outbox(s)).toEqual({ value: 'resting', items: [] });
    expect(await s.stored()).toEqual(['b']);
    expect(await s.device.kept.readAttempt(owner, s.resultId)).toMatchObject({ index: 1, acknowledged: { [first]: 5, [second]: 6 } });
  });

  it('hands in what was handed in without a connection, once, and forgets it', async () => {
    const s = await school();
    await s.keep({ isHandedIn: true, answers: { [s.questionIds[0] as number]: given('a', 5) } });
    await outbox(s);
    expect(await s.server.db.selectFrom('attempt').select('state').execute()).toEqual([{ state: 'graded' }]);
    expect(s.device.items.size).toBe(0);
    await outbox(s);
    expect(s.made(calls.submitQuiz)).toBe(1);
  });

  it.each([0, 408, 425, 429, 500, 503])('keeps everything when the server answers %i, and says that it waits', async (code) => {
    const s = await school(() => {
      throw { code, message: '' };
    });
    const answers = { [s.questionIds[0] as number]: given('a', 5) };
    await s.keep({ answers });
    expect(await outbox(s)).toMatchObject({ value: 'waiting', items: [{ count: 1, state: 'waiting', title: 'Cells' }] });
    expect(await s.device.kept.readAttempt(owner, s.resultId)).toMatchObject({ answers, isClosed: false });
  });

  it('counts a hand-in whose answer was lost once: the second attempt is the first result', async () => {
    const s = await school();
    await s.keep({ isHandedIn: true, answers: { [s.questionIds[0] as number]: given('a', 5) } });
    const lossy = (async (call: Call, input: never) => {
      await s.send(call as never, input);
      if (s.made(calls.submitQuiz) === 1) throw { code: 0, message: '' };
      return s.send(call as never, input);
    }) as unknown as Send;
    expect((await outbox({ ...s, send: lossy })).value).toBe('waiting');
    await outbox(s);
    expect(s.device.items.size).toBe(0);
    expect(await s.stored()).toEqual(['a']);
  });

  it.each([403, 404, 409])('keeps what the server refuses with %i for a person to look at, and asks no more', async (code) => {
    const s = await school(() => {
      throw failureOf(code, '');
    });
    await s.keep({ answers: { [s.questionIds[0] as number]: given('a', 5) } });
    expect(await outbox(s)).toMatchObject({ value: 'resting', items: [{ state: 'closed', count: 1 }] });
    await outbox(s);
    expect(s.made(calls.saveAnswers)).toBe(1);
  });

  it('keeps nothing of what the server has when the attempt was handed in elsewhere', async () => {
    const s = await school();
    const [first = 0, second = 0] = s.questionIds;
    const answer = { question_id: first, answer_id: null, answer_text: 'a', is_correct_answer: null, time_spent: 0, sequence: 5 };
    await s.send(
      calls.submitQuiz as never,
      { result_id: s.resultId, time_spent: 40, submit_type: 'save', quizResponse: [answer] } as never,
    );
    await s.keep({ answers: { [first]: given('a', 5) } });
    expect(await outbox(s)).toEqual({ value: 'resting', items: [] });
    expect(s.device.items.size).toBe(0);
    await s.keep({ answers: { [first]: given('a', 5), [second]: given('b', 6) } });
    expect(await outbox(s)).toMatchObject({ items: [{ state: 'closed', count: 1 }] });
  });

  it('gives nothing up when it is stopped while a call is under way, or when the device fails', async () => {
    const s = await school();
    await s.keep({ answers: { [s.questionIds[0] as number]: given('a', 5) } });
    const asked = Promise.withResolvers<void>();
    const called = Promise.withResolvers<void>();
    const send = ((_call, _input, options) => {
      asked.resolve();
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => {
          reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
          called.resolve();
        }),
      );
    }) as Send;
    const logic = outboxMachine.provide({
      actors: outboxActors({ send, app: createActor(appMachine), owner, device: async () => s.device }),
    });
    const actor = createActor(logic, { input: {} }).start();
    await asked.promise;
    actor.stop();
    await called.promise;
    expect(await s.device.kept.readAttempt(owner, s.resultId)).toMatchObject({ isClosed: false });
    const failing = (async () => {
      throw new Error('The storage of this device does not answer.');
    }) as Send;
    expect(await outbox({ ...s, send: failing })).toMatchObject({ value: 'waiting', items: [{ state: 'waiting' }] });
  });

  it('leaves alone what a tab has open', async () => {
    const s = await school();
    await s.keep({ answers: { [s.questionIds[0] as number]: given('a', 5) } });
    s.device.locks.held = async () => new Set([`orrery.attempt.${owner}.${s.resultId}`]);
    s.device.locks.ifFree = async () => undefined;
    expect(await outbox(s)).toMatchObject({ value: 'resting', items: [{ state: 'open' }] });
    expect(s.made(calls.saveAnswers)).toBe(0);
  });

  it("never sends or shows another person's", async () => {
    const s = await school();
    await s.device.kept.writeAttempt('1.4711', s.attempt({ answers: { [s.questionIds[0] as number]: given('a', 5) } }));
    expect(await outbox(s)).toEqual({ value: 'resting', items: [] });
    expect(s.made(calls.saveAnswers)).toBe(0);
    expect(s.device.items.size).toBe(1);
  });

  it('rests when the device keeps nothing', async () => {
    const s = await school();
    s.device.isBroken = true;
    expect(await outbox(s)).toEqual({ value: 'resting', items: [] });
  });

  it('sends nothing more for a person who is not signed in any more, and keeps it', async () => {
    const s = await school(() => {
      throw { code: 401, message: '' };
    });
    await s.keep({ answers: { [s.questionIds[0] as number]: given('a', 5) } });
    expect(await outbox(s)).toMatchObject({ items: [{ state: 'waiting' }] });
  });
});

describe('handing in', () => {
  const handIn = (s: School, attempt: KeptAttempt, timeout?: (ms: number) => AbortSignal) =>
    attemptCalls({ send: s.send, owner, device: async () => s.device, ...(timeout ? { timeout } : {}) }).submit(
      {
        kind: 'quiz',
        result_id: s.resultId,
        time_spent: 40,
        submit_type: 'save',
        quizResponse: Object.entries(attempt.answers).map(([id, { answerText, answerId, sequence }]) => ({
          question_id: Number(id),
          answer_text: answerText,
          answer_id: answerId,
          is_correct_answer: null,
          time_spent: 0,
          sequence,
        })),
        failures: 0,
        attempt,
      },
      new AbortController().signal,
    );

  it('forgets what the server says it has', async () => {
    const s = await school();
    const attempt = s.attempt({ answers: { [s.questionIds[0] as number]: given('a', 5), [s.questionIds[1] as number]: given('', 6) } });
    await s.keep(attempt);
    expect(await handIn(s, attempt)).toMatchObject({ duplicate: false, isComplete: true, answered: 1 });
    expect(s.device.items.size).toBe(0);
    expect(await handIn(s, attempt), 'the same again').toMatchObject({ duplicate: true, isComplete: true });
  });

  it('forgets it also when the answer to the submission got lost, and the overview says what came of it', async () => {
    const s = await school();
    const attempt = s.attempt({ answers: { [s.questionIds[0] as number]: given('a', 5) }, isHandedIn: true });
    await s.keep(attempt);
    const { settle } = attemptCalls({ send: s.send, owner, device: async () => s.device });
    const result = await handIn(s, attempt);
    await s.keep(attempt);
    await settle({ ...result, state: 'started' });
    expect(s.device.items.size, 'the attempt goes on').toBe(1);
    await settle(result);
    expect(s.device.items.size).toBe(0);
    await s.keep(s.attempt({ answers: { [s.questionIds[0] as number]: given('b', 6) } }));
    await settle(result);
    expect(await s.device.kept.readAttempt(owner, s.resultId), 'what the server does not have').toMatchObject({ isClosed: true });
  });

  it('forgets it also when the server has an answer that this device never kept', async () => {
    const s = await school();
    const [first = 0, second = 0] = s.questionIds;
    // The page crashed between the call and the write. The response to the submission is lost.
    const { save } = attemptCalls({ send: s.send, owner, device: async () => s.device });
    const text = { question_id: second, answer_id: null, answer_text: 'a', is_correct_answer: null, time_spent: 0, sequence: 4 };
    const given_at = new Date(0).toISOString();
    await save({ result_id: s.resultId, answers: [{ ...text, given_at }] } as never, new AbortController().signal);
    const attempt = s.attempt({ answers: { [first]: given('b', 5) }, acknowledged: { [second]: 4 } });
    await s.keep(attempt);
    await handIn(s, attempt);
    await s.keep(attempt);
    expect(await handIn(s, attempt)).toMatchObject({ duplicate: true, isComplete: true, answered: 2 });
    expect(s.device.items.size).toBe(0);
  });

  it('keeps what is not in the result that another device handed in', async () => {
    const s = await school();
    await handIn(s, s.attempt());
    const attempt = s.attempt({ answers: { [s.questionIds[0] as number]: given('a', 5) } });
    await s.keep(attempt);
    expect(await handIn(s, attempt)).toMatchObject({ duplicate: true, isComplete: false });
    expect(await s.device.kept.readAttempt(owner, s.resultId)).toMatchObject({ isClosed: true, answers: attempt.answers });
  });

  it('gives up an attempt after 10 s, as one that did not get through', async () => {
    const s = await school(() => new Promise(() => {}));
    const limits: number[] = [];
    const timeout = (ms: number) => {
      limits.push(ms);
      return AbortSignal.abort();
    };
    s.send = ((_call, _input, options) => Promise.reject(options?.signal?.reason)) as Send;
    await expect(handIn(s, s.attempt(), timeout)).rejects.toEqual({ code: 0, message: '' });
    expect(limits).toEqual([10_000]);
  });
});
