import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Hono } from 'hono';
import { build, builtServer } from '../../scripts/build.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/db/open.ts';
import { assigned } from '../../server/kit/access.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import type { Ports } from '../../server/kit/ports.ts';
import { newSession } from '../../server/kit/sessions.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { signAccessToken } from '../../server/kit/tokens.ts';
import { makeSchoolFile } from '../../server/storage.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';

const signingKey = 'a key of the benchmark, long enough to sign with';
const connections = 8;
const { students, rounds, dashboards: dashboardsPerRound, submits: submitsPerRound, warmUp, requestsBeforeMemory } = counts.server;
const submitsNeeded = warmUp + submitsPerRound * rounds;

/** Statements of one request, each with its values, and the response. */
export interface Recorded {
  statements: [text: string, ...values: unknown[]][];
  answer: unknown;
}

interface Job {
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: string;
}

/** Sends each job once over a limited number of keep-alive connections. Returns requests per second. Throws unless all return 200. */
async function rate(url: string, jobs: readonly Job[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, token, body }: Job) =>
    new Promise<void>((done, failed) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      request(url + path, { agent, method, headers }, (answer) => {
        if (answer.statusCode !== 200) failed(new Error(`${method} ${path} answered ${answer.statusCode}`));
        answer.resume().on('end', done);
      })
        .on('error', failed)
        .end(body);
    });
  let next = 0;
  const worker = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) await send(job);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return (jobs.length / (performance.now() - began)) * 1000;
}

/** Jobs for the two calls on a sample school with started quizzes. */
async function prepare(file: string): Promise<{ dashboards: Job[]; submits: Job[] }> {
  await makeSchoolFile(file, students);
  const db = await openDatabase(file);
  const ports = nodePorts({ db, signingKey: Buffer.from(signingKey) });
  const app = createApp(ports);
  const { district_id } = await db.selectFrom('district').select('district_id').orderBy('district_id').executeTakeFirstOrThrow();
  const open = await assigned(tenant(db, district_id))
    .innerJoin('lesson as l', (join) => join.onRef('l.district_id', '=', 'ga.district_id').onRef('l.lesson_id', '=', 'ga.lesson_id'))
    .innerJoin('lesson_resource as lr', (join) =>
      join.onRef('lr.district_id', '=', 'l.district_id').onRef('lr.lesson_id', '=', 'l.lesson_id'),
    )
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .leftJoin('attempt', (join) =>
      join
        .onRef('attempt.district_id', '=', 'ga.district_id')
        .onRef('attempt.group_assignment_id', '=', 'ga.group_assignment_id')
        .onRef('attempt.user_puid', '=', 'e.user_puid')
        .onRef('attempt.quiz_id', '=', 'i.quiz_id'),
    )
    .select(['e.user_puid', 'l.lesson_id', 'i.quiz_id'])
    .where('i.quiz_id', 'is not', null)
    .where('l.enforce_order', '=', 0)
    .where('ga.from_date', '<', Date.now())
    .where('attempt.result_id', 'is', null)
    .orderBy('e.user_puid')
    .orderBy('l.lesson_id')
    .orderBy('i.quiz_id')
    .execute();

  const tokens = new Map<number, string>();
  for (const user of await db
    .selectFrom('app_user')
    .selectAll()
    .where('district_id', '=', district_id)
    .where('role_id', '=', 1)
    .execute()) {
    const { session_id } = await newSession(ports, user);
    const { user_puid, token_version } = user;
    tokens.set(user_puid, await signAccessToken({ district_id, user_puid, role: 1, session_id, token_version }, ports));
  }
  const submits: Job[] = [];
  for (const { user_puid, lesson_id, quiz_id } of open) {
    if (submits.length === submitsNeeded) break;
    const token = tokens.get(user_puid) as string;
    const started = await app.request('/api/lms/quiz/start_quiz', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quiz_id, lesson_id, lesson_resource_tracking_id: 0 }),
    });
    if (started.status !== 200) continue;
    const { data } = await started.json();
    const quizResponse = data.quiz_details.questions.map((question: { id: number; answer_options: { id: number }[] }) => ({
      question_id: question.id,
      answer_id: question.answer_options[0]?.id ?? null,
      answer_text: '',
      time_spent: 5,
    }));
    const body = JSON.stringify({ result_id: data.result_id, time_spent: 40, submit_type: 'save', quizResponse });
    submits.push({ method: 'POST', path: '/api/lms/quiz/submit_quiz_response', token, body });
  }
  await db.destroy();
  if (submits.length < submitsNeeded) throw new Error(`The sample school has only ${submits.length} quizzes to hand in.`);
  const dashboards = [...tokens].map(
    ([user_puid, token]): Job => ({
      method: 'GET',
      path: `/api/lms/v2/studentDashboard/load_student_dashboard?user_puid=${user_puid}`,
      token,
    }),
  );
  return { dashboards, submits };
}

