import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

export type AnyDatabase = Kysely<Database>;
type ColumnType = 'bigint' | 'integer' | 'text' | 'double precision';
/** `name: type`, with `?` after the type for nullable. */
type Columns = Record<string, ColumnType | `${ColumnType}?`>;

/** A table declaration. */
export interface Table {
  columns: Columns;
  key: string[];
  unique?: Record<string, string[]>;
  index?: Record<string, string[]>;
  /** [columns, table, target columns] */
  foreign?: Record<string, [string[], string, string[]]>;
}

/** Creates tables in the given order, with constraints and indexes. */
export async function createTables(db: AnyDatabase, tables: Record<string, Table>): Promise<void> {
  for (const [name, table] of Object.entries(tables)) await createTable(db, name, table);
}

async function createTable(db: AnyDatabase, name: string, table: Table): Promise<void> {
  let create = db.schema.createTable(name);
  for (const [column, declared] of Object.entries(table.columns)) {
    const type = declared.replace('?', '') as ColumnType;
    create = create.addColumn(column, type, (c) => (declared.endsWith('?') ? c : c.notNull()));
  }
  create = create.addPrimaryKeyConstraint(`${name}_pk`, table.key as never[]);
  for (const [constraint, columns] of Object.entries(table.unique ?? {}))
    create = create.addUniqueConstraint(constraint, columns as never[]);
  for (const [constraint, [columns, target, targetColumns]] of Object.entries(table.foreign ?? {}))
    create = create.addForeignKeyConstraint(constraint, columns as never[], target, targetColumns as never[]);
  await create.execute();
  for (const [index, columns] of Object.entries(table.index ?? {})) await db.schema.createIndex(index).on(name).columns(columns).execute();
}

/** First key column of every tenant table. */
export const tenant = { district_id: 'bigint' } as const;
/** A foreign key to a user of the same district. */
export const userReference = (column = 'user_puid'): [string[], string, string[]] => [
  ['district_id', column],
  'app_user',
  ['district_id', 'user_puid'],
];
