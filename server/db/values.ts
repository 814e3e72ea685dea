import { type RawBuilder, sql } from 'kysely';

/** Types of given values. Both engines take these names. */
const types = { id: 'bigint', number: 'double precision', text: 'text' } as const;
export type ValueType = keyof typeof types;
export type Value = number | string | null;

/** A value with its type, which PostgreSQL cannot tell everywhere, and SQLite takes for a fraction if it is a number. */
export const typed = <T extends Value>(type: ValueType, value: T): RawBuilder<T> => sql<T>`cast(${value} as ${sql.raw(types[type])})`;

/** How many rows of so many columns one statement takes on both engines. */
export const mostRows = (columns: number): number => Math.min(2_000, Math.floor(30_000 / columns));

/** Given rows as a table to join: `v` with the columns `column1`, `column2`, …, which is how both engines name them. */
export const givenRows = (columns: readonly ValueType[], rows: readonly (readonly Value[])[]) =>
  sql<Record<`column${number}`, Value>>`(values ${sql.join(
    rows.map((row) => sql`(${sql.join(columns.map((type, at) => typed(type, row[at] ?? null)))})`),
  )})`.as('v');
