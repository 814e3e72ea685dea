import writeXlsxFile from 'write-excel-file/universal';
import { safeCell } from '../../../common/csv/cells.ts';
import type { SimpleField } from '../../../contract/rostering/job.ts';

/** Number of prepared rows. */
const ready = 500;

/** A list with these columns as a workbook to fill in. All cells are text, so that no spreadsheet strips leading zeros. */
export function simpleWorkbook(fields: readonly SimpleField[], rows: readonly Partial<Record<SimpleField, string>>[]): Promise<Blob> {
  const text = { type: String, format: '@' } as const;
  const header = fields.map((field) => ({ ...text, value: field, fontWeight: 'bold' as const }));
  const body = Array.from({ length: Math.max(ready, rows.length) }, (_, index) =>
    fields.map((field) => ({ ...text, value: safeCell(rows[index]?.[field] ?? '') })),
  );
  return writeXlsxFile([header, ...body], { columns: fields.map(() => ({ width: 20 })), stickyRowsCount: 1 }).toBlob();
}
