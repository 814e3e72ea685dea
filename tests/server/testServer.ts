import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished, TestRunner } from 'vitest';
import { refusalText } from '../../common/refusalText.ts';
import type { Call, DataOf, InputOf } from '../../contract/kit.ts';
import { type Challenge, login, type SignedIn } from '../../contract/login.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import { createApp } from '../../server/app.ts';
import type { Database, Row } from '../../server/db/schema.ts';
import { OutsideProblem } from '../../server/kit/outside.ts';
import { idSource, type Passwords, type Ports } from '../../server/kit/ports.ts';
import { hashOfSecret } from '../../server/kit/secrets.ts';
import { mailQueue } from '../../server/mail/mailQueue.ts';
import { seededChance } from '../../server/sample/chance.ts';
import { atFileEnd } from '../kit/atFileEnd.ts';
import { emptyDatabase, type Opened, putRows, type Rows, rowsOf } from './databases.ts';

/** Start of the tests' clock: Tuesday morning in Chicago. */
export const startOfClock = Date.UTC(2030, 0, 15, 15, 0);
export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

/** Hashes that cost nothing. One test of passwords uses the real ones. */
export const cheapPasswords: Passwords = {
  hash: async (password) => `cheap ${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, hash) => hash === `cheap ${createHash('sha256').update(password).digest('hex')}`,
};

/** A raw response: HTTP code, envelope, and the text to search for leaks. */
export interface Answer<D = unknown> {
  code: number;
  status: 'success' | 'error';
  message: string;
  data: D;
  text: string;
  headers: Headers;
}

/** A user's access to the backend. */
export interface TestClient {
  token: string;
  user: SignedIn['userData'];
  /** The most recent refresh cookie. */
  cookie: string;
  /** Makes a call and returns the response, whatever it is. */
  call: <C extends Call>(call: C, input: InputOf<C>) => Promise<Answer<DataOf<C>>>;
  /** Makes a call that must succeed, with data that matches the contract exactly. */
  ok: <C extends Call>(call: C, input: InputOf<C>) => Promise<DataOf<C>>;
}

/** Ports of a backend, with access to the rows of all districts. */
export type TestPorts = Ports & { db: Kysely<Database> };

export interface TestServer {
  app: Hono;
  ports: TestPorts;
  db: Kysely<Database>;
  /** Releases the database. Called when the test or else the file ends. A suite among several in a file returns it from `beforeAll`. */
  close: () => Promise<void>;
  /** The current time; tests set it. */
  clock: { now: number };
  /** Runs work deferred until after responses, until none is left. */
  settle: () => Promise<void>;
  /** Unexpected errors in handlers. */
  reports: { error: unknown; where: string }[];
  /** Log entries about e-mails. */
  log: object[];
  /** The e-mails written so far, oldest first, with their links. Runs deferred work first. */
  mails: () => Promise<Row<'mail'>[]>;
  send: (path: string, init?: RequestInit) => Promise<Answer>;
  /** Makes a call as anyone, with any input. */
  call: (call: Call, input: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>;
  signIn: (name: string, password?: string) => Promise<TestClient>;
  /** Completes a sign-in that waits for its second step, with a newly made recovery code. */
  answerChallenge: (challenge: Challenge) => Promise<Answer>;
}

/** Path and body of a call. */
export function requestOf(call: Call, input: Record<string, unknown>): { path: string; init: RequestInit } {
  const query = new URLSearchParams();
  for (const name of Object.keys(call.query.entries))
    if (input[name] !== undefined) query.set(name, typeof input[name] === 'object' ? JSON.stringify(input[name]) : String(input[name]));
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in call.query.entries)));
  const path = `/api/${call.backend}${call.path}${query.size > 0 ? `?${query}` : ''}`;
  if (call.bodyType === 'none') return { path, init: { method: call.method } };
  if (call.bodyType === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(body))
      if (value !== undefined)
        form.set(name, value instanceof File ? value : typeof value === 'object' ? JSON.stringify(value) : String(value));
    return { path, init: { method: call.method, body: form } };
  }
  return { path, init: { method: call.method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } };
}

/** A backend on an empty database (or the given one) with a fixed clock, repeatable randomness and cheap passwords. */
export const testServer = (given: Partial<TestPorts> = {}): Promise<TestServer> => openServer(given, false);

/** The app of a database, with the ports of the test in progress. Building its routes takes longer than most tests. */
const apps = new WeakMap<Kysely<Database>, { app: Hono; ports: Ports }>();
function appOf(ports: TestPorts): Hono {
  // Learnosity is read only once, when the app is made.
  if (ports.learnosity) return createApp(ports);
  const known = apps.get(ports.db);
  if (known) {
    Object.assign(known.ports, ports);
    return known.app;
  }
  const own = { ...ports };
  const app = createApp(own);
  apps.set(ports.db, { app, ports: own });
  return app;
}

/** Result of a preparation: the rows, the time at its end, and its return value. */
interface Prepared {
  rows: Rows;
  now: number;
  made: unknown;
}
const preparations = new Map<unknown, Promise<Prepared>>();

/** What `make` creates on an empty backend. Done once for all files. */
export function prepared(make: (server: TestServer) => Promise<unknown>): Promise<Prepared> {
  const prepare = async (): Promise<Prepared> => {
    const server = await testServer();
    const made = await make(server);
    await server.settle();
    expect(server.reports).toEqual([]);
    return { rows: await rowsOf(server.db), now: server.clock.now, made };
  };
  const preparing = preparations.get(make) ?? prepare();
  preparations.set(make, preparing);
  return preparing;
}

/** A backend prepared with `make`. Each caller gets a separate database with the same rows. */
export async function preparedServer<Made>(make: (server: TestServer) => Promise<Made>): Promise<{ server: TestServer; made: Made }> {
  const { rows, now, made } = await prepared(make);
  const server = await openServer({}, true);
  server.clock.now = now;
  await putRows(server.db, rows);
  return { server, made: structuredClone(made) as Made };
}

/**
 * The audit in its order, which PostgreSQL does not keep by itself. `action`: one, or a pattern (`saml.%`). The caller selects what
 * it reads.
 */
export const auditOf = (db: Kysely<Database>, action = '%') =>
  db
    .selectFrom('audit')
    .where('action', action.includes('%') ? 'like' : '=', action)
    .orderBy('audit_id');

/** Pauses of the server that take no time: the clock goes on by each, and `pauses` has them all. */
export const shortPauses =
  ({ clock }: Pick<TestServer, 'clock'>, pauses: number[]) =>
  async (ms: number): Promise<void> => {
    pauses.push(ms);
    clock.now += ms;
  };

/** `isCopy`: the database will hold random values and ids of another server, which must not be repeated. */
async function openServer(given: Partial<TestPorts>, isCopy: boolean): Promise<TestServer> {
  const own = async (db: Kysely<Database>): Promise<Opened> => ({ db, release: () => db.destroy() });
  const { db, release } = await (given.db ? own(given.db) : emptyDatabase());
  const close = async () => {
    if (atFileEnd.delete(close)) await release();
  };
  atFileEnd.add(close);
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  const clock = { now: startOfClock };
  const chance = seededChance(isCopy ? 8 : 7);
  const reports: TestServer['reports'] = [];
  const works: { work: () => Promise<void>; where: string }[] = [];
  const now = () => clock.now;
  const newId = idSource(isCopy ? () => now() + 2 : now, chance.uniform);
  const signingKey = new Uint8Array(32).fill(9);
  const log: TestServer['log'] = [];
  const ports: TestPorts = {
    db,
    now,
    newId,
    origin: () => 'http://orrery.test',
    mail: mailQueue(
      { db, now, newId, randomBytes: chance.bytes, signingKey },
      { isDelivered: false, showsLinks: true, log: (fields) => void log.push(fields), queued: () => {} },
    ),
    outside: { send: () => Promise.reject(new OutsideProblem('unreachable', 'Tests ask no other server.')), pause: async () => {} },
    classroomApi: 'https://classroom.example',
    singleSignOn: {},
    requiresSecondFactor: () => false,
    developerPages: true,
    randomBytes: chance.bytes,
    passwords: cheapPasswords,
    signingKey,
    note: () => {},
    clientAddress: (request) => request.headers.get('x-test-address') ?? '192.0.2.1',
    background: (work, where) => void works.push({ work, where }),
    report: (error, where) => void reports.push({ error, where }),
    ...given,
  };
  const app = appOf(ports);

  const send: TestServer['send'] = async (path, init) => {
    const response = await app.request(`http://orrery.test${path}`, init);
    const text = await response.text();
    let envelope: { status?: unknown; message?: unknown; data?: unknown } = {};
    try {
      envelope = JSON.parse(text);
    } catch {
      // Not JSON: the checks on the envelope below report it.
    }
    return {
      code: response.status,
      ...(envelope as { status: 'success' | 'error'; message: string; data: unknown }),
      text,
      headers: response.headers,
    };
  };
  const call: TestServer['call'] = (one, input, headers = {}) => {
    const { path, init } = requestOf(one, input);
    return send(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });
  };
  const answerChallenge: TestServer['answerChallenge'] = async ({ challenge }) => {
    const code_hash = hashOfSecret('TESTC0DE');
    const { district_id, user_puid } = await db
      .selectFrom('factor_challenge')
      .select(['district_id', 'user_puid'])
      .where('challenge_hash', '=', hashOfSecret(challenge))
      .executeTakeFirstOrThrow();
    await db.insertInto('recovery_code').values({ district_id, user_puid, code_hash, used_at: null }).execute();
    const answer = await call(secondFactor.answerWithCode, { challenge, code: 'test-code' });
    await db.deleteFrom('recovery_code').where('code_hash', '=', code_hash).execute();
    return answer;
  };
  const settle = async () => {
    for (let next = works.shift(); next; next = works.shift()) {
      const { where } = next;
      await next.work().catch((error: unknown) => reports.push({ error, where }));
    }
  };
  const cookieOf = (answer: Answer) => /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';

  return {
    app,
    ports,
    db,
    close,
    clock,
    settle,
    reports,
    log,
    mails: async () => {
      await settle();
      const mails = await db.selectFrom('mail').selectAll().orderBy('mail_id').execute();
      return mails.map((mail) => ({ ...mail, text: ports.mail.textOf(mail.mail_id) ?? mail.text }));
    },
    send,
    call,
    answerChallenge,
    signIn: async (name, password = 'science-rocks') => {
      const enter = async () => {
        let answer = await call(login.login, { username: name, password });
        if (Object(answer.data).challenge) answer = await answerChallenge(answer.data as Challenge);
        expect(answer.status, `${name} signs in: ${answer.message}`).toBe('success');
        const { token, userData } = answer.data as SignedIn;
        return { token, user: userData, cookie: cookieOf(answer), since: clock.now };
      };
      let session = await enter();
      const client: TestClient = {
        ...session,
        call: async (one, input) => {
          // Tests move the clock by days. A user would have signed in again.
          if (clock.now - session.since > minutes(14)) {
            session = await enter();
            Object.assign(client, session);
          }
          return call(one, input as Record<string, unknown>, { authorization: `Bearer ${session.token}` }) as Promise<
            Answer<DataOf<typeof one>>
          >;
        },
        ok: async (one, input) => {
          const given = await client.call(one, input);
          expect(given.status, `${one.path} as ${name}: ${given.code} ${given.message}`).toBe('success');
          expect(given.code).toBe(200);
          expectContract(one, given.data);
          return given.data;
        },
      };
      return client;
    },
  };
}

/** The data match the declared shape of the contract exactly: nothing missing, nothing extra. */
export function expectContract(call: Call, data: unknown): void {
  const parsed = v.safeParse(call.data, data);
  expect(parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
  expect(parsed.output).toEqual(data);
}

/** Every failure looks the same: an error envelope with a user-readable message and no internals. */
export function expectFailure(answer: Answer, code: number, words?: RegExp | string): void {
  expect({ code: answer.code, status: answer.status, message: answer.message }).toEqual({
    code,
    status: 'error',
    message: words === undefined ? expect.stringMatching(/\S/) : typeof words === 'string' ? words : expect.stringMatching(words),
  });
  expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['data', 'message', 'status']);
  const { reason, params } = answer.data as { reason: string; params: unknown };
  expect(answer.message).toBe(refusalText(english, 'en', reason, params));
  expect(answer.text).not.toMatch(/\bat .*\.ts:\d|node:internal|SQLITE|select "|\/work\//i);
}
