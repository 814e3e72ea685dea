import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './kit.ts';

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

/** A PostgreSQL server to use. `isOwn`: started for this run, with nothing in it. */
interface Cluster {
  url: string;
  isOwn: boolean;
  stop: () => void;
}

/**
 * The PostgreSQL server that `DATABASE_URL` names, or a private one in a temporary folder, on loopback only.
 *
 * @param options settings of the private server, as `-c name=value`
 * @throws if neither is there; the message says what to do
 */
export async function openCluster(options = ''): Promise<Cluster> {
  const { DATABASE_URL: given } = process.env;
  if (given) return { url: given, isOwn: false, stop: () => {} };
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
    const all = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 ${options}`;
    // pg_ctl would pass its pipes to the server, which keeps them open, so the output goes to a log file.
    postgres('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', all);
    return {
      url: `postgres://orrery:${password}@127.0.0.1:${port}/postgres`,
      isOwn: true,
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
