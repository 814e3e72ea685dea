import writeXlsxFile from 'write-excel-file/universal';
import { safeCell } from '../../common/csv/cells.ts';
import { type SimpleField, simpleFields } from '../../contract/rostering.ts';

/** Rows that are ready to be filled in. */
const ready = 500;

/** The student list as a workbook, ready to be filled in: all cells are texts, so that no spreadsheet takes the zeros off a number. */
export function simpleWorkbook(rows: readonly Partial<Record<SimpleField, string>>[]): Promise<Blob> {
  const text = { type: String, format: '@' } as const;
  const header = simpleFields.map((field) => ({ ...text, value: field, fontWeight: 'bold' as const }));
  const body = Array.from({ length: Math.max(ready, rows.length) }, (_, index) =>
    simpleFields.map((field) => ({ ...text, value: safeCell(rows[index]?.[field] ?? '') })),
  );
  return writeXlsxFile([header, ...body], { columns: simpleFields.map(() => ({ width: 20 })), stickyRowsCount: 1 }).toBlob();
}
