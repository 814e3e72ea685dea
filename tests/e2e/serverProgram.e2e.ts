import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshServer } from '../../scripts/build.ts';
import { capture } from '../../scripts/kit.ts';
import { ServerEnded, type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import { argon2Passwords } from '../../server/kit/passwords.ts';
import { samplePassword } from '../../server/sample/accounts.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The built server, as in production. It starts three times as fast as its sources. */
let program: readonly string[];
beforeAll(async () => {
  program = await freshServer();
});

async function start(env: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ ORRERY_SAMPLE_STUDENTS: '0', ...env }, program, user);
  cleanUps.push(() => server.stop());
  return server;
}

/** Output and exit code of a server that fails to start. */
async function refusal(env: Record<string, string>, user?: { uid?: number; gid?: number }): Promise<ServerEnded> {
  const outcome = await start(env, user).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ServerEnded);
  return outcome as ServerEnded;
}

describe('starting', () => {
  it('answers, keeps its key to itself, and stops with 0', async () => {
    const folder = newFolder();
    const server = await start({ ORRERY_DATA: folder });
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['orrery.sqlite', 'orrery.sqlite.lock', 'signing.key']);
  });

  it('keeps the key between runs', async () => {
    const folder = newFolder();
    await (await start({ ORRERY_DATA: folder })).stop();
    const key = readFileSync(join(folder, 'signing.key'), 'utf8');
    await (await start({ ORRERY_DATA: folder })).stop();
    expect(readFileSync(join(folder, 'signing.key'), 'utf8')).toBe(key);
  });

  it('says that the port is taken, and how to choose another', async () => {
    const { port } = new URL((await start()).url);
    const { code, output } = await refusal({ PORT: port });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is taken. Choose another: PORT=${Number(port) + 1} npm start`);
  });

  it.each([
    ['PORT', 'abc', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be a whole number'],
    ['ORRERY_SAMPLE_STUDENTS', '-1', 'ORRERY_SAMPLE_STUDENTS must be a whole number'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be a postgres:// address'],
    ['ORRERY_SIGNING_KEY', 'short', 'at least 32 characters'],
    ['HOST', '203.0.113.7', 'HOST 203.0.113.7 is not an address of this machine'],
  ])('refuses %s=%s', async (name, value, message) => {
    const { code, output } = await refusal({ ORRERY_DATA: newFolder(), [name]: value });
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

describe('the database file', () => {
  it('belongs to one server', async () => {
    const folder = newFolder();
    const first = await start({ ORRERY_DATA: folder });
    const { code, output } = await refusal({ ORRERY_DATA: folder });
    expect(code).toBe(1);
    expect(output).toContain(`Another Orrery server is using ${join(folder, 'orrery.sqlite')}`);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  it('is free again when its server was killed', async () => {
    const folder = newFolder();
    const first = await start({ ORRERY_DATA: folder });
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    const second = await start({ ORRERY_DATA: folder });
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  });

  it.each([
    ['is no database', Buffer.from('this is not a database, but someone may need it'.repeat(200))],
    ['is cut short', undefined],
  ])('is left as it is when it %s, and the message says the way out', async (_, content) => {
    const folder = newFolder();
    const file = join(folder, 'orrery.sqlite');
    if (!content) await (await start({ ORRERY_DATA: folder })).stop();
    const damaged = content ?? readFileSync(file).subarray(0, 20_000);
    writeFileSync(file, damaged);
    const { code, output } = await refusal({ ORRERY_DATA: folder });
    expect(code).toBe(1);
    expect(output).toContain('npm run reset');
    expect(output).toContain('Nothing was changed');
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  // File permissions do not restrict root, so an unprivileged user runs the server.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

  it('says that its folder cannot be written, and the way out', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o555);
    cleanUps.push(() => chmodSync(folder, 0o755));
    for (const [database, place] of [
      ['', folder],
      ['/below/it', folder],
    ] as const) {
      const { code, output } = await refusal({ ORRERY_DATA: `${folder}${database}` }, nobody);
      expect(code).toBe(1);
      expect(output).toContain(`${place} cannot be written: the user that runs Orrery has no right to (EACCES). Nothing was changed.`);
      expect(output).toContain('ORRERY_DATA=./other-data npm start');
      expect(output).not.toMatch(/\n\s+at /);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that it cannot be written itself, and calls nothing damaged', async () => {
    const folder = newFolder();
    const file = join(folder, 'orrery.sqlite');
    await (await start({ ORRERY_DATA: folder })).stop();
    chmodSync(folder, 0o777);
    chmodSync(file, 0o444);
    const before = readFileSync(file);
    const { code, output } = await refusal({ ORRERY_DATA: folder }, nobody);
    expect(code).toBe(1);
    expect(output).toContain(`${file} cannot be written`);
    expect(output).not.toMatch(/reset|delete/i);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is not made anew beside the write-ahead log of a lost one', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'orrery.sqlite-wal'), 'what was written last');
    const { code, output } = await refusal({ ORRERY_DATA: folder });
    expect(code).toBe(1);
    expect(output).toContain('Put the database back');
    expect(readFileSync(join(folder, 'orrery.sqlite-wal'), 'utf8')).toBe('what was written last');
  });
});

describe('a running server', () => {
  /** The response to raw bytes. */
  const raw = (url: string, text: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(url);
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.setEncoding('utf8');
      socket.on('data', (part: string) => {
        answer += part;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', () => resolve(answer));
    });

  it('refuses headers over 16 kB and a body over 1 MB, and goes on', async () => {
    const { url } = await start();
    expect(await raw(url, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431/);
    const large = await fetch(`${url}/api/lms/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'a'.repeat(1_100_000), password: 'b' }),
    });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ status: 'error', message: expect.stringContaining('1 MB') });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it.each([
    ['0', null],
    ['1', 'max-age=31536000; includeSubDomains'],
  ])('believes a proxy about HTTPS only when told to: %s', async (trusted, header) => {
    const { url } = await start({ ORRERY_TRUST_PROXY: trusted });
    const answer = await fetch(`${url}/api/health`, { headers: { 'x-forwarded-proto': 'https' } });
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([200, header]);
  });

  it('writes paths to the log, and nothing that names a person', async () => {
    const folder = newFolder();
    const { code, output } = await capture('node', ['--input-type=module', '--eval', loggedRun], { ORRERY_DATA: folder });
    expect(code).toBe(0);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const told = { id: expect.stringMatching(/^[\da-f-]{36}$/), time: expect.stringMatching(/^\d{4}-.*Z$/), ms: expect.any(Number) };
    expect(lines).toEqual([
      { ...told, method: 'GET', path: '/api/nowhere', status: 404 },
      {
        ...told,
        method: 'POST',
        path: '/api/ngss/ngss/login/index',
        status: 400,
        event: 'sign_in',
        outcome: 'refused',
        address: '127.0.0.1',
      },
      { ...told, method: 'GET', path: '/api/lms/v2/mylibrary/file/…', status: 404 },
    ]);
  });
});

