import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { receiptOf } from '../../server/areas/quiz/submit.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { type Chance, seededChance } from '../../server/sample/chance.ts';
import { appMachine } from '../../src/machines/app/appMachine.ts';
import { outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';
import type { HandedIn, QuizInput } from '../../src/machines/quiz/quizAttempt.ts';
import { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { createClient } from '../../src/services/kit/client.ts';
import { outboxActors } from '../../src/services/quiz/outbox.ts';
import { quizCharts } from '../../src/views/quiz/quizCharts.ts';
import { createFaultProxy, type FaultProxy, faults } from '../kit/faultProxy.ts';
import { ids, makeFixtureSchool, quiz_id } from '../server/fixtureSchool.ts';
import { startOfClock, type TestServer, testServer } from '../server/testServer.ts';
import { quietEnvironment } from '../services/quietEnvironment.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { Disk } from './disk.ts';

const attempts = 200;
/** Number of students using the server at the same time. */
const atOnce = 24;
/** Share of requests that get a fault. */
const faultRate = 0.33;
/** Maximum number of crashes per attempt. */
const mostCrashes = 2;
/** Factor by which the client's pauses are shortened. */
const haste = 150;
const lesson_id = ids.freeLesson;

const shorter = (ms: number) => Math.ceil(ms / haste);
const clock = {
  setTimeout: (work: (...args: unknown[]) => void, ms: number) => setTimeout(work, shorter(ms)),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
};
/** Not shortened: the device is never slow here, and a busy machine must not make it look slow. */
const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
/** The seconds counted on a question do not matter here. */
const delays = { second: 1_000 * haste };

class Crash extends Error {}

/** A student, and what the screen has confirmed. */
interface Student {
  puid: number;
  owner: string;
  token: string;
  chance: Chance;
  disk: Disk;
  crashes: number;
  /** Remaining answers: index of the question, and the text; null clears the answer. */
  plan: { place: number; text: string | null }[];
  /** Acceptable final answers, by question. The first was acknowledged. Each of the others was given later, and its page crashed. */
  promised: Map<number, string[]>;
  result: HandedIn | null;
  complaints: string[];
}

let server: TestServer;
let proxy: FaultProxy;
let close: () => Promise<void>;
/** First submissions that the server answered, by result, even if the response was lost. */
const graded = new Map<number, number>();
const beginning = performance.now();
const now = () => startOfClock + Math.round(performance.now() - beginning);

beforeAll(async () => {
  const [window, document] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  setMaxListeners(0, window, document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server = await testServer({ now });
  await makeFixtureSchool(server.ports);
  const ana = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const puids = Array.from({ length: attempts }, (_, at) => 50_000 + at);
  await insertAll(
    server.db,
    'app_user',
    puids.map((user_puid) => ({ ...ana, user_puid, user_name: `s${user_puid}`, user_key: `s${user_puid}` })),
  );
  await insertAll(
    server.db,
    'enrollment',
    puids.map((user_puid) => ({ district_id: 1, group_puid: ids.class, user_puid, role: 'student' as const, sourced_id: null, active: 1 })),
  );
  await assignTo(server, lesson_id);
  const http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((listening) => http.once('listening', listening));
  const chance = seededChance(20_260);
  proxy = await createFaultProxy({
    port: (http.address() as AddressInfo).port,
    next: () => (chance.uniform() < faultRate ? chance.pick(faults) : null),
    slow: 20,
    hole: 450,
    overtaken: 12,
    answered: (path, status, body) => {
      if (!/\/submit_quiz_response(\?|$)/.test(path) || status !== 200) return;
      const { data } = JSON.parse(body.toString()) as { data: { result_id: number; duplicate: boolean } };
      if (!data.duplicate) graded.set(data.result_id, (graded.get(data.result_id) ?? 0) + 1);
    },
  });
  close = async () => {
    await proxy.close();
    await new Promise((closed) => http.close(closed));
  };
});
afterAll(async () => {
  await close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function enrol(at: number): Promise<Student> {
  const { token, user } = await server.signIn(`s${50_000 + at}`);
  const chance = seededChance(at);
  const plan = Array.from({ length: 4 }, (_, step) => ({
    place: chance.below(4),
    text: chance.uniform() < 0.15 ? null : `answer ${step} of ${at}`,
  }));
  return {
    puid: user.userPuid,
    owner: `1.${user.userPuid}`,
    token,
    chance,
    disk: new Disk(chance.uniform, later),
    crashes: 0,
    plan,
    promised: new Map(),
    result: null,
    complaints: [],
  };
}

/** A visit with page, client and device, until `work` is done or the page crashes. */
async function visit(student: Student, work: (ports: VisitPorts) => Promise<boolean>): Promise<boolean> {
  const { owner, token, chance, disk } = student;
  const page = disk.boot();
  const client = createClient({
    ...quietEnvironment,
    configuration: () => ({ backends: backendsAt(proxy.url), token: 'memory' }) as never,
    access: () => ({ state: 'open', token, owner }),
    userPuid: () => student.puid,
    now,
    elapsed: () => performance.now(),
    sessionRejected: () => student.complaints.push('the session was rejected'),
  });
  const dying = Promise.withResolvers<never>();
  dying.promise.catch(() => {});
  const mayCrash = student.crashes < mostCrashes && chance.uniform() < 0.7;
  const death = mayCrash ? setTimeout(() => dying.reject(new Crash()), 5 + chance.uniform() ** 2 * 500) : undefined;
  const stops: (() => void)[] = [];
  try {
    return await Promise.race([
      dying.promise,
      work({
        ports: {
          send: client.send,
          app: createActor(appMachine),
          owner,
          device: async () => page.device,
          timeout: (ms: number) => AbortSignal.timeout(ms / 25),
        },
        onEnd: (stop) => stops.push(stop),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    student.crashes += 1;
    page.crash();
    return false;
  } finally {
    clearTimeout(death);
    for (const stop of stops) stop();
    page.crash();
  }
}
const backendsAt = (url: string) => ({ lms: `${url}/api/lms`, ngss: `${url}/api/ngss`, search: url, game: url });
interface VisitPorts {
  ports: Parameters<typeof outboxActors>[0];
  onEnd: (stop: () => void) => void;
}

const answering = (part: object) => ({ attempt: { answering: part } });

/** The student works on the quiz until it is submitted. True once the screen has confirmed it. */
const takeQuiz = (student: Student) =>
  visit(student, async ({ ports, onEnd }) => {
    const input: QuizInput = {
      userPuid: student.puid,
      quizId: quiz_id,
      lessonId: lesson_id,
      resourceTrackingId: 0,
      kind: 'quiz',
      chance: student.chance.uniform(),
    };
    const quiz = createActor(quizMachine.provide({ actors: quizCharts({ ...ports, now, clock }), delays }), { input, clock });
    onEnd(() => quiz.stop());
    quiz.start();
    type Snapshot = ReturnType<typeof quiz.getSnapshot>;
    const until = (isSo: (snapshot: Snapshot) => boolean) =>
      new Promise<Snapshot>((resolve) => {
        const look = (snapshot: Snapshot) => {
          if (!isSo(snapshot)) return;
          watching.unsubscribe();
          resolve(snapshot);
        };
        const watching = quiz.subscribe(look);
        look(quiz.getSnapshot());
      });
    const isAt = (state: object) => (snapshot: Snapshot) => snapshot.matches(state as never);
    const isIn = (name: string) => (snapshot: Snapshot) => snapshot.matches(name as never);
    for (;;) {
      const snapshot = await until(
        (one) =>
          isIn('unavailable')(one) ||
          isIn('overview')(one) ||
          isIn('submitted')(one) ||
          isAt(answering({ place: 'question' }))(one) ||
          isAt({ attempt: { handingIn: 'refused' } })(one),
      );
      if (isIn('submitted')(snapshot)) {
        student.result = snapshot.context.result;
        return true;
      }
      if (isIn('unavailable')(snapshot)) quiz.send({ type: 'overview.retried' });
      else if (isIn('overview')(snapshot)) quiz.send({ type: 'quiz.started' });
      else if (!snapshot.hasTag('answering')) throw new Error(`Handing in was refused: ${snapshot.context.problem?.code}`);
      else if (isAt(answering({ saving: 'failed' }))(snapshot)) throw new Error(`Saving was refused: ${snapshot.context.problem?.code}`);
      else if (student.plan.length > 0) await answer();
      else {
        quiz.send({ type: 'quiz.reviewed' });
        await until(isAt(answering({ place: 'reviewing' })));
        quiz.send({ type: 'quiz.submitted' });
        await until((one) => !one.hasTag('answering'));
      }
    }

    async function answer(): Promise<void> {
      const { place, text } = student.plan.shift() as Student['plan'][number];
      const questionId = quiz.getSnapshot().context.questions[place]?.id as number;
      const promised = student.promised.get(questionId) ?? [''];
      student.promised.set(questionId, [...promised, text ?? '']);
      if (text === null) quiz.send({ type: 'answer.cleared', questionId, at: now() });
      else quiz.send({ type: 'answer.changed', questionId, answer: { answerId: null, answerText: text }, at: now() });
      // The screen moves on, which confirms the answer.
      quiz.send({ type: 'question.opened', index: place });
      await until(isAt(answering({ place: 'question', keeping: 'kept' })));
      student.promised.set(questionId, [text ?? '']);
      if (student.chance.uniform() < 0.4) await until(isAt(answering({ saving: 'settled' })));
    }
  });

/** The student returns to another page of the product, which sends everything still pending. */
const lookAtHome = (student: Student) =>
  visit(student, async ({ ports, onEnd }) => {
    const outbox = createActor(outboxMachine.provide({ actors: outboxActors(ports) }), {
      clock,
      input: { chance: student.chance.uniform() },
    });
    onEnd(() => outbox.stop());
    outbox.start();
    await new Promise<void>((resolve) => {
      outbox.subscribe((snapshot) => {
        if (snapshot.matches('resting') && snapshot.context.items.length === 0) resolve();
      });
    });
    return true;
  });

const isHandedInOnDevice = ({ disk }: Student) =>
  [...disk.items].some(([key, value]) => key.startsWith('attempt/') && (value as { attempt: { isHandedIn: boolean } }).attempt.isHandedIn);

async function sitThrough(at: number): Promise<Student> {
  const student = await enrol(at);
  for (;;) {
    const before = student.crashes;
    if (await takeQuiz(student)) return student;
    if (student.crashes === before) throw new Error('The quiz ended without a result.');
    if (student.chance.uniform() < 0.4) {
      const wasHandedIn = isHandedInOnDevice(student);
      if ((await lookAtHome(student)) && wasHandedIn) return student;
    }
  }
}

describe(`${attempts} attempts through a network that fails, on pages that die`, () => {
  let students: Student[];
  beforeAll(async () => {
    const waiting = Array.from({ length: attempts }, (_, at) => at);
    const work = async () => {
      const done: Student[] = [];
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) done.push(await sitThrough(at));
      return done;
    };
    students = (await Promise.all(Array.from({ length: atOnce }, work))).flat();
    await proxy.drain();
  });
  const responsesOf = async ({ puid }: Student) => {
    const attempt = await server.db.selectFrom('attempt').selectAll().where('user_puid', '=', puid).execute();
    const responses = await server.db
      .selectFrom('response')
      .selectAll()
      .where('result_id', '=', attempt[0]?.result_id ?? 0)
      .execute();
    return { attempt, responses };
  };

  it('happened to them: every fault, and pages that died', () => {
    expect(students).toHaveLength(attempts);
    for (const fault of faults) expect(proxy.counts[fault], fault).toBeGreaterThan(10);
    expect(students.reduce((sum, { crashes }) => sum + crashes, 0)).toBeGreaterThan(attempts / 2);
    expect(students.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  it('lost no answer that the screen had moved on from', async () => {
    const lost: unknown[] = [];
    for (const student of students) {
      const { responses } = await responsesOf(student);
      for (const [questionId, allowed] of student.promised) {
        const found = responses.find(({ question_id }) => question_id === questionId)?.answer_text ?? '';
        if (!allowed.includes(found)) lost.push({ student: student.puid, questionId, allowed, found });
      }
    }
    expect(lost).toEqual([]);
  });
  it('were graded exactly once each, one submission a result', async () => {
    const all = await server.db.selectFrom('attempt').select(['user_puid', 'result_id', 'state', 'score']).execute();
    expect(all).toHaveLength(attempts);
    expect(all.filter(({ state, score }) => state !== 'graded' || score === null)).toEqual([]);
    expect(graded.size).toBe(attempts);
    expect([...graded].filter(([, times]) => times !== 1)).toEqual([]);
  });
  it('have the receipt that their screen showed, over what the server has', async () => {
    let shown = 0;
    for (const student of students) {
      const { attempt, responses } = await responsesOf(student);
      expect(attempt[0]?.receipt).toBe(receiptOf(responses));
      if (!student.result) continue;
      shown += 1;
      expect(student.result.receipt).toBe(attempt[0]?.receipt);
      expect(student.result.isComplete ?? true).toBe(true);
    }
    expect(shown).toBeGreaterThan(attempts / 2);
  });
  it('left nothing to be sent, and nothing that was refused', () => {
    const left = students.flatMap(({ puid, disk }) =>
      [...disk.items].filter(([key]) => /^(attempt|unreadable)/.test(key)).map(([key, value]) => ({ puid, key, value })),
    );
    expect(left).toEqual([]);
  });
});
