import { describe, expect, it } from 'vitest';
import { type IdChange, idBatches } from '../../server/roster/simple/idBatches.ts';

const columns = ['key', 'id'];
/** Accounts 0 and up: account n has name n, and gets the name at n. */
const wantedOf = (keys: readonly (string | number)[]) =>
  new Map(keys.map((key, at): [number, IdChange] => [at, { had: { key: `${at}`, id: null }, ids: { key: `${key}`, id: null } }]));

/** Whether each account gets its ids no earlier than they are free. */
function isFree(wanted: ReadonlyMap<number, IdChange>, batches: readonly (readonly number[])[]): boolean {
  const batchOf = new Map(batches.flatMap((batch, at) => batch.map((one) => [one, at] as const)));
  return [...wanted].every(([one, { ids }]) =>
    columns.every((column) =>
      [...wanted].every(
        ([other, { had }]) =>
          other === one ||
          ids[column] === null ||
          had[column] !== ids[column] ||
          (batchOf.get(other) as number) <= (batchOf.get(one) as number),
      ),
    ),
  );
}

describe('batches of new ids', () => {
  it('write a chain from its free end, whatever the order of the list', async () => {
    const chain = wantedOf([1, 2, 3, 4, 5, 6, 'free']);
    for (const wanted of [chain, new Map([...chain].toReversed())]) {
      const batches = await idBatches(wanted, columns, 2);
      expect(batches.map((batch) => batch.length)).toEqual([2, 2, 2, 1]);
      expect(batches.flat()).toEqual([6, 5, 4, 3, 2, 1, 0]);
      expect(isFree(wanted, batches)).toBe(true);
    }
  });

  it('keep a circle together, also one that two columns close', async () => {
    expect((await idBatches(wantedOf([1, 2, 0, 'free']), columns, 2)).map((batch) => batch.toSorted())).toEqual([[0, 1, 2], [3]]);
    // Nobody takes what nobody has.
    expect(await idBatches(wantedOf(['e', 'f', 'g', 'h']), columns, 2)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    const wanted = new Map<number, IdChange>([
      [0, { had: { key: 'a', id: 'x' }, ids: { key: 'b', id: 'x' } }],
      [1, { had: { key: 'b', id: 'y' }, ids: { key: 'c', id: 'x2' } }],
      [2, { had: { key: 'z', id: 'x2' }, ids: { key: 'a', id: 'w' } }],
    ]);
    expect((await idBatches(wanted, columns, 1)).map((batch) => batch.toSorted())).toEqual([[0, 1, 2]]);
  });

  it('have everybody once, in a free order, for random lists', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let round = 0; round < 50; round++) {
      const count = 2 + random(12);
      const shuffled = [...Array(count).keys()].map((at) => ({ at, by: random(1000) })).toSorted((a, b) => a.by - b.by);
      const wanted = wantedOf(shuffled.map(({ at }) => (random(4) === 0 ? `free ${at}` : at)));
      const batches = await idBatches(wanted, columns, 3);
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...wanted.keys()].toSorted((a, b) => a - b));
      expect(isFree(wanted, batches)).toBe(true);
    }
  });

  it('take a chain of 100,000 in one pass: each account is looked up a few times', async () => {
    const most = 100_000;
    let looks = 0;
    const chain = new Map(
      [...Array(most).keys()].map((at): [number, IdChange] => {
        const ids = {
          id: null,
          get key() {
            looks++;
            return `${at + 1}`;
          },
        };
        return [at, { had: { key: `${at}`, id: null }, ids }];
      }),
    );
    const batches = await idBatches(chain, columns, 2000);
    expect(batches).toHaveLength(50);
    expect(batches[0]?.[0]).toBe(most - 1);
    expect(looks).toBe(most);
  });
});
