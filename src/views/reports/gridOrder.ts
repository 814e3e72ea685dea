import type { ReportTable, Say } from './declaration.ts';

/** The mean of the known shares; −1 if none is known, so that it comes last. */
function meanShare(shares: readonly (number | null)[]): number {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? -1 : known.reduce((sum, share) => sum + share, 0) / known.length;
}

/**
 * Rows and columns of a grid with the shares falling from the first row to the last and from the first column to the last. Columns without
 * shapes come first. Equal ones keep their order.
 */
export function byShare<Row, Key extends string>(
  columns: ReportTable<Row, Key>['columns'],
  keys: readonly Key[],
  rows: readonly Row[],
  say: Say,
): { rows: readonly Row[]; keys: readonly Key[] } {
  const marked = keys.filter((key) => columns[key].mark);
  const shares = new Map(rows.map((row) => [row, marked.map((key) => columns[key].mark?.(row, say).share ?? null)]));
  const ofRow = new Map(rows.map((row) => [row, meanShare(shares.get(row) ?? [])]));
  const ofColumn = new Map(marked.map((key, at) => [key, meanShare(rows.map((row) => shares.get(row)?.[at] ?? null))]));
  return {
    rows: rows.toSorted((a, b) => (ofRow.get(b) ?? 0) - (ofRow.get(a) ?? 0)),
    keys: [...keys.filter((key) => !columns[key].mark), ...marked.toSorted((a, b) => (ofColumn.get(b) ?? 0) - (ofColumn.get(a) ?? 0))],
  };
}
