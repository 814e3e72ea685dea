import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { StartedQuiz } from '../../contract/quiz.ts';
import { receiptOf } from '../../server/areas/quiz/submit.ts';
import { isUnavailable } from '../../server/db/failure.ts';
import { DatabaseUnusable, openDatabase } from '../../server/db/open.ts';
import { healthCheck } from '../../server/kit/health.ts';
import { ids, makeFixtureSchool, quiz_id } from '../server/fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer, testServer } from '../server/testServer.ts';
import { assignTo } from '../views/kit/fixture.ts';

const lesson_id = ids.freeLesson;
const isPostgres = Boolean(process.env.DATABASE_URL);

let server: TestServer;
let ana: TestClient;
let sqlite: DatabaseSync | undefined;
beforeEach(async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  // A separate database, since the tests break it.
  server = await testServer(isPostgres ? {} : { db: await openDatabase(':memory:') });
  sqlite = prepare.mock.contexts[0] as DatabaseSync | undefined;
  prepare.mockRestore();
  await makeFixtureSchool(server.ports);
  await assignTo(server, lesson_id);
  ana = await server.signIn('ana');
});
afterEach(() => vi.restoreAllMocks());

const start = () => ana.call(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
const given = ({ quiz_details }: StartedQuiz, sequence: number, text: string, count = 3) =>
  quiz_details.questions.slice(0, count).map(({ id }) => ({
    question_id: id,
    answer_id: null,
    answer_text: text,
    time_spent: 1,
    sequence,
    given_at: new Date(server.clock.now).toISOString(),
  }));
const save = (quiz: StartedQuiz) => ana.call(calls.saveAnswers, { result_id: quiz.result_id, answers: given(quiz, 1, 'saved') });
const submit = (quiz: StartedQuiz) =>
  ana.call(calls.submitQuiz, { result_id: quiz.result_id, time_spent: 40, submit_type: 'save', quizResponse: given(quiz, 2, 'handed in') });

/** Everything that these calls write. */
const written = async () => {
  const tables = ['attempt', 'response', 'lesson_tracking', 'resource_tracking'] as const;
  return JSON.stringify(
    await Promise.all(
      tables.map(async (table) => (await server.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort()),
    ),
  );
};

/** Calls `hear` before every statement reaches the engine; it may throw. */
function beforeStatements(hear: (connection: pg.Client | undefined) => void): () => void {
  if (isPostgres) {
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: never[]) {
      hear(this);
      return Reflect.apply(query, this, all);
    } as never);
    return () => spy.mockRestore();
  }
  const restores = (['all', 'run'] as const).map((name) => {
    const real = StatementSync.prototype[name];
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...all: never[]) {
      hear(undefined);
      return Reflect.apply(real, this, all) as never;
    } as never);
    return () => spy.mockRestore();
  });
  return () => {
    for (const restore of restores) restore();
  };
}

