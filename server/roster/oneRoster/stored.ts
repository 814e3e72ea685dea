import type { Plan } from '../planning.ts';
import { type AnyRow, kinds, type WrittenKind } from '../tables.ts';

const page = 10_000;

/** All rows of a kind in the district with the columns imports need, one page at a time. */
export async function* stored(plan: Plan, name: WrittenKind): AsyncGenerator<AnyRow[]> {
  const { table, ids, owned } = kinds[name];
  const order = name === 'enrollments' ? ['user_puid', 'group_puid'] : ids;
  const [first, second] = order as ['school_id', 'school_id' | undefined];
  let last: AnyRow | undefined;
  for (;;) {
    let query = plan.ports.db
      .selectFrom(table as 'school')
      .select(['district_id', ...ids, ...owned] as never)
      .orderBy(first)
      .limit(page);
    if (second) query = query.orderBy(second);
    const from = last;
    if (from)
      query = query.where((eb) =>
        second
          ? eb.or([
              eb(first, '>', from[first] as number),
              eb.and([eb(first, '=', from[first] as number), eb(second, '>', from[second] as number)]),
            ])
          : eb(first, '>', from[first] as number),
      );
    const rows = (await query.execute()) as unknown as AnyRow[];
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    last = rows.at(-1);
  }
}

/** All rows of a kind in the district. */
export async function allStored(plan: Plan, name: WrittenKind): Promise<AnyRow[]> {
  const all: AnyRow[] = [];
  for await (const rows of stored(plan, name)) all.push(...rows);
  return all;
}

/** Those of the rows that came from a roster, by their id in the source. */
export const bySourcedId = (rows: readonly AnyRow[]) =>
  new Map(rows.flatMap((row) => (row.sourced_id === null ? [] : [[row.sourced_id as string, row]])));
