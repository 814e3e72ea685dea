import type { WrittenKind } from './tables.ts';

type Values = (string | number | null)[];

/** Stored undo data for rows of one kind, column by column, because a district's import has hundreds of thousands of rows. */
export interface KeptEntries {
  /** Per id column: differences between consecutive ids, which are short. */
  steps: number[][];
  /** Fingerprint of what was written. */
  after: number[];
  /** Previous values of rows that existed. */
  before: [index: number, values: Values][];
}
/** Undo log of a batch. */
export type Log = [kind: WrittenKind, entries: KeptEntries][];

/** Undo data for one row: its ids, its previous owned values (null if it did not exist), and a fingerprint of what was written. */
export type UndoEntry = [ids: number[], before: Values | null, after: number];
/** A decoded batch to undo. */
export type UndoLog = [kind: WrittenKind, entries: UndoEntry[]][];

function unpack({ steps, after, before }: KeptEntries): UndoEntry[] {
  const old = new Map(before);
  const last = steps.map(() => 0);
  return after.map((print, index) => {
    for (const [column, of] of steps.entries()) last[column] = (last[column] as number) + (of[index] as number);
    return [[...last], old.get(index) ?? null, print];
  });
}

/** Reads a stored log, in the current format or the original one with an entry per row. */
export const readLog = (text: string): UndoLog =>
  (JSON.parse(text) as [WrittenKind, KeptEntries | UndoEntry[]][]).map(([kind, entries]) => [
    kind,
    Array.isArray(entries) ? entries : unpack(entries),
  ]);
