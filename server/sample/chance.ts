/** Reproducible randomness for the sample: the same seed gives the same school. */
export interface Chance {
  /** 0 ≤ n < 1. */
  uniform: () => number;
  /** Standard normal (Box-Muller). */
  normal: () => number;
  /** An integer, 0 ≤ n < below. */
  below: (below: number) => number;
  pick: <T>(list: readonly T[]) => T;
  bytes: (count: number) => Uint8Array<ArrayBuffer>;
}

/** A generator based on mulberry32 (32 bits of state). */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const uniform = () => word() / 2 ** 32;
  const below = (most: number) => Math.floor(uniform() * most);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 255),
  };
}
