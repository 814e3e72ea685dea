import { type FileEntry, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import type { RosterFile } from './source.ts';
import { ownText } from './tightTable.ts';
import { FileReader, type Limits, Unreadable, unpack } from './unzip.ts';

/** The sheet to read, and the names of other sheets that have rows. */
export interface SheetChoice {
  sheet: string;
  more: string[];
}

/** Reads workbooks. The server uses a separate thread, a browser the worker that reads everything. */
export interface Workbooks {
  /** Throws `Unreadable` if the file is not a workbook. */
  choose: (file: RosterFile, limits: Limits) => Promise<SheetChoice>;
  /** Rows of the chosen sheet as UTF-8 CSV, in pieces. */
  rows: (file: RosterFile, limits: Limits) => AsyncGenerator<Uint8Array>;
}

type Attributes = Readonly<Record<string, string>>;
interface Ears {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Parses a part of a workbook. Yields after each piece, and the caller may stop. */
async function* listen(entry: FileEntry | undefined, limits: Limits, ears: Ears): AsyncGenerator<void> {
  if (!entry) return;
  const parser = new SaxesParser();
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => ears.open?.(bare(name), attributes as Attributes));
  parser.on('text', (text) => ears.text?.(text));
  parser.on('cdata', (text) => ears.text?.(text));
  parser.on('closetag', ({ name }) => ears.close?.(bare(name)));
  const decoder = new TextDecoder('utf-8');
  for await (const piece of unpack(entry, limits)) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
}
async function listenToAll(entry: FileEntry | undefined, limits: Limits, ears: Ears): Promise<void> {
  for await (const _ of listen(entry, limits, ears));
}

interface Sheet {
  name: string;
  entry: FileEntry;
}
interface Book {
  entries: ReadonlyMap<string, FileEntry>;
  sheets: Sheet[];
  /** Dates count from 1904, as on old Macs. */
  from1904: boolean;
}

async function openBook(file: RosterFile, limits: Limits): Promise<Book> {
  const entries = new Map<string, FileEntry>();
  for (const entry of await new ZipReader(new FileReader(file)).getEntries())
    if (!entry.directory) entries.set(entry.filename.replace(/^\//, ''), entry);
  const named: { name: string; id: string }[] = [];
  let from1904 = false;
  await listenToAll(entries.get('xl/workbook.xml'), limits, {
    open: (name, given) => {
      if (name === 'workbookPr') from1904 = given.date1904 === '1' || given.date1904 === 'true';
      if (name !== 'sheet' || given.state === 'hidden' || given.state === 'veryHidden') return;
      const id = Object.entries(given).find(([key]) => /(^|:)id$/.test(key))?.[1];
      named.push({ name: given.name ?? '', id: id ?? '' });
    },
  });
  const targets = new Map<string, string>();
  await listenToAll(entries.get('xl/_rels/workbook.xml.rels'), limits, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets = named.flatMap(({ name, id }) => {
    const entry = entries.get(targets.get(id) ?? '');
    return entry ? [{ name, entry }] : [];
  });
  if (sheets.length === 0) throw new Unreadable('xlsxBroken');
  return { entries, sheets, from1904 };
}

/** Sheets with at least one non-empty cell. */
async function sheetsWithRows({ sheets }: Book, limits: Limits): Promise<Sheet[]> {
  const full: Sheet[] = [];
  for (const sheet of sheets) {
    let isFull = false;
    const ears: Ears = {
      open: (name) => {
        isFull ||= name === 'v' || name === 'is';
      },
    };
    for await (const _ of listen(sheet.entry, limits, ears)) if (isFull) break;
    if (isFull) full.push(sheet);
  }
  return full;
}

/** Shared texts that cells refer to by number. */
async function sharedTexts({ entries }: Book, limits: Limits): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  await listenToAll(entries.get('xl/sharedStrings.xml'), limits, {
    open: (name) => {
      if (name === 'si') text = '';
      // Skips phonetic readings in Japanese files.
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') texts.push(ownText(unescaped(text)));
    },
  });
  return texts;
}
/** Characters that XML does not allow are escaped as _x0009_. */
const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

const isDateFormat = (id: number, codes: ReadonlyMap<number, string>) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  /[dmyhs]/i.test((codes.get(id) ?? '').replace(/"[^"]*"|\[[^[\]]*\]|\\./g, ''));

/** Cell styles that show a number as a date. */
async function dateStyles({ entries }: Book, limits: Limits): Promise<Set<number>> {
  const codes = new Map<number, string>();
  const dates = new Set<number>();
  let [isStyles, index] = [false, 0];
  await listenToAll(entries.get('xl/styles.xml'), limits, {
    open: (name, given) => {
      if (name === 'numFmt') codes.set(Number(given.numFmtId), given.formatCode ?? '');
      if (name === 'cellXfs') isStyles = true;
      if (name !== 'xf' || !isStyles) return;
      if (isDateFormat(Number(given.numFmtId ?? 0), codes)) dates.add(index);
      index += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isStyles = false;
    },
  });
  return dates;
}

/** 0 for A, 26 for AA; undefined if the cell has no reference. */
function columnOf(place: string | undefined): number | undefined {
  if (!place) return undefined;
  let column = 0;
  for (let at = 0; at < place.length && place.charCodeAt(at) > 64; at++) column = column * 26 + (place.charCodeAt(at) - 64);
  return column === 0 ? undefined : column - 1;
}
const mostColumns = 500;
const day = 24 * 3_600_000;

/** A cell as CSV text: dates as YYYY-MM-DD, numbers without grouping. */
function cellText(type: string, raw: string, isDate: boolean, texts: readonly string[], from1904: boolean): string {
  if (type === 's') return texts[Number(raw)] ?? '';
  if (type === 'inlineStr' || type === 'str') return unescaped(raw);
  if (type === 'b') return raw === '1' ? 'true' : 'false';
  if (type === 'd') return raw.slice(0, 10);
  if (type === 'e' || raw.trim() === '') return '';
  const value = Number(raw);
  if (!isDate || Number.isNaN(value)) return Number.isNaN(value) ? raw : String(value);
  const at = Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30) + Math.floor(value) * day;
  return Math.abs(at) < 8.64e15 ? new Date(at).toISOString().slice(0, 10) : raw;
}

async function* rowsOf(file: RosterFile, limits: Limits): AsyncGenerator<Uint8Array> {
  const book = await openBook(file, limits);
  const [sheet = book.sheets[0] as Sheet] = await sheetsWithRows(book, limits);
  const [texts, dates] = [await sharedTexts(book, limits), await dateStyles(book, limits)];
  const encoder = new TextEncoder();
  let ready: string[][] = [];
  let row: string[] = [];
  /** Row number in the sheet, and of the next row to return. */
  let [at, next, width] = [0, 1, 0];
  let [column, type, isDate, raw, isValue] = [-1, '', false, '', false];
  const ears: Ears = {
    open: (name, given) => {
      if (name === 'row') {
        at = Number(given.r ?? at + 1);
        [row, column] = [[], -1];
      } else if (name === 'c') {
        column = columnOf(given.r) ?? column + 1;
        [type, raw, isDate] = [given.t ?? 'n', '', dates.has(Number(given.s ?? -1))];
      } else isValue = name === 'v' || name === 't';
    },
    text: (piece) => {
      if (isValue) raw += piece;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c' && raw !== '' && column < mostColumns) {
        const text = cellText(type, raw, isDate, texts, book.from1904);
        if (text === '') return;
        while (row.length < column) row.push('');
        row[column] = text;
      }
      if (name !== 'row' || row.every((text) => text.trim() === '')) return;
      // Rows keep their numbers, so empty rows in between are returned too.
      for (; next < at; next++) ready.push(['']);
      width ||= row.length;
      while (row.length < width) row.push('');
      ready.push(row);
      next = at + 1;
    },
  };
  const written = () => encoder.encode(`${Papa.unparse(ready, { newline: '\n' })}\n`);
  for await (const _ of listen(sheet.entry, limits, ears)) {
    if (ready.length === 0) continue;
    yield written();
    ready = [];
  }
  if (ready.length > 0) yield written();
}

/** Any internal error means a broken workbook. */
const broken = (error: unknown) => (error instanceof Unreadable ? error : new Unreadable('xlsxBroken'));

/** Reads workbooks in the current thread. */
export const workbooksHere: Workbooks = {
  choose: async (file, limits) => {
    try {
      const book = await openBook(file, limits);
      const [first = book.sheets[0] as Sheet, ...others] = await sheetsWithRows(book, limits);
      return { sheet: first.name, more: others.map(({ name }) => name) };
    } catch (error) {
      throw broken(error);
    }
  },
  rows: async function* (file, limits) {
    try {
      yield* rowsOf(file, limits);
    } catch (error) {
      throw broken(error);
    }
  },
};
