import writeXlsxFile from 'write-excel-file/universal';
import { safeCell } from '../../../common/csv/cells.ts';
import { type SimpleField, simpleFields } from '../../../contract/rostering/job.ts';

/** Number of prepared rows. */
const ready = 500;

/** The student list as a workbook to fill in. All cells are text, so that no spreadsheet strips leading zeros. */
export function simpleWorkbook(rows: readonly Partial<Record<SimpleField, string>>[]): Promise<Blob> {
  const text = { type: String, format: '@' } as const;
  const header = simpleFields.map((field) => ({ ...text, value: field, fontWeight: 'bold' as const }));
  const body = Array.from({ length: Math.max(ready, rows.length) }, (_, index) =>
    simpleFields.map((field) => ({ ...text, value: safeCell(rows[index]?.[field] ?? '') })),
  );
  return writeXlsxFile([header, ...body], { columns: simpleFields.map(() => ({ width: 20 })), stickyRowsCount: 1 }).toBlob();
}