/** Number of statements that the work makes. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = beforeStatements(() => {
    count += 1;
  });
  await work();
  stop();
  return count;
}

/** On a failed statement, the engine either only reports the error, or also ends the transaction or the connection. */
const ways = ['says so', 'ends all'] as const;
function failAt(statement: number, way: (typeof ways)[number]): { stop: () => void; hasFailed: () => boolean } {
  let count = 0;
  const stop = beforeStatements((connection) => {
    count += 1;
    if (count !== statement) return;
    if (connection) {
      if (way === 'says so') throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      (connection as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
      return;
    }
    const isFull = way === 'ends all';
    if (isFull && sqlite?.isTransaction) sqlite.exec('rollback');
    throw Object.assign(new Error(isFull ? 'database or disk is full' : 'disk I/O error'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: isFull ? 13 : 10,
    });
  });
  return { stop, hasFailed: () => count >= statement };
}

describe('a database that fails in the middle', () => {
  const steps = ['start', 'save', 'submit'] as const;
  /** The last is the commit; the first reads the caller. */
  const places = [0, 0.5, 1];
  it.each(steps.flatMap((step) => ways.flatMap((way) => places.map((place) => [step, way, place] as const))))(
    '%s, the engine %s, at %d of its statements: nothing is written, 503, and it works again',
    async (step, way, place) => {
      const work: Record<(typeof steps)[number], (quiz: StartedQuiz) => ReturnType<typeof start>> = {
        start,
        save: save as never,
        submit: submit as never,
      };
      const run =
        step === 'start'
          ? () => start()
          : await start().then(
              ({ data }) =>
                () =>
                  work[step](data),
            );
      // Counts the statements of the same step for another user's attempt.
      const mine = ana;
      ana = await server.signIn('ben');
      const bens = step === 'start' ? undefined : (await start()).data;
      const statements = await countStatements(() => (bens ? work[step](bens) : start()));
      ana = mine;
      const before = await written();
      // The right to definitions and stored responses are read after the start is committed.
      const last = statements - (step === 'start' ? 3 : 1);
      const failing = failAt(1 + Math.round(place * last), way);
      const answer = await run();
      failing.stop();
      expect(failing.hasFailed()).toBe(true);
      expectFailure(answer, 503, /Nothing was saved; please try again/);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await written()).toBe(before);
      const again = await run();
      expect([again.code, again.status]).toEqual([200, 'success']);
    },
  );

  it.skipIf(isPostgres)('really full: what was there stays, and it goes on when there is room again', async () => {
    const quiz = (await start()).data;
    const { page_count } = (sqlite as DatabaseSync).prepare('pragma page_count').get() as { page_count: number };
    sqlite?.exec(`pragma max_page_count = ${page_count}`);
    const before = await written();
    const large = quiz.quiz_details.questions.map(({ id }) => ({
      question_id: id,
      answer_id: null,
      answer_text: 'x'.repeat(4_000),
      time_spent: 1,
      sequence: 1,
      given_at: new Date(server.clock.now).toISOString(),
    }));
    const fill = () => ana.call(calls.saveAnswers, { result_id: quiz.result_id, answers: large });
    expectFailure(await fill(), 503, /Nothing was saved/);
    expect(await written()).toBe(before);
    sqlite?.exec('pragma max_page_count = 1000000');
    expect((await fill()).code).toBe(200);
  });

  it('is told from a mistake of ours, which would fail again', () => {
    for (const error of [
      { errcode: 5 },
      { errcode: 13 },
      { errcode: 10 | (3 << 8) },
      { code: '57P01' },
      { code: '57014' },
      { code: '53300' },
      { code: '08006' },
      { code: '40001' },
      { code: 'ECONNREFUSED' },
      new Error('Connection terminated unexpectedly'),
      new Error('Query read timeout'),
    ])
      expect(isUnavailable(error), JSON.stringify(error)).toBe(true);
    for (const error of [
      { errcode: 1 },
      { errcode: 19 },
      { errcode: 2067 },
      { code: '23505' },
      { code: '42P01' },
      new Error('x'),
      null,
      'x',
    ])
      expect(isUnavailable(error), JSON.stringify(error)).toBe(false);
  });

  it('health says so', async () => {
    server.clock.now += 1_000;
    const failing = failAt(1, 'says so');
    const answer = await server.send('/api/health');
    failing.stop();
    expectFailure(answer, 503, /cannot be written/);
    expect((await server.send('/api/health')).code).toBe(200);
  });

  it.skipIf(isPostgres)('health says so when the database can only be read', async () => {
    expect((await server.send('/api/health')).code).toBe(200);
    server.clock.now += 1_000;
    sqlite?.exec('pragma query_only = on');
    expectFailure(await server.send('/api/health'), 503, /cannot be written/);
    sqlite?.exec('pragma query_only = off');
    expect((await server.send('/api/health')).code).toBe(200);
  });

  it('health asks it once for many who ask at once, and again a second later', async () => {
    server.clock.now += 5_000;
    let statements = 0;
    const stop = beforeStatements(() => statements++);
    await Promise.all(Array.from({ length: 50 }, () => server.send('/api/health')));
    await server.send('/api/health');
    expect(statements).toBe(1);
    server.clock.now += 1_000;
    await server.send('/api/health');
    stop();
    expect(statements).toBe(2);
  });
});

describe('a database that does not answer', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const listen = async (listener: (socket: Socket) => void) => {
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      listener(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    return (proxy.address() as AddressInfo).port;
  };

  it('health says so after its longest wait, and holds no other call up', async () => {
    const never = new Promise<never>(() => {});
    const updateTable = () => ({ set: () => ({ where: () => ({ execute: () => never }) }) });
    const reports: unknown[] = [];
    const ports = { now: () => 0, report: (error: unknown) => void reports.push(error), db: { updateTable } as never };
    const look = healthCheck(ports, 1);
    await expect(look()).rejects.toMatchObject({ httpStatus: 503 });
    await expect(look()).rejects.toMatchObject({ httpStatus: 503 });
    expect(reports).toHaveLength(2);
  });

  it.each([
    ['is silent', async () => listen(() => {}), 'it does not answer'],
    [
      'is not there',
      async () => {
        const port = await listen(() => {});
        await closing.pop()?.();
        return port;
      },
      'nothing listens there',
    ],
  ])('a start on a PostgreSQL server that %s says so in a sentence, without the password', async (_, portOf, reason) => {
    const port = await portOf();
    const opening = openDatabase(`postgres://orrery:secret@127.0.0.1:${port}/orrery`, { connect: 100, statement: 100 });
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnusable);
    expect((error as Error).message).toBe(
      `PostgreSQL at 127.0.0.1:${port} cannot be used: ${reason}. Start it or correct DATABASE_URL, or leave DATABASE_URL out to use a file in the data folder.`,
    );
  });

  it.runIf(isPostgres)('a PostgreSQL server that falls silent fails the statement, and works again once it answers', async () => {
    const address = new URL(process.env.DATABASE_URL as string);
    let isSilent = false;
    const pass = (from: Socket, to: Socket) => from.on('data', (bytes) => isSilent || to.write(bytes));
    const port = await listen((client) => {
      const upstream = connect(Number(address.port || 5432), address.hostname).on('error', () => {});
      pass(client, upstream);
      pass(upstream, client);
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    });
    // Statements before and after the silence get a response, even on a busy machine.
    const patience = { connect: 30_000, statement: 10_000 };
    const db = await openDatabase(Object.assign(new URL(address), { host: `127.0.0.1:${port}` }).href, patience);
    closing.push(() => db.destroy());
    const look = () => db.selectFrom('role').select('role_id').limit(1).execute();
    await look();
    isSilent = true;
    const error = await look().catch((reason: unknown) => reason);
    expect(isUnavailable(error), String(error)).toBe(true);
    isSilent = false;
    expect(await look()).toHaveLength(1);
  });
});

