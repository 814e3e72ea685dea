import { type CompiledQuery, type Kysely, sql } from 'kysely';
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
  /** Changes with every table and index, to detect a test that changed them. */
  version: string;
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

async function tablesOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await (postgres
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by name`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
  ).execute(db);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_') && !filledByMigrations.has(name));
}

async function versionOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await (postgres
    ? sql`
        select tablename as name, 'table' as type from pg_tables where schemaname = 'public'
        union all select indexname, 'index' from pg_indexes where schemaname = 'public' order by name`
    : sql`select schema_version from pragma_schema_version`
  ).execute(db);
  return JSON.stringify(rows);
}

const schemaOf = async (db: Kysely<Database>): Promise<Schema> => ({ tables: await tablesOf(db), version: await versionOf(db) });

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
  // A test fills a few of the many tables.
  const ifFilled = tables.map((name) => `select '${name}' as name where exists (select 1 from "${name}")`);
  const { rows } = await sql.raw<{ name: string }>(ifFilled.join(' union all ')).execute(db);
  await sql`pragma foreign_keys = off`.execute(db);
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(db);
  await sql`pragma foreign_keys = on`.execute(db);
}

/** A migrated database in memory, or one on the server of DATABASE_URL. It is new, or was emptied after an earlier test. */
export async function emptyDatabase(): Promise<Opened> {
  const database = spare.pop() ?? (await (postgres ? makePostgres(postgres) : makeSqlite()));
  const { db, schema } = database;
  const isClean = async () => {
    await empty(db, schema.tables);
    return (await versionOf(db)) === schema.version;
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
  const tables = await tablesOf(db);
  const read = async (name: string) => ({
    name,
    rows: await db
      .selectFrom(name as 'role')
      .selectAll()
      .execute(),
  });
  return (await Promise.all(tables.map(read))).filter(({ rows }) => rows.length > 0);
}

/** Rows that are put into many databases become statements only once. */
const compiled = new WeakMap<Rows, readonly CompiledQuery[]>();
function insertionsOf(db: Kysely<Database>, all: Rows): readonly CompiledQuery[] {
  const known = compiled.get(all);
  if (known) return known;
  const made = all.map(({ name, rows }) =>
    db
      .insertInto(name as 'role')
      .values(rows as never)
      .compile(),
  );
  compiled.set(all, made);
  return made;
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
      for (const insertion of insertionsOf(db, all)) await trx.executeQuery(insertion);
    }
    await sql`insert into catalogue (catalogue_id, version) values (1, 1) on conflict (catalogue_id) do update set version = catalogue.version + 1`.execute(
      trx,
    );
  });
