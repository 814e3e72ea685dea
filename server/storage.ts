import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Database } from './db/schema.ts';

/** The server cannot start, or a command cannot run. The message says why and what to do. */
export class CannotStart extends Error {}

/** Files of one SQLite database: the file itself and the side files that a running or killed process leaves. */
export const filesOfDatabase = (file: string) => [file, `${file}-wal`, `${file}-shm`];

/** The nearest existing ancestor folder of a file. */
function folderOf(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) || folder === file ? folder : folderOf(folder);
}

/** Refuses, before anything is changed, files and folders this process cannot write to. */
export function refuseReadOnly(files: readonly string[]): void {
  for (const place of new Set(files.flatMap((file) => [folderOf(file), ...(existsSync(file) ? [file] : [])]))) {
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === 'EROFS' ? 'its disk is mounted to be read only' : 'the user that runs Orrery has no right to';
      throw new CannotStart(
        `${place} cannot be written: ${reason} (${code}). Nothing was changed. ` +
          'Make it writable for that user, or choose another folder for the data: ORRERY_DATA=./other-data npm start',
      );
    }
  }
}

/**
 * Claims a SQLite file for this process with an exclusive lock on a file next to it. The operating system releases the lock however the
 * process ends. Returns a release function. Throws `CannotStart` if another process holds it or the file is not writable.
 */
export function claimDatabase(file: string): () => void {
  refuseReadOnly([...filesOfDatabase(file), `${file}.lock`]);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const busy = 5;
    if ((error as { errcode?: unknown }).errcode !== busy)
      throw new CannotStart(`${file}.lock cannot be used (${(error as Error).message}). It holds no data: delete it and start again.`);
    throw new CannotStart(
      `Another Orrery server is using ${file}. Stop it first, or give this one its own data: ORRERY_DATA=./other-data PORT=4101 npm start`,
    );
  }
  return () => lock.close();
}

/** Whether a database already has a school. */
export const hasDistrict = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('district').select('district_id').limit(1).executeTakeFirst()) !== undefined;

/** Fills an empty database (SQLite file or `postgres://` address) with a sample school, or only the tables if `students` is 0. */
export async function makeSchool(database: string, students: number): Promise<void> {
  const program = join(import.meta.dirname, '../server/makeSchool.ts');
  const env = { ...process.env, SCHOOL_DATABASE: database, SCHOOL_STUDENTS: String(students) };
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'], env });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new CannotStart('The sample school could not be made; the messages above say why.');
}

/** Creates a SQLite file under a temporary name and renames it when complete, so that a partial one is never found. */
export async function makeFileAside<Made>(file: string, make: (partial: string) => Promise<Made>): Promise<Made> {
  const partial = `${file}.partial`;
  for (const part of filesOfDatabase(partial)) rmSync(part, { force: true });
  const made = await make(partial);
  renameSync(partial, file);
  return made;
}

/** Creates a SQLite file with a sample school. */
export const makeSchoolFile = (file: string, students: number): Promise<void> =>
  makeFileAside(file, (partial) => makeSchool(partial, students));

/** Refuses a write-ahead log whose database is gone: it would corrupt a new database next to it. */
export function refuseOrphans(file: string): void {
  const orphan = filesOfDatabase(file).find((part) => part !== file && existsSync(part));
  if (orphan && !existsSync(file))
    throw new CannotStart(
      `${file} is missing, but ${orphan} is there. Put the database back, or run "npm run reset" to move the rest aside.`,
    );
}

const keyLength = 32;

/**
 * Key that signs access tokens: `given` (at least 32 bytes of text), or the data folder's own, created on first use and readable only by
 * its owner.
 */
export function signingKeyOf(folder: string, given: string | undefined): Uint8Array {
  if (given !== undefined) {
    const key = Buffer.from(given, 'utf8');
    if (key.length < keyLength)
      throw new CannotStart(`ORRERY_SIGNING_KEY must be at least ${keyLength} characters. Make one with: openssl rand -base64 48`);
    return key;
  }
  const file = join(folder, 'signing.key');
  if (!existsSync(file)) {
    refuseReadOnly([file]);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(keyLength).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length < keyLength) throw new CannotStart(`${file} is damaged. Delete it: a new one is made, and everyone signs in again.`);
  return key;
}
