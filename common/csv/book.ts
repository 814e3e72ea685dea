import writeXlsxFile from 'write-excel-file/universal';
import { safeCell } from './cells.ts';

/**
 * The writer looks each text up in a plain object, finds `constructor` there, and writes a broken file. With a blank
 * at its end, it is a text like others.
 */
const findable = (text: string): string => (text in Object.prototype ? `${text} ` : text);

/** Rows as a workbook (XLSX) with one sheet. The first row is the header, numbers stay numbers, and no cell is executed as a formula. */
export const bookOf = (rows: readonly (readonly (string | number)[])[]): Promise<Blob> =>
  writeXlsxFile(
    rows.map((row, at) =>
      row.map((cell) =>
        typeof cell === 'number'
          ? { type: Number, value: cell }
          : { type: String, value: findable(safeCell(cell)), ...(at === 0 ? { fontWeight: 'bold' as const } : {}) },
      ),
    ),
    { columns: (rows[0] ?? []).map(() => ({ width: 20 })), stickyRowsCount: 1 },
  ).toBlob();
