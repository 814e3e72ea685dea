import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { DatabaseUnusable, openDatabase } from '../../server/db/open.ts';
import { makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer, testServer } from './testServer.ts';

const json = { 'content-type': 'application/json' };

describe('requests that are no good', () => {
  let server: TestServer;
  let ana: TestClient;
  beforeAll(async () => {
    [server, ana] = await schoolServer('ana');
  });
  const submit = (body: BodyInit, headers: Record<string, string> = json) =>
    server.send('/api/lms/quiz/submit_quiz_response', {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, ...headers },
      body,
    });

  it.each(['{', '', 'undefined', '{"a":', '\u0000', 'not json'])('malformed JSON %j → 400', async (text) =>
    expectFailure(await submit(text), 400, 'The body is not valid JSON.'),
  );
  it.each(['null', '1', '"x"', '[]', '[{}]'])('JSON that is no object, %s → 400', async (text) => expectFailure(await submit(text), 400));
  it('another content type → 415', async () =>
    expectFailure(await submit('{}', { 'content-type': 'text/plain' }), 415, 'Send the parameters as application/json.'));
  it('names every field that is wrong', async () => {
    const answer = await submit('{"result_id":"x","time_spent":-1}');
    expectFailure(answer, 400, /result_id.*time_spent/);
    expect((answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['result_id', 'time_spent', 'submit_type', 'quizResponse']),
    );
  });

  const large = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) });
  it('a body over 1 MB → 413 and the connection closes', async () => {
    const answer = await submit(large, { ...json, 'content-length': String(large.length) });
    expectFailure(answer, 413, /larger than 1 MB/);
    expect(answer.headers.get('connection')).toBe('close');
  });
  it('a body over 1 MB that does not say its length → 413', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part++) controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
        controller.close();
      },
    });
    const answer = await server.send('/api/lms/quiz/submit_quiz_response', {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, ...json },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expectFailure(answer, 413);
    expect(answer.headers.get('connection')).toBe('close');
  });
  it('a body just under 1 MB is read', async () => expectFailure(await submit(large.slice(0, 1024 * 1024 - 2)), 400));

  it.each(['/api/lms/nowhere', '/api/nowhere', '/api/lms/Login/Index/more'])('nothing at %s → 404 envelope', async (path) =>
    expectFailure(await server.send(path, { method: 'POST' }), 404, /There is nothing at POST/),
  );
  it('the wrong method → 404 envelope', async () => expectFailure(await server.send('/api/lms/Login/Index'), 404));
  it('does not store answers, and says when it is', async () => {
    const answer = await server.call(calls.studentDashboard, { user_puid: ana.user.userPuid }, { authorization: `Bearer ${ana.token}` });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(server.clock.now);
  });
  it('wrote nothing and saw nothing unforeseen', async () => {
    expect(await server.db.selectFrom('attempt').selectAll().execute()).toEqual([]);
    expect(server.reports).toEqual([]);
  });
});

describe('faults inside', () => {
  it('a handler that throws → 500 envelope without its words, reported with the path only', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    const ana = await server.signIn('ana');
    await server.db.schema.dropTable('assignee').execute();
    const answer = await ana.call(calls.studentDashboard, { user_puid: ana.user.userPuid });
    expectFailure(answer, 500, 'Something went wrong on our side. Nothing was saved; please try again.');
    expect(server.reports.map(({ where }) => where)).toEqual(['GET /api/lms/v2/studentDashboard/load_student_dashboard']);
  });
  it('health answers while the database does', async () => {
    const server = await testServer();
    expect(await server.send('/api/health')).toMatchObject({ code: 200, status: 'success' });
    await server.db.schema.dropTable('health_check').execute();
    server.clock.now += 1_000;
    expectFailure(await server.send('/api/health'), 503);
  });
});

describe.skipIf(process.env.DATABASE_URL)('a database file that is no good', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-database-'));
  it.each([
    ['text', Buffer.from('this is no database, but it is long enough to be looked at as one: '.repeat(40))],
    ['another kind of file', Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array(2000).fill(7)])],
  ])('%s is refused with the way out, and left as it was', async (name, bytes) => {
    const file = join(folder, `${name}.sqlite`);
    writeFileSync(file, bytes);
    await expect(openDatabase(file)).rejects.toThrow(DatabaseUnusable);
    await expect(openDatabase(file)).rejects.toThrow(
      /cannot be read .* Nothing was changed\. Restore it from a backup, or run "npm run reset"/,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
  it('an empty file is no school, and is left as it was', async () => {
    const file = join(folder, 'empty.sqlite');
    writeFileSync(file, '');
    await expect(openDatabase(file)).rejects.toThrow(/is empty \(0 bytes\).* Nothing was changed\. Restore it from a backup/);
    expect(readFileSync(file)).toHaveLength(0);
  });
  it('a file with damaged pages is refused', async () => {
    const file = join(folder, 'damaged.sqlite');
    const db = await openDatabase(file);
    await db
      .insertInto('failure_count')
      .values(Array.from({ length: 500 }, (_, n) => ({ key: `key ${n}`, failures: 1, window_start: n })))
      .execute();
    await db.destroy();
    const bytes = readFileSync(file);
    bytes.fill(0x55, 4096, Math.min(bytes.length, 40_960));
    writeFileSync(file, bytes);
    await expect(openDatabase(file)).rejects.toThrow(DatabaseUnusable);
    rmSync(folder, { recursive: true });
  });
});
