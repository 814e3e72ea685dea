/** How many ids fit into one statement on both engines. */
export const mostIds = 5_000;

/** Reads rows of any number of ids, in few statements. */
export async function inParts<T>(ids: readonly number[], read: (some: readonly number[]) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < ids.length; at += mostIds) all.push(...(await read(ids.slice(at, at + mostIds))));
  return all;
}
