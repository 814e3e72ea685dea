import type { Tenant } from '../kit/tenant.ts';
import type { Database, NewRow } from './schema.ts';

/** Both engines accept more parameters per statement. This limit keeps the compiled text small. */
const mostParameters = 16_384;

/** Splits rows into chunks whose sizes are powers of two, so that few distinct statements need preparing. */
function* chunks<R extends object>(rows: readonly R[]): Generator<R[]> {
  const columns = Math.max(Object.keys(rows[0] ?? {}).length, 1);
  let size = 2 ** Math.floor(Math.log2(mostParameters / columns));
  for (let start = 0; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    yield rows.slice(start, start + size);
  }
}

/** Inserts any number of rows, many per statement. */
export async function insertAll<T extends keyof Database>(
  db: Pick<Tenant, 'insertInto'>,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  for (const chunk of chunks(rows))
    await db
      .insertInto(table)
      .values(chunk as never)
      .execute();
}

/** Like `insertAll`, but rows with an existing key are updated. */
export async function upsertAll<T extends keyof Database>(
  db: Pick<Tenant, 'insertInto'>,
  table: T,
  key: readonly (keyof NewRow<T> & string)[],
  rows: readonly NewRow<T>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !(key as readonly string[]).includes(column));
  for (const chunk of chunks(rows))
    await db
      .insertInto(table)
      .values(chunk as never)
      .onConflict((conflict) =>
        conflict
          .columns(key as never)
          .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as never)])) as never),
      )
      .execute();
}
