import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { transact } from '../../server/kit/transact.ts';

const postgres = process.env.DATABASE_URL;

/** An empty migrated database. `release` makes it available to the next test. */
export interface Opened {
  db: Kysely<Database>;
  release: () => Promise<void>;
}
interface Schema {
  /** Tables that tests fill. */
  tables: readonly string[];
  /** Every table and index as text, to detect a test that changed them. */
  all: string;
}
interface Pooled {
  db: Kysely<Database>;
  /** As migrated. */
  schema: Schema;
  drop: () => Promise<void>;
}
const spare: Pooled[] = [];

/** Filled by migrations. The catalog version is kept, too: a copy cached for an earlier catalog must not pass for the next one's. */
const filledByMigrations = new Set(['role', 'catalogue', 'health_check']);

async function schemaOf(db: Kysely<Database>): Promise<Schema> {
  const { rows } = await (postgres
    ? sql<{ name: string; type: string }>`
        select tablename as name, 'table' as type from pg_tables where schemaname = 'public'
        union all select indexname, 'index' from pg_indexes where schemaname = 'public' order by name`
    : sql<{ name: string; type: string }>`select name, type from sqlite_master order by name`
  ).execute(db);
  const tables = rows.filter(({ name, type }) => type === 'table' && !name.startsWith('kysely_') && !filledByMigrations.has(name));
  return { tables: tables.map(({ name }) => name), all: JSON.stringify(rows) };
}

let databases = 0;
async function makePostgres(url: string): Promise<Pooled> {
  const { default: pg } = await import('pg');
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  // scripts/postgres.ts drops what is left.
  const name = `orrery_test_${process.pid}_${++databases}`;
  await administer(`create database ${name}`);
  const db = await openDatabase(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  return {
    db,
    schema: await schemaOf(db),
    drop: async () => {
      await db.destroy();
      await administer(`drop database ${name}`);
    },
  };
}
async function makeSqlite(): Promise<Pooled> {
  const db = await openDatabase(':memory:');
  return { db, schema: await schemaOf(db), drop: () => db.destroy() };
}

async function empty(db: Kysely<Database>, tables: readonly string[]): Promise<void> {
  if (postgres) {
    // In one statement, references are checked once all rows are gone. Much faster than truncate on small tables.
    const deletions = tables.map((name, index) => sql`${sql.ref(`emptied_${index}`)} as (delete from ${sql.table(name)})`);
    await sql`with ${sql.join(deletions)} select 1`.execute(db);
    return;
  }
  await sql`pragma foreign_keys = off`.execute(db);
  for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(db);
  await sql`pragma foreign_keys = on`.execute(db);
}

/** A migrated database in memory, or one on the server of DATABASE_URL. It is new, or was emptied after an earlier test. */
export async function emptyDatabase(): Promise<Opened> {
  const database = spare.pop() ?? (await (postgres ? makePostgres(postgres) : makeSqlite()));
  const { db, schema } = database;
  const isClean = async () => {
    await empty(db, schema.tables);
    return (await schemaOf(db)).all === schema.all;
  };
  return {
    db,
    release: async () => {
      // A test that closed the database or changed its tables makes it unusable for the next one.
      if (await isClean().catch(() => false)) spare.push(database);
      else await database.drop().catch(() => {});
    },
  };
}

/** The rows of each non-empty table. */
export type Rows = readonly { name: string; rows: readonly object[] }[];

/** The rows added since the migrations. */
export async function rowsOf(db: Kysely<Database>): Promise<Rows> {
  const { tables } = await schemaOf(db);
  const read = async (name: string) => ({
    name,
    rows: await db
      .selectFrom(name as 'role')
      .selectAll()
      .execute(),
  });
  return (await Promise.all(tables.map(read))).filter(({ rows }) => rows.length > 0);
}

/** Inserts rows into an empty database, under a newer catalog version than any it had before. */
export const putRows = (db: Kysely<Database>, all: Rows): Promise<void> =>
  transact(db, async (trx) => {
    if (postgres) {
      // In one statement, a row may refer to a later one.
      const insertions = all.map(
        ({ name, rows }, index) =>
          sql`${sql.ref(`put_${index}`)} as (insert into ${sql.table(name)} select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}))`,
      );
      await sql`with ${sql.join(insertions)} select 1`.execute(trx);
    } else {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      for (const { name, rows } of all)
        await trx
          .insertInto(name as 'role')
          .values(rows as never)
          .execute();
    }
    await sql`insert into catalogue (catalogue_id, version) values (1, 1) on conflict (catalogue_id) do update set version = catalogue.version + 1`.execute(
      trx,
    );
  });
