import { ERR_UNSAFE_FILENAME, type FileEntry, ZipReader } from '@zip.js/zip.js';
import type { Findings } from './findings.ts';
import { tableOfFile } from './oneRoster.ts';
import { piecesOf, type RosterFile, type TableSource } from './source.ts';
import { defaultLimits, FileReader, type Limits, mostBytesOf, Unreadable, unpack } from './unzip.ts';
import { type Workbooks, workbooksHere } from './workbook.ts';

/** Whether the file name is that of a list. */
export const isNamedList = (name: string): boolean => /\.(csv|txt|tsv|xls[xm]?)$/i.test(name);
const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
const baseName = (path: string) => path.split('/').at(-1) as string;

/** Entries of a packed file without system files; undefined, with a finding, if it cannot be opened. */
async function entriesOf(file: RosterFile, findings: Findings): Promise<FileEntry[] | undefined> {
  try {
    const entries = await new ZipReader(new FileReader(file)).getEntries();
    return entries.filter(
      (entry): entry is FileEntry =>
        !entry.directory && !entry.filename.startsWith('__MACOSX/') && !baseName(entry.filename).startsWith('.'),
    );
  } catch (error) {
    const { message, filename } = error as { message?: string; filename?: string };
    if (message === ERR_UNSAFE_FILENAME) findings.error('zipPath', file.name, filename === undefined ? {} : { value: filename });
    else findings.error('zipBroken', file.name);
    return undefined;
  }
}

/** Whether the packed contents are within the limits. */
function hasRoom(file: RosterFile, entries: readonly FileEntry[], findings: Findings, limits: Limits): boolean {
  if (entries.length > limits.files) {
    findings.error('zipTooMany', file.name, {}, { most: limits.files, count: entries.length });
    return false;
  }
  const before = findings.errors;
  let bytes = 0;
  for (const entry of entries) {
    const value = entry.filename;
    bytes += entry.uncompressedSize;
    if (entry.encrypted) findings.error('zipEncrypted', file.name, { value });
    else if (entry.uncompressedSize > mostBytesOf(entry, limits)) findings.error('zipRatio', file.name, { value }, { most: limits.ratio });
    else if (/\.zip$/i.test(value)) findings.error('zipNested', file.name, { value });
  }
  if (bytes > limits.bytes) findings.error('tooLarge', file.name, {}, { megabytes: limits.bytes / 1024 / 1024 });
  if (entries.length === 0) findings.error('zipEmpty', file.name);
  return findings.errors === before;
}

/** The first sheet with rows in a workbook, as a table. */
async function openWorkbook(file: RosterFile, findings: Findings, limits: Limits, workbooks: Workbooks): Promise<TableSource[]> {
  const within = { ...limits, bytes: limits.xlsxBytes * 8 };
  try {
    const { sheet, more } = await workbooks.choose(file, within);
    if (more.length > 0) findings.warn('sheetsMore', file.name, {}, { sheet, more: more.join(', ') });
    return [{ name: file.name, open: () => workbooks.rows(file, within), isTable: true }];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    findings.error(error.code, file.name);
    return [];
  }
}

