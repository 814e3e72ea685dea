import type { WrittenKind } from './tables.ts';

type Values = (string | number | null)[];

/**
 * What undoes some rows of one kind, as it is kept: column by column, since an import of a district has hundreds of thousands of them.
 */
export interface KeptEntries {
  /** Of each column that names a row: the steps from one id to the next, which are short. */
  steps: number[][];
  /** A print of what was written. */
  after: number[];
  /** What the rows that were there owned before. */
  before: [index: number, values: Values][];
}
/** What undoes a batch. */
export type Log = [kind: WrittenKind, entries: KeptEntries][];

/** What undoes one row: its ids, what it owned before (null: it was not there), and a print of what was written. */
export type UndoEntry = [ids: number[], before: Values | null, after: number];
/** A batch that is to be undone. */
export type UndoLog = [kind: WrittenKind, entries: UndoEntry[]][];

function unpack({ steps, after, before }: KeptEntries): UndoEntry[] {
  const old = new Map(before);
  const last = steps.map(() => 0);
  return after.map((print, index) => {
    for (const [column, of] of steps.entries()) last[column] = (last[column] as number) + (of[index] as number);
    return [[...last], old.get(index) ?? null, print];
  });
}

/** A log that was kept: as now, or row by row as at first. */
export const readLog = (text: string): UndoLog =>
  (JSON.parse(text) as [WrittenKind, KeptEntries | UndoEntry[]][]).map(([kind, entries]) => [
    kind,
    Array.isArray(entries) ? entries : unpack(entries),
  ]);
