import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { ClassActivity } from '../../contract/reports.ts';
import { readAccessToken } from '../../server/kit/tokens.ts';
import { addActivityStream } from '../../server/reports/activityStream.ts';
import { readEvents } from '../../src/services/liveActivity.ts';
import { ids, makeFixtureSchool, quiz_id } from './fixtureSchool.ts';
import { type TestServer, testServer } from './testServer.ts';

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

/** The stream of another server on the same database, on looks that the test lets happen, one by one. */
function watched(server: TestServer, token: string, group_assignment_id: number) {
  const waiting: (() => void)[] = [];
  const app = new Hono();
  const authorise = async () => (await readAccessToken(token, server.ports)) ?? undefined;
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
  const stream = watched(server, tess.token, group_assignment_id);
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
  const stream = watched(server, tess.token, group_assignment_id);
  const events = await stream.open();
  await next(events);
  await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.tess).execute();
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
