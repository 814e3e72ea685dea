import { ERR_UNSAFE_FILENAME, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/universal';
import type { Findings } from './findings.ts';
import { piecesOf, type RosterFile, type TableSource } from './source.ts';

/** What an upload may hold. */
export interface Limits {
  files: number;
  /** Of all tables, unpacked. */
  bytes: number;
  /** Unpacked ÷ packed; looked at from 1 MB on. */
  ratio: number;
  xlsxBytes: number;
}
export const defaultLimits: Limits = { files: 40, bytes: 512 * 1024 * 1024, ratio: 200, xlsxBytes: 16 * 1024 * 1024 };
const ratioFrom = 1024 * 1024;

class FileReader extends Reader<RosterFile> {
  readonly #file: RosterFile;
  constructor(file: RosterFile) {
    super(file);
    this.#file = file;
    this.size = file.size;
  }
  override readUint8Array(index: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#file.read(index, Math.min(index + length, this.#file.size)) as Promise<Uint8Array<ArrayBuffer>>;
  }
}

class TooLarge extends Error {}

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
const baseName = (path: string) => path.split('/').at(-1) as string;

const mostBytesOf = (entry: FileEntry, limits: Limits) => Math.min(limits.bytes, Math.max(ratioFrom, entry.compressedSize * limits.ratio));

/** The bytes of one entry as they are unpacked; throws `TooLarge` when there are more than its header and the limits allow. */
async function* unpack(entry: FileEntry, limits: Limits): AsyncGenerator<Uint8Array> {
  const most = mostBytesOf(entry, limits);
  let count = 0;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      count += piece.length;
      if (count > most) throw new TooLarge();
      controller.enqueue(piece);
    },
  });
  const done = entry.getData(writable, { useWebWorkers: false, checkSignature: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const reader = readable.getReader();
  try {
    for (;;) {
      const { value, done: isOver } = await reader.read();
      if (isOver) break;
      yield value;
    }
    const failure = await done;
    if (failure) throw failure;
  } finally {
    reader.cancel().catch(() => undefined);
    await done;
  }
}

async function openZip(file: RosterFile, findings: Findings, limits: Limits): Promise<TableSource[]> {
  let entries: Awaited<ReturnType<ZipReader<unknown>['getEntries']>>;
  try {
    entries = await new ZipReader(new FileReader(file)).getEntries();
  } catch (error) {
    const { message, filename } = error as { message?: string; filename?: string };
    if (message === ERR_UNSAFE_FILENAME) findings.error('zipPath', file.name, filename === undefined ? {} : { value: filename });
    else findings.error('zipBroken', file.name);
    return [];
  }
  const tables = entries.filter(
    (entry): entry is FileEntry => !entry.directory && !entry.filename.startsWith('__MACOSX/') && !baseName(entry.filename).startsWith('.'),
  );
  if (tables.length > limits.files) {
    findings.error('zipTooMany', file.name, {}, { most: limits.files, count: tables.length });
    return [];
  }
  let bytes = 0;
  for (const entry of tables) {
    const value = entry.filename;
    bytes += entry.uncompressedSize;
    if (entry.encrypted) findings.error('zipEncrypted', file.name, { value });
    else if (entry.uncompressedSize > mostBytesOf(entry, limits)) findings.error('zipRatio', file.name, { value }, { most: limits.ratio });
    else if (/\.zip$/i.test(value)) findings.error('zipNested', file.name, { value });
  }
  if (bytes > limits.bytes) findings.error('tooLarge', file.name, {}, { megabytes: limits.bytes / 1024 / 1024 });
  if (tables.length === 0) findings.error('zipEmpty', file.name);
  if (findings.errors > 0) return [];
  return tables.map((entry) => ({ name: baseName(entry.filename), open: () => unpack(entry, limits) }));
}

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);

/** The first sheet of a workbook as CSV, so that one reader serves both. */
async function openWorkbook(file: RosterFile, findings: Findings, limits: Limits): Promise<TableSource[]> {
  if (file.size > limits.xlsxBytes) {
    findings.error('tooLarge', file.name, {}, { megabytes: limits.xlsxBytes / 1024 / 1024 });
    return [];
  }
  const inside = await openZip(file, findings, { ...limits, bytes: limits.xlsxBytes * 8 });
  if (inside.length === 0) return [];
  try {
    const bytes = await file.read(0, file.size);
    const [sheet] = await readXlsxFile(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    const rows = (sheet?.data ?? []).map((row) => row.map(cellText));
    while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
    const text = Papa.unparse(rows, { newline: '\n' });
    const encoded = new TextEncoder().encode(text);
    return [
      {
        name: file.name,
        open: async function* () {
          yield encoded;
        },
      },
    ];
  } catch {
    findings.error('xlsxBroken', file.name);
    return [];
  }
}

/** Unpacks an upload into its tables, within the limits. What cannot be opened becomes a finding; nothing is written anywhere. */
export async function openFiles(files: readonly RosterFile[], findings: Findings, limits = defaultLimits): Promise<TableSource[]> {
  const tables: TableSource[] = [];
  let bytes = 0;
  for (const file of files) {
    const first = await file.read(0, Math.min(8, file.size));
    bytes += file.size;
    if (startsWith(first, 0x50, 0x4b)) {
      tables.push(...(await (/\.xlsx$/i.test(file.name) ? openWorkbook : openZip)(file, findings, limits)));
    } else if (startsWith(first, 0xd0, 0xcf, 0x11, 0xe0)) findings.error('oldExcel', file.name);
    else if (startsWith(first, 0x25, 0x50, 0x44, 0x46) || startsWith(first, 0x89, 0x50, 0x4e, 0x47) || startsWith(first, 0xff, 0xd8, 0xff))
      findings.error('notATable', file.name);
    else if (startsWith(first, 0x3c)) findings.error('webPage', file.name);
    else if (/\.(zip|xlsx)$/i.test(file.name)) findings.error('zipBroken', file.name);
    else tables.push({ name: baseName(file.name.replaceAll('\\', '/')), open: () => piecesOf(file) });
  }
  if (bytes > limits.bytes) findings.error('tooLarge', '', {}, { megabytes: limits.bytes / 1024 / 1024 });
  const seen = new Set<string>();
  for (const { name } of tables) {
    if (seen.has(name.toLowerCase())) findings.error('fileTwice', name);
    seen.add(name.toLowerCase());
  }
  return tables;
}

/** Whether reading failed because a packed file was larger than it said. */
export const isTooLarge = (error: unknown): boolean => error instanceof TooLarge;