const isInside = (entries: readonly FileEntry[], name: string) => entries.some(({ filename }) => filename.replace(/^\//, '') === name);

const isPacked = (first: Uint8Array) => startsWith(first, 0x50, 0x4b);
const isOldOffice = (first: Uint8Array) => startsWith(first, 0xd0, 0xcf, 0x11, 0xe0);
/** Type of a non-table file, by its first bytes. */
const otherSort = (first: Uint8Array): 'notATable' | 'webPage' | undefined => {
  if (startsWith(first, 0x25, 0x50, 0x44, 0x46) || startsWith(first, 0x89, 0x50, 0x4e, 0x47) || startsWith(first, 0xff, 0xd8, 0xff))
    return 'notATable';
  return startsWith(first, 0x3c) ? 'webPage' : undefined;
};

/** Reports files in a zip that are not tables. Read as text, they would look like damaged tables. */
async function tellSorts(tables: readonly TableSource[], findings: Findings): Promise<void> {
  for (const { name, open } of tables) {
    if (!isNamedList(name) && tableOfFile(name) === undefined) continue;
    try {
      for await (const first of open()) {
        const code = isPacked(first) || isOldOffice(first) ? 'zipWorkbook' : otherSort(first);
        if (code) findings.error(code, name);
        break;
      }
    } catch {
      // Unpacking errors are reported when the file is read.
    }
  }
}

/** Whether a zip holds tables and is not a damaged workbook. */
const holdsTables = (entries: readonly FileEntry[]) =>
  !isInside(entries, '[Content_Types].xml') && entries.some(({ filename }) => isNamedList(filename));

/** Opens a packed file, whatever its name: a workbook, or a zip of tables. */
async function openPacked(file: RosterFile, findings: Findings, limits: Limits, workbooks: Workbooks): Promise<TableSource[]> {
  const isNamedWorkbook = /\.xls[xm]$/i.test(file.name);
  const entries = await entriesOf(file, findings);
  if (!entries) return [];
  if (isInside(entries, 'xl/workbook.xml')) {
    if (file.size > limits.xlsxBytes) {
      findings.error('tooLarge', file.name, {}, { megabytes: limits.xlsxBytes / 1024 / 1024 });
      return [];
    }
    if (!isNamedWorkbook) findings.warn('renamedWorkbook', file.name);
    if (!hasRoom(file, entries, findings, { ...limits, bytes: limits.xlsxBytes * 8 })) return [];
    return openWorkbook(file, findings, limits, workbooks);
  }
  if (isInside(entries, 'content.xml') || isInside(entries, 'Index/Document.iwa')) {
    findings.error('otherSheet', file.name);
    return [];
  }
  const isZip = holdsTables(entries);
  if (isZip && isNamedList(file.name)) findings.warn('renamedZip', file.name);
  if (!hasRoom(file, entries, findings, limits)) return [];
  if (isNamedWorkbook && !isZip) {
    findings.error('xlsxBroken', file.name);
    return [];
  }
  const tables = entries.map((entry) => ({ name: baseName(entry.filename), open: () => unpack(entry, limits) }));
  await tellSorts(tables, findings);
  return tables;
}

const longestMark = 64;
/** Whether an old-format Office file wraps a password-protected new one. */
async function isUnderPassword(file: RosterFile): Promise<boolean> {
  const mark = [...'EncryptedPackage'].join('\0');
  const decoder = new TextDecoder('latin1');
  let rest = '';
  for await (const piece of piecesOf(file)) {
    const text = rest + decoder.decode(piece);
    if (text.includes(mark)) return true;
    rest = text.slice(-longestMark);
  }
  return false;
}

/** Unpacks an upload into its tables, within the limits. Files that cannot be opened become findings. Nothing is written anywhere. */
export async function openFiles(
  files: readonly RosterFile[],
  findings: Findings,
  limits = defaultLimits,
  workbooks = workbooksHere,
): Promise<TableSource[]> {
  const tables: TableSource[] = [];
  let bytes = 0;
  for (const file of files) {
    const first = await file.read(0, Math.min(8, file.size));
    bytes += file.size;
    const other = otherSort(first);
    if (isPacked(first)) tables.push(...(await openPacked(file, findings, limits, workbooks)));
    else if (isOldOffice(first)) findings.error((await isUnderPassword(file)) ? 'xlsxEncrypted' : 'oldExcel', file.name);
    else if (other) findings.error(other, file.name);
    else if (/\.zip$/i.test(file.name)) findings.error('zipBroken', file.name);
    else {
      if (/\.xls[xm]?$/i.test(file.name)) findings.warn('renamedText', file.name);
      tables.push({ name: baseName(file.name.replaceAll('\\', '/')), open: () => piecesOf(file) });
    }
  }
  if (bytes > limits.bytes) findings.error('tooLarge', '', {}, { megabytes: limits.bytes / 1024 / 1024 });
  const seen = new Set<string>();
  for (const { name } of tables) {
    if (seen.has(name.toLowerCase())) findings.error('fileTwice', name);
    seen.add(name.toLowerCase());
  }
  return tables;
}
