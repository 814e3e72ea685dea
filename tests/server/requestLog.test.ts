import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { loggedPath, type Noted, requestLog } from '../../server/kit/requestLog.ts';
import { makeFixtureSchool } from './fixtureSchool.ts';
import { auditOf, testServer } from './testServer.ts';

/** A log kept in arrays. */
function kept() {
  const lines: string[] = [];
  const errors: string[] = [];
  let id = 0;
  const log = requestLog({
    write: (line) => lines.push(line),
    writeError: (line) => errors.push(line),
    now: () => Date.UTC(2030, 0, 15),
    newId: () => `request ${++id}`,
  });
  const answer = (status: number, noted: Noted = {}, isLogged = true) =>
    log.answer({ method: 'POST', path: '/api/x', address: '192.0.2.7', isLogged }, async () => {
      log.note(noted);
      return new Response(null, { status });
    });
  return { log, answer, read: () => lines.map((line) => JSON.parse(line)), errors: () => errors.map((line) => JSON.parse(line)) };
}
const line = { time: '2030-01-15T00:00:00.000Z', method: 'POST', path: '/api/x', ms: expect.any(Number) };

describe('the log of requests', () => {
  it('says who asked, with the same id as the errors of the request', async () => {
    const { log, answer, read, errors } = kept();
    await answer(200, { account: 7, actor: 8 });
    await log.answer({ method: 'GET', path: '/api/y', address: '192.0.2.7', isLogged: true }, async () => {
      log.report(new Error('broken'), 'GET /api/y');
      return new Response(null, { status: 500 });
    });
    expect(read()).toEqual([
      { ...line, id: 'request 1', status: 200, account: 7, actor: 8 },
      { ...line, id: 'request 2', method: 'GET', path: '/api/y', status: 500 },
    ]);
    expect(errors()).toEqual([{ time: line.time, id: 'request 2', where: 'GET /api/y', error: expect.stringContaining('broken') }]);
  });

  it.each([
    [200, { event: 'sign_in' }, { event: 'sign_in', outcome: 'done' }],
    [400, { event: 'sign_in' }, { event: 'sign_in', outcome: 'refused', address: '192.0.2.7' }],
    [503, { event: 'sign_in' }, { event: 'sign_in', outcome: 'failed', address: '192.0.2.7' }],
    [401, {}, { event: 'refused', outcome: 'refused', address: '192.0.2.7' }],
    [403, {}, { event: 'refused', outcome: 'refused', address: '192.0.2.7' }],
    [429, {}, { event: 'refused', outcome: 'refused', address: '192.0.2.7' }],
    [404, {}, undefined],
    [200, {}, undefined],
  ] as const)('%i with %o is written as %o, even where requests are not', async (status, noted, told) => {
    const { answer, read } = kept();
    await answer(status, noted, false);
    expect(read()).toEqual(told ? [{ ...line, id: 'request 1', status, ...told }] : []);
  });

  it('keeps apart what is answered at the same time', async () => {
    const { answer, read } = kept();
    await Promise.all(Array.from({ length: 20 }, (_, account) => answer(200, { account })));
    expect(new Set(read().map(({ id, account }) => `${id} ${account}`)).size).toBe(20);
  });

  it('leaves tickets out of paths', () => {
    const ticket = `eyJ${'x'.repeat(200)}`;
    expect(loggedPath(`/api/lms/UserSetup/message_file/${ticket}`)).toBe('/api/lms/UserSetup/message_file/…');
    expect(loggedPath('/api/lms/v2/studentDashboard/get_otherstudents_tracking')).toBe(
      '/api/lms/v2/studentDashboard/get_otherstudents_tracking',
    );
  });
});

it('a sign-in is noted and audited; a refused one is noted alone', async () => {
  const noted: Noted[] = [];
  const server = await testServer({ note: (about) => void noted.push(about) });
  await makeFixtureSchool(server.ports);
  const audited = () => auditOf(server.db, 'sign_in').select(['actor_puid', 'subject']).execute();
  await server.call(calls.login, { username: 'ana', password: 'wrong' });
  expect(noted).toEqual([{ event: 'sign_in' }]);
  expect(await audited()).toEqual([]);
  const { user } = await server.signIn('ana');
  expect(noted).toContainEqual({ account: user.userPuid });
  expect(await audited()).toEqual([{ actor_puid: user.userPuid, subject: `user ${user.userPuid}` }]);
});
