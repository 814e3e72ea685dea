import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { closingLine, compileMessages, runVitest } from './kit.ts';

const debian = '/usr/lib/postgresql';

/** Folder of PostgreSQL's server programs: from PATH, or Debian's location, newest first. */
function findPrograms(): string {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
  if (!found)
    throw new Error(
      'PostgreSQL was not found. Install it (Debian: apt-get install postgresql), or give DATABASE_URL=postgres://user:password@host/database',
    );
  return found;
}

/** PostgreSQL refuses to run as root, so this is the user and group to run it as. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Cluster {
  url: string;
  stop: () => void | Promise<void>;
}

/** A private PostgreSQL server in a temporary folder, on loopback only. */
async function startCluster(): Promise<Cluster> {
  const programs = findPrograms();
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  const postgres = (program: string, ...args: string[]) => {
    const result = spawnSync(join(programs, program), args, { ...user, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (result.status !== 0) throw new Error(`${program} failed.\n${result.stdout}${result.stderr}${result.error?.message ?? ''}`);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    chmodSync(folder, 0o700);
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    postgres(
      'initdb',
      '-D',
      data,
      '-U',
      'orrery',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    );
    const port = await freePort();
    // Nothing here outlives the run, so there is no need to wait for the disk. Autovacuum would change plans, and with them the order
    // of rows, whenever it wakes.
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c autovacuum=off -c max_connections=200`;
    // pg_ctl would pass its pipes to the server, which keeps them open, so the output goes to a log file.
    postgres('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
    return {
      url: `postgres://orrery:${password}@127.0.0.1:${port}/postgres`,
      stop: () => {
        postgres('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Drops the databases that tests left on somebody else's server. PostgreSQL refuses to drop those of a run still in progress. */
async function dropTestDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname like 'orrery\_test\_%'`,
  );
  for (const { datname } of rows) await client.query(`drop database ${datname}`).catch(() => {});
  await client.end();
}

// Usage: npm run test:postgres [-- files and arguments of vitest]
async function main(): Promise<void> {
  const given = process.env.DATABASE_URL;
  const cluster = given ? { url: given, stop: () => dropTestDatabases(given) } : await startCluster();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  try {
    await compileMessages();
    const files = process.argv.length > 2 ? process.argv.slice(2) : ['tests/server', 'tests/contract', 'tests/proof'];
    const counts = await runVitest('postgres', ['--project', 'code', ...files], {
      DATABASE_URL: cluster.url,
    });
    console.log(`\n${closingLine(counts)}`);
    if (counts.failed > 0) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exitCode = 1;
}