describe('autosaves that arrive in any order, late and more than once', () => {
  it('leave the newest answer of each question, as 100 runs show', async () => {
    const { data: quiz } = await start();
    const [a, b] = quiz.quiz_details.questions.map(({ id }) => id) as [number, number];
    let base = 0;
    const one = fc.record({ question_id: fc.constantFrom(a, b), sequence: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (saves, atOnce) => {
          // Each run starts above all earlier ones.
          base += 100;
          const send = (answers: (typeof saves)[number]) =>
            ana.call(calls.saveAnswers, {
              result_id: quiz.result_id,
              answers: answers.map(({ question_id, sequence }) => ({
                question_id,
                answer_id: null,
                answer_text: `answer ${base + sequence}`,
                time_spent: 1,
                sequence: base + sequence,
                given_at: new Date(server.clock.now).toISOString(),
              })),
            });
          if (atOnce) await Promise.all(saves.map(send));
          else for (const answers of saves) await send(answers);
          const rows = await server.db.selectFrom('response').select(['question_id', 'answer_text', 'sequence']).execute();
          for (const question_id of [a, b]) {
            const sent = saves.flat().filter((answer) => answer.question_id === question_id);
            if (sent.length === 0) continue;
            const newest = base + Math.max(...sent.map(({ sequence }) => sequence));
            expect(rows.find((row) => row.question_id === question_id)).toEqual({
              question_id,
              answer_text: `answer ${newest}`,
              sequence: newest,
            });
          }
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });
});

describe('saves that meet a submission', () => {
  it('are in the result whole, or refused whole: what is handed in is what the receipt is over, 30 times', async () => {
    for (let round = 1; round <= 30; round++) {
      const { data: quiz } = await start();
      const { result_id } = quiz;
      const saves = [1, 2, 3, 4].map((at) =>
        ana.call(calls.saveAnswers, { result_id, answers: given(quiz, 10 * round + at, `saved ${at}`, 2 + (at % 4)) }),
      );
      const sent = [...saves.slice(0, 2), submit(quiz), ...saves.slice(2)];
      const [first, second, submitted, ...rest] = await Promise.all(sent);
      expect(submitted?.status, JSON.stringify(submitted)).toBe('success');
      const attempt = await server.db.selectFrom('attempt').selectAll().where('result_id', '=', result_id).executeTakeFirstOrThrow();
      const responses = await server.db.selectFrom('response').selectAll().where('result_id', '=', result_id).execute();
      expect(attempt.receipt).toBe(receiptOf(responses));
      expect(
        responses.filter(({ is_correct }) => is_correct === null),
        'not scored',
      ).toEqual([]);
      const taken = [1, 2, 3, 4].filter((_, at) => [first, second, ...rest][at]?.status === 'success');
      // Each save answers only the first questions and is newer than the submission. Rows come in any order.
      const handedIn = quiz.quiz_details.questions.map(({ id }, place) => {
        const at = taken.findLast((at) => place < 2 + (at % 4));
        if (at) return [id, `saved ${at}`];
        return place < 3 && [id, 'handed in'];
      });
      expect(Object.fromEntries(responses.map(({ question_id, answer_text }) => [question_id, answer_text]))).toEqual(
        Object.fromEntries(handedIn.filter((one) => one !== false)),
      );
      await server.db.deleteFrom('response').where('result_id', '=', result_id).execute();
      await server.db.deleteFrom('attempt').where('result_id', '=', result_id).execute();
    }
  });
});
