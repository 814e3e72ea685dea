import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

type Expressions = readonly RawBuilder<unknown>[];
/** How rows are sorted. */
interface Order {
  by: Expressions;
  direction: 'asc' | 'desc';
}

/** The order that a call's `sort` asks for, `name` or `-name`. `columns`: what each name is sorted by. */
export function orderOf<Name extends string>(sort: Name | `-${Name}`, columns: Readonly<Record<Name, Expressions>>): Order {
  const isDescending = sort.startsWith('-');
  return { by: columns[(isDescending ? sort.slice(1) : sort) as Name], direction: isDescending ? 'desc' : 'asc' };
}

/** Whether each of the first five words of a search is in one of these columns, ignoring case. `%` and `_` stand for themselves. */
export function hasWords(search: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5);
  const has = (word: string) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    const anywhere = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
    return sql`(${sql.join(anywhere, sql` or `)})`;
  };
  return words.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(words.map(has), sql` and `)}`;
}

/** One page of the rows, sorted, and how many there are in all. `key`: a column that no two rows share. */
export async function pageOf<DB, TB extends keyof DB, Row>(
  matching: SelectQueryBuilder<DB, TB, Row>,
  { by, direction }: Order,
  key: string,
  { offset, limit }: { offset: number; limit: number },
) {
  const [counted] = await (matching.clearSelect() as SelectQueryBuilder<DB, TB, object>)
    .select(sql<number>`count(*)`.as('total'))
    .execute();
  const sorted = by.reduce<typeof matching>((query, one) => query.orderBy(one, direction), matching);
  const rows = await sorted.orderBy(sql.ref(key)).offset(offset).limit(limit).execute();
  return { total: Number((counted as { total: number }).total), rows };
}