/** A server in a separate process that gets a request with a name in its query. */
const loggedRun = `
  import { configurationOf, startServer } from './server/main.ts';
  const running = await startServer(configurationOf({ ...process.env, PORT: '0', ORRERY_SAMPLE_STUDENTS: '0' }));
  await fetch(running.url + '/api/nowhere?student=maya');
  const headers = { 'content-type': 'application/json' };
  await fetch(running.url + '/api/ngss/ngss/login/index', { method: 'POST', headers, body: '{"username":"maya","password":"secret"}' });
  await fetch(running.url + '/api/lms/v2/mylibrary/file/' + 'a'.repeat(41));
  await running.stop();
`;

describe('sample accounts', () => {
  it.each([
    ['HOST', '0.0.0.0'],
    ['ORRERY_TRUST_PROXY', '1'],
    ['ORRERY_ORIGIN', 'https://science.example.org'],
  ])('are not made, and not served, where strangers could use them: %s=%s', async (name, value) => {
    const folder = newFolder();
    const none = await refusal({ ORRERY_DATA: folder, ORRERY_SAMPLE_STUDENTS: '3', [name]: value });
    expect(none.output).toMatch(/There is no school yet.*npm run setup/s);
    const db = await openDatabase(join(folder, 'orrery.sqlite'));
    await db.insertInto('district').values({ district_id: 1, name: 'Hill', state_id: null, time_zone: 'UTC', nav_tabs: '[]' }).execute();
    const password_hash = await argon2Passwords().hash(samplePassword);
    await db
      .insertInto('app_user')
      .values({
        district_id: 1,
        user_puid: 1,
        user_name: 'Root',
        user_key: 'root',
        password_hash,
        role_id: 15,
        first_name: 'Robin',
        last_name: 'Ashe',
        active: 1,
        token_version: 1,
        created_at: 0,
      })
      .execute();
    await db.destroy();
    const found = await refusal({ ORRERY_DATA: folder, [name]: value });
    expect(found.output).toMatch(/has the sample account "Root" with its usual password.*npm run setup/s);
    const changed = await openDatabase(join(folder, 'orrery.sqlite'));
    await changed.updateTable('app_user').set({ active: 0 }).where('district_id', '=', 1).execute();
    await changed.destroy();
    await start({ ORRERY_DATA: folder, [name]: value });
  });
});

