import { ReadableStream as NodeStream } from 'node:stream/web';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ZipWriter } from '@zip.js/zip.js';
import { safeCell } from '../../common/csv/cells.ts';
import { byteOrderMark, csvOf } from '../../common/csv/write.ts';
import type { ExportFormat, ExportTable } from '../../contract/exportJob.ts';
import type { Cell } from './tables.ts';

/** Text as a part is stored: compressed, as base64. */
export const packed = (content: string | Uint8Array): string => gzipSync(content).toString('base64');
export const unpacked = (content: string): Buffer => gunzipSync(Buffer.from(content, 'base64'));

const csvRows = (rows: readonly (readonly Cell[])[]): string => `${csvOf(rows.map((row) => row.map((cell) => String(cell ?? ''))))}\r\n`;

/** Rows of a sheet, with one row for the header. */
export const mostSheetRows = 1_048_576 - 1;
/** The most characters that a cell of a sheet holds. */
const longestCell = 32_767;

/** Text for XML 1.0. Characters that it does not have are replaced. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
const sheetCell = (cell: Cell): string => {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xml(safeCell(cell).slice(0, longestCell))}</t></is></c>`;
};
const sheetRows = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `<row>${row.map(sheetCell).join('')}</row>`).join('');

/** Rows as they are stored, and later sent. */
export const rowsIn = (format: ExportFormat, rows: readonly (readonly Cell[])[]): string =>
  format === 'csv' ? csvRows(rows) : sheetRows(rows);

/** A table of a file: its columns, and its rows as `rowsIn` wrote them. */
export interface TableContent {
  table: ExportTable;
  columns: readonly string[];
  rows: () => AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();
async function* framed(before: string, rows: AsyncIterable<Uint8Array>, after: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(before);
  yield* rows;
  if (after) yield encoder.encode(after);
}
const csvFile = ({ columns, rows }: TableContent) => framed(byteOrderMark + csvRows([columns]), rows(), '');

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}

/** The files in a workbook (ECMA-376), written by hand because the project's library holds all rows in memory. */
function* workbookFiles(tables: readonly TableContent[]): Generator<readonly [name: string, content: AsyncIterable<Uint8Array>]> {
  const each = (part: (at: number, content: TableContent) => string) => tables.map((content, at) => part(at + 1, content)).join('');
  yield [
    '[Content_Types].xml',
    once(
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ),
  ];
  yield [
    '_rels/.rels',
    once(
      `${declaration}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  ];
  yield [
    'xl/workbook.xml',
    once(
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((at, { table }) => `<sheet name="${table}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    ),
  ];
  yield [
    'xl/_rels/workbook.xml.rels',
    once(
      `${declaration}<Relationships xmlns="${relationships}">${each((at) => `<Relationship Id="rId${at}" Type="${office}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}</Relationships>`,
    ),
  ];
  for (const [at, { columns, rows }] of tables.entries())
    yield [
      `xl/worksheets/sheet${at + 1}.xml`,
      framed(`${declaration}<worksheet xmlns="${main}"><sheetData>${sheetRows([columns])}`, rows(), '</sheetData></worksheet>'),
    ];
}

/** Files as a zip archive, in pieces as they come. `at`: their time, in ms since 1970. */
export async function* zipped(
  files: Iterable<readonly [name: string, content: AsyncIterable<Uint8Array>]>,
  at: number,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { useWebWorkers: false, lastModDate: new Date(at) });
  const write = async () => {
    for (const [name, content] of files) await zip.add(name, NodeStream.from(content) as ReadableStream<Uint8Array>);
    await zip.close();
  };
  const written = write().catch((error: unknown) => writable.abort(error).catch(() => {}));
  yield* readable as unknown as AsyncIterable<Uint8Array>;
  await written;
}

/** A file to download, in pieces: CSV for one table, a zip archive for several, or a workbook. `at`: its time, in ms since 1970. */
export function fileOf(
  format: ExportFormat,
  tables: readonly TableContent[],
  at: number,
): { extension: string; media_type: string; content: AsyncIterable<Uint8Array> } {
  const [only] = tables;
  if (format === 'xlsx') return { extension: 'xlsx', media_type: `${types}.sheet`, content: zipped(workbookFiles(tables), at) };
  if (only && tables.length === 1) return { extension: 'csv', media_type: 'text/csv; charset=utf-8', content: csvFile(only) };
  const files = tables.map((content) => [`${content.table}.csv`, csvFile(content)] as const);
  return { extension: 'zip', media_type: 'application/zip', content: zipped(files, at) };
}
