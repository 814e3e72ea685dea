import type { ReportGrid, ReportTable, Say } from './declaration.ts';

type Shares = readonly (number | null)[];

const total = (shares: Shares): number => shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);

/** The mean of the known shares; −1 if none is known, so that it comes last. */
function mean(shares: Shares): number {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? -1 : total(known) / known.length;
}

/**
 * Rows of a grid by their total, or by the mean of what they have, and columns by the mean of those who have a share, such as students by
 * total and questions by facility, both falling. Columns without shapes come first. Equal ones keep their order.
 */
export function byShare<Row, Key extends string>(
  columns: ReportTable<Row, Key>['columns'],
  keys: readonly Key[],
  rows: readonly Row[],
  say: Say,
  rowsBy: NonNullable<ReportGrid['rowsBy']>,
): { rows: readonly Row[]; keys: readonly Key[] } {
  const marked = keys.filter((key) => columns[key].mark);
  const shares = new Map(rows.map((row) => [row, marked.map((key) => columns[key].mark?.(row, say).share ?? null)]));
  const ofRow = new Map(rows.map((row) => [row, (rowsBy === 'mean' ? mean : total)(shares.get(row) ?? [])]));
  const ofColumn = new Map(marked.map((key, at) => [key, mean(rows.map((row) => shares.get(row)?.[at] ?? null))]));
  return {
    rows: rows.toSorted((a, b) => (ofRow.get(b) ?? 0) - (ofRow.get(a) ?? 0)),
    keys: [...keys.filter((key) => !columns[key].mark), ...marked.toSorted((a, b) => (ofColumn.get(b) ?? 0) - (ofColumn.get(a) ?? 0))],
  };
}
