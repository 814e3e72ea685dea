import { setImmediate as breathe } from 'node:timers/promises';

/** Steps between two breaths: some milliseconds. */
const breath = 2000;

/** What an account has, and gets, in the columns whose values no two accounts share. */
export interface IdChange {
  had: Readonly<Record<string, unknown>>;
  ids: Readonly<Record<string, unknown>>;
}

/**
 * Batches in which accounts get their new ids. Accounts that take ids from each other in a circle change together, and every other account
 * changes after, or with, those whose ids it takes: a chain of any length is written in batches of `size`, beginning at its free end.
 * Tarjan's strongly connected components come out in this order, in linear time; without recursion, because chains are long.
 *
 * @param columns the unique columns
 */
export async function idBatches(wanted: ReadonlyMap<number, IdChange>, columns: readonly string[], size: number): Promise<number[][]> {
  const holders = new Map<string, number>();
  for (const [user_puid, { had }] of wanted)
    for (const column of columns) if (had[column] !== null) holders.set(`${column} ${had[column]}`, user_puid);
  /** Those who must change first. Accounts without an id in a column take it from nobody. */
  const giversOf = (user_puid: number): number[] =>
    columns.flatMap((column) => {
      const id = wanted.get(user_puid)?.ids[column] ?? null;
      const holder = id === null ? undefined : holders.get(`${column} ${id}`);
      return holder === undefined || holder === user_puid ? [] : [holder];
    });

  const batches: number[][] = [];
  const add = (circle: readonly number[]) => {
    const last = batches.at(-1);
    if (last && last.length + circle.length <= size) for (const one of circle) last.push(one);
    else batches.push([...circle]);
  };

  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const enter = (one: number) => {
    order.set(one, order.size);
    lowest.set(one, order.size - 1);
    open.push(one);
    isOpen.add(one);
    return { one, givers: giversOf(one), next: 0 };
  };
  const lower = (one: number, to: number) => lowest.set(one, Math.min(lowest.get(one) as number, to));
  let steps = 0;
  for (const start of wanted.keys()) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      // Other requests go on meanwhile.
      if (++steps % breath === 0) await breathe();
      const giver = top.givers[top.next++];
      if (giver !== undefined) {
        if (!order.has(giver)) path.push(enter(giver));
        else if (isOpen.has(giver)) lower(top.one, order.get(giver) as number);
        continue;
      }
      path.pop();
      const taker = path.at(-1);
      if (taker) lower(taker.one, lowest.get(top.one) as number);
      if (lowest.get(top.one) !== order.get(top.one)) continue;
      const circle = open.splice(open.lastIndexOf(top.one));
      for (const one of circle) isOpen.delete(one);
      add(circle);
    }
  }
  return batches;
}
