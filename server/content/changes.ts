import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { Db } from '../kit/access.ts';

/** Tables of the catalog that an import of the course writes, with their keys, in the order in which rows are added. */
export const courseTables = {
  standard: ['code'],
  glossary_term: ['term_id'],
  product: ['product_id'],
  unit: ['unit_id'],
  sub_unit: ['sub_unit_id'],
  level3: ['level3_id'],
  content_item: ['item_id'],
  quiz: ['quiz_id'],
  question: ['question_id'],
  question_option: ['option_id'],
  item_collection: ['item_id', 'collection'],
  lesson_block: ['block_id'],
  course_file: ['path'],
  catalog_item: ['item_id'],
  catalog_quiz: ['quiz_id'],
  catalog_term: ['term_id'],
} as const;
export type CourseTable = keyof typeof courseTables;
const inOrder = Object.keys(courseTables) as CourseTable[];

/** Values of a row by column. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A row that an import adds (`before` is null), changes, or deletes (`after` is null). Of a changed row, both have the columns that change
 * and those of the key.
 */
export interface RowChange {
  table: CourseTable;
  /** What it is part of: `item 12`. Things are listed, and put back, as a whole. */
  about: string;
  before: Values | null;
  after: Values | null;
}

/** Statements on any of the tables. One table's types stand for all. */
type Any = 'standard';
const anyTable = (table: CourseTable) => table as Any;
const column = (name: string) => name as 'code';

/** Rows per statement. */
const step = 500;

/** The stored rows of a table in which a column has one of the values. */
export async function storedRows(db: Db, table: CourseTable, by: string, values: Iterable<unknown>): Promise<Values[]> {
  const wanted = [...new Set(values)];
  const rows: Values[] = [];
  for (let from = 0; from < wanted.length; from += step)
    rows.push(
      ...((await db
        .selectFrom(anyTable(table))
        .selectAll()
        .where(column(by), 'in', wanted.slice(from, from + step) as string[])
        .execute()) as unknown as Values[]),
    );
  return rows;
}

const keyOf = (table: CourseTable, row: Values) => JSON.stringify(courseTables[table].map((name) => row[name]));
export const keyValues = (table: CourseTable, row: Values): Values =>
  Object.fromEntries(courseTables[table].map((name) => [name, row[name]]));

/**
 * What to write so that a table has the wanted rows. Columns that a wanted row does not have stay as they are, and a changed row gets the
 * next version, if its table has versions.
 *
 * @param about what a row is part of
 * @param isWhole whether stored rows that are not wanted are deleted
 */
export function changesTo(
  table: CourseTable,
  about: (row: Values) => string,
  stored: readonly Values[],
  wanted: readonly Values[],
  isWhole = false,
): RowChange[] {
  const known = new Map(stored.map((row) => [keyOf(table, row), row]));
  const changes: RowChange[] = [];
  for (const row of wanted) {
    const old = known.get(keyOf(table, row));
    known.delete(keyOf(table, row));
    if (!old) {
      changes.push({ table, about: about(row), before: null, after: row });
      continue;
    }
    const names = Object.keys(row).filter((name) => (row[name] ?? null) !== (old[name] ?? null));
    if (names.length === 0) continue;
    if (typeof old.version === 'number' && !('version' in row)) names.push('version');
    const key = keyValues(table, row);
    const newOf = (name: string) => (name === 'version' ? Number(old.version) + 1 : (row[name] ?? null));
    changes.push({
      table,
      about: about({ ...old, ...row }),
      before: { ...key, ...Object.fromEntries(names.map((name) => [name, old[name] ?? null])) },
      after: { ...key, ...Object.fromEntries(names.map((name) => [name, newOf(name)])) },
    });
  }
  if (isWhole) changes.push(...known.values().map((before) => ({ table, about: about(before), before, after: null })));
  return changes;
}

const whereKey = (table: CourseTable, row: Values) => courseTables[table].map((name) => [column(name), row[name] as string] as const);

/** Writes changes: deletes first, from the last table to the first, and then the rest, from the first to the last. */
export async function applyChanges(trx: Db, changes: readonly RowChange[]): Promise<void> {
  const of = Map.groupBy(changes, ({ table }) => table);
  for (const table of inOrder.toReversed())
    for (const { before, after } of of.get(table) ?? []) {
      if (after !== null || before === null) continue;
      let statement = trx.deleteFrom(anyTable(table));
      for (const [name, value] of whereKey(table, before)) statement = statement.where(name, '=', value);
      await statement.execute();
    }
  for (const table of inOrder) {
    const added: Values[] = [];
    for (const { before, after } of of.get(table) ?? []) {
      if (after === null) continue;
      if (before === null) {
        added.push(after);
        continue;
      }
      let statement = trx.updateTable(anyTable(table)).set(after as never);
      for (const [name, value] of whereKey(table, after)) statement = statement.where(name, '=', value);
      await statement.execute();
    }
    for (const rows of Map.groupBy(added, (row) => Object.keys(row).join()).values())
      await insertAll(trx, table, rows as unknown as NewRow<Any>[] as never);
  }
}
