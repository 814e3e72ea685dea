import writeXlsxFile from 'write-excel-file/universal';
import { safeCell } from './cells.ts';

/** Rows as a workbook (XLSX) with one sheet. The first row is the header, numbers stay numbers, and no cell is executed as a formula. */
export const bookOf = (rows: readonly (readonly (string | number)[])[]): Promise<Blob> =>
  writeXlsxFile(
    rows.map((row, at) =>
      row.map((cell) =>
        typeof cell === 'number'
          ? { type: Number, value: cell }
          : { type: String, value: safeCell(cell), ...(at === 0 ? { fontWeight: 'bold' as const } : {}) },
      ),
    ),
    { columns: (rows[0] ?? []).map(() => ({ width: 20 })), stickyRowsCount: 1 },
  ).toBlob();
