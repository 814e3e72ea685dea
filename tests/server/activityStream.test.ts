import { type Context, Hono } from 'hono';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { ClassActivity } from '../../contract/reports.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { Refusal, refuse } from '../../server/kit/handler.ts';
import { readAccessToken } from '../../server/kit/tokens.ts';
import { addActivityStream } from '../../server/reports/activityStream.ts';
import { readEvents } from '../../src/services/reports/liveActivity.ts';
import { ids, makeFixtureSchool, quiz_id } from './fixtureSchool.ts';
import { type TestClient, type TestServer, testServer } from './testServer.ts';

const path = '/api/lms/v2/workspace/get_class_activity/stream';

async function opened() {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const tess = await server.signIn('tess');
  const { group_assignment_id } = await tess.ok(calls.assign, {
    lesson_id: ids.freeLesson,
    group_puid: ids.class,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: '2030-01-01T00:00:00Z', to_date: null }),
  });
  return { server, tess, group_assignment_id };
}

/** The stream of another server on the same database. The test triggers its polls one by one. */
function watched(server: TestServer, { token, user }: TestClient, group_assignment_id: number) {
  const waiting: (() => void)[] = [];
  const app = new Hono();
  const authorise = async () => {
    const { code } = await server.call(calls.userInfo, { user_puid: user.userPuid }, { authorization: `Bearer ${token}` });
    if (code !== 200) throw refuse('sessionExpired');
    return (await readAccessToken(token, server.ports)) ?? undefined;
  };
  addActivityStream(app, server.ports, authorise, () => new Promise<void>((over) => waiting.push(over)));
  return {
    open: async () =>
      readEvents((await app.request(`${path}?group_assignment_id=${group_assignment_id}`)).body as ReadableStream<Uint8Array>),
    look: async () => {
      while (waiting.length === 0) await new Promise((next) => setImmediate(next));
      waiting.shift()?.();
    },
  };
}
const next = async (events: AsyncGenerator<string | null>) => {
  const { value } = await events.next();
  return value ? (JSON.parse(value) as ClassActivity) : null;
};

it('tells at the next look of what has changed through whichever server, and of its being there otherwise', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const ana = await server.signIn('ana');
  const stream = watched(server, tess, group_assignment_id);
  const events = await stream.open();
  expect((await next(events))?.students.map(({ first_name, state }) => [first_name, state])).toEqual([
    ['ana', 'notStarted'],
    ['ben', 'notStarted'],
  ]);
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  await stream.look();
  expect((await next(events))?.students[0]).toMatchObject({ state: 'inProgress', answered: 0, needs_help: false });
  const answers = [3, 4].map((at) => ({
    question_id: quiz_details.questions[at]!.id,
    answer_id: null,
    answer_text: 'no idea',
    time_spent: 1,
    sequence: 1,
    given_at: new Date(server.clock.now).toISOString(),
  }));
  await ana.ok(calls.saveAnswers, { result_id, answers });
  await stream.look();
  expect((await next(events))?.students[0]).toMatchObject({ answered: 2, wrong: 2, needs_help: true });
  for (let look = 3; look <= 5; look++) await stream.look();
  expect(await next(events)).toBeNull();
  await events.return(undefined);
});

it('ends when the class is taken away', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const stream = watched(server, tess, group_assignment_id);
  const events = await stream.open();
  await next(events);
  await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.tess).execute();
  await stream.look();
  expect(await events.next()).toMatchObject({ done: true });
  expect(server.reports).toEqual([]);
});

it('ends when the teacher signs out', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const stream = watched(server, tess, group_assignment_id);
  const events = await stream.open();
  await next(events);
  await server.call(calls.logout, {}, { cookie: tess.cookie, 'content-type': 'application/json' });
  await stream.look();
  expect(await events.next()).toMatchObject({ done: true });
  expect(server.reports).toEqual([]);
});

it('ends when the teacher ends the session from another device', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const stream = watched(server, tess, group_assignment_id);
  const events = await stream.open();
  await next(events);
  const elsewhere = await server.signIn('tess');
  const { ended } = await elsewhere.ok(calls.endOwnSessions, { user_puid: ids.tess, session_id: null, current_password: 'science-rocks' });
  expect(ended).toBe(1);
  await stream.look();
  expect(await events.next()).toMatchObject({ done: true });
  expect(server.reports).toEqual([]);
});

it('is for those who see the class', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const ask = async (token: string | null, id: unknown = group_assignment_id) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await server.app.request(`${path}?group_assignment_id=${id}`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await ask(null)).toBe(401);
  expect(await ask((await server.signIn('ana')).token)).toBe(403);
  for (const name of ['tom', 'ted', 'dora']) expect(await ask((await server.signIn(name)).token)).toBe(404);
  expect(await ask(tess.token, 'x')).toBe(400);
  expect(await ask(tess.token)).toBe(200);
});

it('looks once for all who watch an assignment, and asks each time who still may', async () => {
  const { server, tess, group_assignment_id } = await opened();
  const viewers = 120;
  const district = { district_id: 1, password_hash: null, role_id: 9, last_name: 'Watcher', school_id: null, token_version: 1 };
  await insertAll(
    server.db,
    'app_user',
    Array.from({ length: viewers }, (_, index) => ({
      ...district,
      user_puid: 5000 + index,
      user_name: `watcher${index}`,
      user_key: `watcher${index}`,
      first_name: `W${index}`,
      email: null,
      grade: null,
      sourced_id: null,
      active: 1,
      created_at: server.clock.now,
    })),
  );
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const user = await readAccessToken(tess.token, server.ports);
  const rounds: (() => void)[] = [];
  const app = new Hono();
  app.onError((error, c) => c.json(null, error instanceof Refusal ? error.httpStatus : 500));
  let asked = 0;
  const authorise = async (c: Context) => {
    asked++;
    return { ...user!, role: 9 as const, user_puid: 5000 + Number(c.req.query('viewer')) };
  };
  const pause = () => new Promise<void>((over) => rounds.push(over));
  addActivityStream(app, { ...server.ports, db: server.db.withPlugin(counter) }, authorise, pause);
  const open = async (viewer: number) => app.request(`${path}?group_assignment_id=${group_assignment_id}&viewer=${viewer}`);
  const [first, ...others] = await Promise.all(Array.from({ length: viewers }, (_, viewer) => open(viewer)));
  const all = [first!, ...others].map((answer) => readEvents(answer.body as ReadableStream<Uint8Array>));
  for (const events of all) expect((await next(events))?.students).toHaveLength(2);
  expect(queries).toBeLessThan(viewers + 30);
  expect(rounds).toHaveLength(1);
  [queries, asked] = [0, 0];
  await server.db.updateTable('app_user').set({ first_name: 'Anna' }).where('user_puid', '=', ids.ana).execute();
  rounds.shift()?.();
  for (const events of all) expect((await next(events))?.students[0]?.first_name).toBe('Anna');
  expect(asked).toBe(viewers);
  expect(queries).toBeLessThan(viewers + 30);
  const many = await Promise.all(Array.from({ length: 8 }, () => open(0)));
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
  await Promise.all([...all.map((events) => events.return(undefined)), ...many.map(({ body }) => body?.cancel())]);
});