describe('npm run setup', () => {
  const options = ['--district', 'Hill County', '--zone', 'America/Chicago', '--state', '48', '--first', 'Ana', '--last', 'Lee'];
  const who = ['--email', 'ana@example.org', '--username', 'ALee'];
  const setup = (folder: string, ...args: string[]) => capture('node', ['scripts/setup.ts', ...args], { ORRERY_DATA: folder });

  it('makes a district with the course and one administrator, who chooses a password by a link that works once', async () => {
    const folder = newFolder();
    const { code, output } = await setup(folder, ...options, ...who);
    expect(code, output).toBe(0);
    const Id = /http:\/\/127\.0\.0\.1:4100\/account\/resetPassword\?Id=(\S+)/.exec(output)?.[1];
    const { url } = await start({ ORRERY_DATA: folder, ORRERY_ORIGIN: 'https://science.example.org' });
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { code: answer.status, data: (await answer.json()).data };
    };
    const password = 'seven moons of quartz';
    expect((await post('/lms/Login/ResetPassword', { Id, password })).code).toBe(200);
    expect((await post('/lms/Login/ResetPassword', { Id, password })).code).toBe(400);
    const { data } = await post('/ngss/ngss/login/index', { username: 'alee', password });
    expect(data.userData).toMatchObject({ role: 15, user_name: 'ALee', state_id: 48, time_zone: 'America/Chicago' });
    const again = await setup(folder, ...options, ...who);
    expect([again.code, again.output]).toEqual([1, expect.stringMatching(/Another Orrery server is using/)]);
    expect((await post('/ngss/ngss/login/index', { username: 'maya', password: 'science-rocks' })).code).toBe(400);
  });

  it('says what is missing or wrong, and that there is a school already; nothing is made', async () => {
    const folder = newFolder();
    for (const [args, words] of [
      [options, /--email is missing\. For example:\nnpm run setup/],
      [[...options, ...who, '--zone', 'Mars'], /--zone is not a time zone; it is "Mars"/],
      [[...options, ...who, '--state', 'TX'], /--state must be the FIPS code/],
    ] as const) {
      const { code, output } = await setup(folder, ...args);
      expect([code, output]).toEqual([1, expect.stringMatching(words)]);
      expect(readdirSync(folder)).toEqual(['orrery.sqlite.lock']);
    }
    const db = await openDatabase(join(folder, 'orrery.sqlite'));
    await db.insertInto('district').values({ district_id: 1, name: 'Hill', state_id: null, time_zone: 'UTC', nav_tabs: '[]' }).execute();
    await db.destroy();
    const { code, output } = await setup(folder, ...options, ...who);
    expect([code, output]).toEqual([1, expect.stringMatching(/has a school already/)]);
  });
});

describe('npm run reset', () => {
  it('moves the database aside, damaged or not, and makes a fresh one', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'orrery.sqlite'), 'damaged');
    writeFileSync(join(folder, 'orrery.sqlite-wal'), 'written last');
    const { code, output } = await capture('node', ['scripts/reset.ts', '--students', '0'], { ORRERY_DATA: folder });
    expect([code, output]).toEqual([0, expect.stringContaining('The old database is now')]);
    const [backup] = readdirSync(folder).filter((name) => name.endsWith('.bak.sqlite'));
    expect(readFileSync(join(folder, backup as string), 'utf8')).toBe('damaged');
    expect(readFileSync(join(folder, `${backup}-wal`), 'utf8')).toBe('written last');
    const { url } = await start({ ORRERY_DATA: folder });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it.each([
    [['--students', 'many'], 'must be a whole number'],
    [['--force'], '--force'],
  ])('refuses %s and leaves the database', async (args, message) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'orrery.sqlite'), 'precious');
    const { code, output } = await capture('node', ['scripts/reset.ts', ...args], { ORRERY_DATA: folder });
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect(readdirSync(folder)).toEqual(['orrery.sqlite']);
  });

  it('refuses while a server uses the data, and on PostgreSQL', async () => {
    const folder = newFolder();
    await start({ ORRERY_DATA: folder });
    const busy = await capture('node', ['scripts/reset.ts'], { ORRERY_DATA: folder });
    expect([busy.code, busy.output]).toEqual([1, expect.stringContaining('Another Orrery server is using')]);
    const postgres = await capture('node', ['scripts/reset.ts'], { DATABASE_URL: 'postgres://127.0.0.1/orrery' });
    expect([postgres.code, postgres.output]).toEqual([1, expect.stringContaining('dropdb')]);
  });
});