/** Runs each job once in this process and records the statements that reach the database. */
async function record(file: string, jobs: readonly Job[]): Promise<Recorded[]> {
  const db = await openDatabase(file);
  let statements: Recorded['statements'] = [];
  const prepareStatement = DatabaseSync.prototype.prepare;
  const ports: Ports = nodePorts({ db, signingKey: Buffer.from(signingKey) });
  const app: Hono = createApp(ports);
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    const statement = prepareStatement.call(this, text, ...rest);
    for (const method of ['all', 'run'] as const) {
      const original = statement[method].bind(statement) as (...values: unknown[]) => never;
      statement[method] = (...values: unknown[]) => {
        statements.push([text, ...values]);
        return original(...values);
      };
    }
    return statement;
  };
  try {
    const recorded: Recorded[] = [];
    for (const { method, path, token, body } of jobs) {
      statements = [];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await app.request(path, { method, headers, ...(body && { body }) });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      recorded.push({ answer: await answer.json(), statements });
    }
    return recorded;
  } finally {
    DatabaseSync.prototype.prepare = prepareStatement;
    await db.destroy();
  }
}

/** CPU time of a process so far, ms, all threads. */
function spentBy(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const times = readdirSync(folder).map((thread) => Number(readFileSync(join(folder, thread, 'schedstat'), 'utf8').split(' ')[0]));
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** Resident memory of a process, MB. */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

const repeated = (jobs: readonly Job[], count: number) => Array.from({ length: count }, (_, index) => jobs[index % jobs.length] as Job);
/** The submits of a round. Each can be submitted only once. */
const slice = (jobs: readonly Job[], round: number) => jobs.slice(warmUp + round * submitsPerRound).slice(0, submitsPerRound);
/** The same requests for the counterpart, by index of the recording. */
const bareOf = (jobs: readonly Job[], first: number) => jobs.map((job, index): Job => ({ ...job, path: `/${first + index}` }));

/** Results of one server over the rounds: requests per second of CPU time, and of wall time. */
interface Rates {
  processor: number[];
  wall: number[];
}

/** One of the compared servers, with the calls in its format. */
interface Rated {
  server: SpawnedServer;
  calls: { dashboards: readonly Job[]; submits: readonly Job[] };
  dashboard: Rates;
  submit: Rates;
}

async function addRound({ processor, wall }: Rates, { url, pid }: SpawnedServer, jobs: readonly Job[]): Promise<void> {
  const before = spentBy(pid);
  wall.push(await rate(url, jobs));
  processor.push((jobs.length / (spentBy(pid) - before)) * 1000);
}

const none = (): Rates => ({ processor: [], wall: [] });

function compare(name: string, ours: Rates, bare: Rates, goal: Measure['goal']): Measure {
  const [least, most] = [Math.min(...ours.wall), Math.max(...ours.wall)];
  const wall = `${median(ours.wall).toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)})`;
  console.log(`${name}: ${wall} requests per second of the clock, the counterpart ${median(bare.wall).toFixed(0)}`);
  return {
    name: `${name}, requests per second of processor time, median of ${rounds} rounds`,
    unit: 'requests/s',
    ours: median(ours.processor),
    floor: median(bare.processor),
    goal,
  };
}

/** The counterpart must write as often as the product: each submission once, to the same disk. */
function assertOneCommit(recorded: readonly Recorded[]): void {
  const isOne = ({ statements }: Recorded) =>
    ['begin immediate', 'commit'].every((end) => statements.filter(([text]) => text === end).length === 1);
  if (!recorded.every(isOne)) throw new Error('A hand-in was recorded without its one transaction.');
}

/** Against a typical handwritten handler. */
const goal = { atLeast: 0.8 };
/**
 * Against the same work with nothing around it. Guards the cost of tokens, routing, validation, rules and Kysely: about 0.5 ms per
 * submission.
 */
const leastOfAll = { atLeast: 0.4 };

/**
 * The two calls that cause most of the load, against a bare handler (`bare.ts`) that runs the same statements with the same values. Each
 * submission is one transaction and one commit on either side. The handler comes in two forms. One prepares its statements for each call,
 * as handwritten handlers do, and as this bench always compared. The other keeps them prepared, as the product does, so that the ratio
 * shows only what the product adds around the database.
 *
 * The comparison uses CPU time. In wall time, a submission waits for the disk as long as it works, or ten times longer, depending on other
 * programs: the same code measured 0.67, 0.86 and 1.4 times its counterpart, which waits as often. Before the measured rounds, all serve
 * enough requests to run compiled code: the first few hundred submissions take a third longer.
 */
export async function measureServer(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const file = (name: string) => join(folder, `${name}.sqlite`);
  try {
    const { dashboards, submits } = await prepare(file('orrery'));
    for (const name of ['recorded', 'anew', 'kept']) copyFileSync(file('orrery'), file(name));
    const recording = join(folder, 'recording.json');
    const recorded = await record(file('recorded'), [...dashboards, ...submits]);
    assertOneCommit(recorded.slice(dashboards.length));
    writeFileSync(recording, JSON.stringify(recorded));

    await build();
    const ours = await spawnServer({ ORRERY_DATA: folder, ORRERY_SIGNING_KEY: signingKey }, builtServer);
    const spawnBare = (name: string, ...keeps: string[]) =>
      spawnServer({ ORRERY_DATA: folder }, [join(import.meta.dirname, 'bare.ts'), file(name), recording, ...keeps]);
    const [anew, kept] = [await spawnBare('anew'), await spawnBare('kept', 'keeps')];
    const bareCalls = { dashboards: bareOf(dashboards, 0), submits: bareOf(submits, dashboards.length) };
    const rates = (server: SpawnedServer, calls: Rated['calls']): Rated => ({ server, calls, dashboard: none(), submit: none() });
    const [product, byHand, bare] = [rates(ours, { dashboards, submits }), rates(anew, bareCalls), rates(kept, bareCalls)];
    const rated = [product, byHand, bare];
    try {
      for (const { server, calls } of rated)
        for (const jobs of [repeated(calls.dashboards, warmUp), calls.submits.slice(0, warmUp)]) await rate(server.url, jobs);
      for (let round = 0; round < rounds; round++) {
        for (const { server, calls, dashboard } of rated) await addRound(dashboard, server, repeated(calls.dashboards, dashboardsPerRound));
        for (const { server, calls, submit } of rated) await addRound(submit, server, slice(calls.submits, round));
      }
      const sent = 2 * warmUp + rounds * (dashboardsPerRound + submitsPerRound);
      await rate(ours.url, repeated(dashboards, Math.max(0, requestsBeforeMemory - sent)));
      return [
        compare('student dashboard', product.dashboard, byHand.dashboard, goal),
        compare('quiz submit', product.submit, byHand.submit, goal),
        compare('student dashboard beside kept statements', product.dashboard, bare.dashboard, leastOfAll),
        compare('quiz submit beside kept statements', product.submit, bare.submit, leastOfAll),
        {
          name: `resident memory after ${inWords(requestsBeforeMemory)} requests`,
          unit: 'MB',
          ours: memoryOf(ours.pid),
          goal: { atMost: 150 },
        },
      ];
    } finally {
      await Promise.all(rated.map(({ server }) => server.stop()));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
