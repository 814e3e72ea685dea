import type { Ports } from './ports.ts';

/** A shuffled copy (Fisher-Yates), with randomness from the port. */
export function shuffle<T>(list: readonly T[], randomBytes: Ports['randomBytes']): T[] {
  const shuffled = [...list];
  const random = new Uint32Array(randomBytes(4 * list.length).buffer);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = (random[last] as number) % (last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
