import Papa from 'papaparse';
import { safeCell } from './cells.ts';

/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** Rows as CSV (RFC 4180) that no spreadsheet executes. The last line has no line end. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map(safeCell)),
    { newline: '\r\n' },
  );
