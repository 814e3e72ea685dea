import Papa from 'papaparse';
import { safeCell } from './cells.ts';

/** The mark by which spreadsheets know a file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Rows as CSV (RFC 4180) of which no spreadsheet runs anything; the last line has no end. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map(safeCell)),
    { newline: '\r\n' },
  );
