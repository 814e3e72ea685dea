import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, PostgresAdapter, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Announcements, setAnnouncements } from './announcements.ts';
import { migrate } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** File mode for student data: owner only. */
const ownersAlone = 0o600;

/** The database exists but cannot be used. The message says what to do. */
export class DatabaseUnusable extends Error {}

function openFile(file: string) {
  // SQLite creates its side files with the same permissions as the main file.
  if (file !== ':memory:') {
    closeSync(openSync(file, 'a', ownersAlone));
    if (statSync(file).mode & 0o077) chmodSync(file, ownersAlone);
  }
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');
  const check = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (check.quick_check !== 'ok') throw new Error(check.quick_check);
  return database;
}

/** Cached prepared statements. The product itself uses a few hundred. */
const mostPrepared = 500;

/** Adapts node:sqlite to Kysely's SQLite dialect. */
function adapt(database: DatabaseSync) {
  type Prepared = ReturnType<typeof prepareNow>;
  const prepared = new Map<string, Prepared>();
  const prepareNow = (text: string) => {
    const statement = database.prepare(text);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
    };
  };
  // A full or broken disk has already rolled back the transaction. A second rollback would fail and hide the cause.
  const nothing: Prepared = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() };
  return {
    close: () => database.close(),
    prepare(given: string): Prepared {
      // A transaction that began by reading could not write after another program has.
      const text = given === 'begin' ? 'begin immediate' : given;
      if (text === 'rollback' && !database.isTransaction) return nothing;
      const statement = prepared.get(text) ?? prepareNow(text);
      prepared.delete(text);
      prepared.set(text, statement);
      if (prepared.size > mostPrepared) prepared.delete(prepared.keys().next().value as string);
      return statement;
    },
  };
}

/** PostgreSQL timeouts, in ms. */
export interface Patience {
  /** Time to get a connection. */
  connect: number;
  /** Time to answer a statement, after which the server cancels it. A silent server gets `spare` more, then the connection is closed. */
  statement: number;
}
const usualPatience: Patience = { connect: 5_000, statement: 30_000 };
const spare = 5_000;

/** Problems connecting to a PostgreSQL server, by error code. */
const connectionProblems: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name could not be looked up',
  '28P01': 'it refused the password',
  '28000': 'it refused the user',
  '3D000': 'it has no such database',
};

/** Host and port of a `postgres://` address, without user and password. */
const serverOf = (where: string) => (URL.canParse(where) ? new URL(where).host : '') || 'of DATABASE_URL';

async function openPostgres(where: string, patience: Patience): Promise<Kysely<Database>> {
  const { default: pg } = await import('pg');
  const bigint = 20;
  pg.types.setTypeParser(bigint, Number);

  /** Closes the connection when the server stops answering. Back in the pool, it would block the next statement too. */
  class Connection extends pg.Client {
    override query(...given: unknown[]): never {
      const answer: unknown = Reflect.apply(super.query, this, given);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout') void this.end().catch(() => {});
        });
      return answer as never;
    }
  }
  const connection = { connectionString: where, connectionTimeoutMillis: patience.connect, keepAlive: true };
  const announcements = new Announcements(() => new pg.Client(connection));
  const open = (limits: object, ended = async () => {}) => {
    const pool = new pg.Pool({ ...connection, Client: Connection, max: 10, ...limits });
    // A connection that the server closes is replaced, and its current statement fails. Without a listener the event would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const end = async () => {
      await ended();
      await pool.end();
    };
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect: () => pool.connect(), end, options: pool.options } }) });
  };

  // A migration of a large table may take longer than any request.
  const migrating = open({});
  try {
    await sql`select 1`.execute(migrating).catch((error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      const reason = connectionProblems[code ?? ''] ?? (/timeout/i.test(message) ? 'it does not answer' : message);
      throw new DatabaseUnusable(
        `PostgreSQL at ${serverOf(where)} cannot be used: ${reason}. Start it or correct DATABASE_URL, or leave DATABASE_URL out to use a file in the data folder.`,
      );
    });
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  const db = open({ query_timeout: patience.statement + spare, statement_timeout: patience.statement }, () => announcements.close());
  setAnnouncements(db, announcements);
  return db;
}

/**
 * Makes the tables of a new file. Waiting for the disk after each of hundreds of statements would take half of the first start, and there
 * is nothing to lose yet, so the disk is waited for once.
 */
async function migrateNew(db: Kysely<Database>): Promise<void> {
  await sql`pragma synchronous = off`.execute(db);
  await migrate(db);
  await sql`pragma synchronous = full`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/**
 * Opens and migrates the database: a file path or `:memory:` (SQLite), or a `postgres://` address.
 *
 * @throws `DatabaseUnusable` with a remedy if a file is damaged, empty or not one of our databases (it is never replaced), or if PostgreSQL
 * is unreachable
 */
export async function openDatabase(where: string, patience: Patience = usualPatience): Promise<Kysely<Database>> {
  if (/^postgres(ql)?:/.test(where)) return openPostgres(where, patience);
  const isFile = where !== ':memory:';
  const existed = isFile && existsSync(where);
  const wayOut = 'Restore it from a backup, or run "npm run reset" to move it aside and make a fresh sample school.';
  if (existed && statSync(where).size === 0)
    throw new DatabaseUnusable(`The database ${where} is empty (0 bytes): what was in it is lost. Nothing was changed. ${wayOut}`);
  if (isFile) mkdirSync(dirname(where), { recursive: true });
  try {
    const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: adapt(openFile(where)) }) });
    if (isFile && !existed) await migrateNew(db);
    else await migrate(db);
    if (existed) await countRows(db);
    return db;
  } catch (error) {
    if (!existed) throw error;
    throw new DatabaseUnusable(`The database ${where} cannot be read (${(error as Error).message}). Nothing was changed. ${wayOut}`);
  }
}

/**
 * Has the engine count its rows, after many were written at once, so that it plans by them. PostgreSQL does so by itself a minute later.
 * Until then it plans as if tables were empty: a statement that joins several of them may take minutes. SQLite never does, and without
 * counts it reads all responses of a district for those of a class. It looks at 2,000 rows of each index that has none, or that has grown
 * tenfold (sqlite.org/pragma.html#pragma_optimize).
 */
export async function countRows(db: Kysely<Database>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? sql`analyze` : sql`pragma optimize = 0x10002`).execute(db);
}
