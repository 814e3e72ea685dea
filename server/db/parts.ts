/** How many ids a statement may list. */
const most = 500;

/** Splits rows or ids into parts that one statement can list. */
export function* partsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += most) yield all.slice(start, start + most);
}
