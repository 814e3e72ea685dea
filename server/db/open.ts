import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { migrate } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** A database that is there but cannot be used; the message says what to do. */
export class DatabaseUnusable extends Error {}

function openFile(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');
  const check = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (check.quick_check !== 'ok') throw new Error(check.quick_check);
  return database;
}

/** Statements that stay prepared: the product's own number a few hundred. */
const mostPrepared = 500;

/** node:sqlite in the shape that Kysely's SQLite dialect wants. */
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
  // A full disk or a broken one has ended the transaction already; asked to do it once more, SQLite would hide why.
  const nothing: Prepared = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() };
  return {
    close: () => database.close(),
    prepare(text: string): Prepared {
      if (text === 'rollback' && !database.isTransaction) return nothing;
      const statement = prepared.get(text) ?? prepareNow(text);
      prepared.delete(text);
      prepared.set(text, statement);
      if (prepared.size > mostPrepared) prepared.delete(prepared.keys().next().value as string);
      return statement;
    },
  };
}

/**
 * Opens and migrates the database: a file path or `:memory:` (SQLite), or a `postgres://` address.
 * A damaged or foreign file is never replaced: `DatabaseUnusable` says how to go on.
 */
export async function openDatabase(where: string): Promise<Kysely<Database>> {
  if (/^postgres(ql)?:/.test(where)) {
    const { default: pg } = await import('pg');
    const bigint = 20;
    pg.types.setTypeParser(bigint, Number);
    const pool = new pg.Pool({ connectionString: where, max: 10 });
    // A connection that the server ends, idle or at work, is replaced, and what it was doing fails; unheard, the event would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
    await migrate(db);
    return db;
  }
  const isFile = where !== ':memory:';
  const existed = isFile && existsSync(where);
  if (isFile) mkdirSync(dirname(where), { recursive: true });
  try {
    const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: adapt(openFile(where)) }) });
    await migrate(db);
    return db;
  } catch (error) {
    if (!existed) throw error;
    throw new DatabaseUnusable(
      `The database ${where} cannot be read (${(error as Error).message}). Nothing was changed. ` +
        'Restore it from a backup, or run "npm run reset" to move it aside and make a fresh sample school.',
    );
  }
}
