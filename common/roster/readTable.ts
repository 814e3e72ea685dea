import Papa from 'papaparse';
import { originalCell } from '../csv/cells.ts';
import { isErrorColumn } from './errorColumn.ts';
import type { Findings, Mend } from './findings.ts';
import type { TableSource } from './source.ts';
import { Unreadable } from './unzip.ts';

/** A batch of rows of a table. */
export interface Rows {
  /** Column names. */
  header: readonly string[];
  /** Row number of `rows[0]` in the file; the header is row 1. */
  first: number;
  /** Rows with as many values as the header. Empty and faulty rows are `[]`. */
  rows: string[][];
}

type MendOf<K extends Mend['kind']> = Extract<Mend, { kind: K }>;
/** The requested fix of a kind for a file, if any. */
export const mendOf = <K extends Mend['kind']>(mends: readonly Mend[], kind: K, file: string): MendOf<K> | undefined =>
  mends.find((mend): mend is MendOf<K> => mend.kind === kind && mend.file === file);

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/** A better delimiter for a header than the assumed one. Checked before quotes, because a wrong delimiter breaks them. */
function otherDelimiter(line: string, taken: Delimiter): Delimiter | undefined {
  const columnsBy = (delimiter: Delimiter) => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter });
    return errors.some(({ type }) => type === 'Quotes') ? 0 : (data[0]?.length ?? 0);
  };
  return columnsBy(taken) > 1 ? undefined : delimiters.find((one) => one !== taken && columnsBy(one) > 1);
}
const longestRow = 1024 * 1024;
const pageLength = 32 * 1024;
const sepLine = /^"?sep=(.)"?\n/i;
const sample = 64;

/** UTF-16 by its byte order mark, or by zero bytes at every other position; `nul` if zero bytes are elsewhere. */
function encodingOf(first: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'nul' {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of first.subarray(0, sample).entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] as number) + 1;
  const [even, odd] = zeros as [number, number];
  const many = Math.min(first.length, sample) / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  if (even > many && odd < even / 4) return 'utf-16be';
  return even + odd > 0 ? 'nul' : 'utf-8';
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Splits a long piece at line ends. Small batches of rows are garbage collected while young, at a quarter of the cost. */
function* inPages(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > pageLength) {
    const to = text.lastIndexOf('\n', from + pageLength) + 1;
    if (to <= from) break;
    yield text.slice(from, to);
    from = to;
  }
  yield from === 0 ? text : text.slice(from);
}

/**
 * Text of a table, piece by piece, with line ends as
 * . Ends early, with a finding, if it cannot be decoded.
 */
async function* textOf(source: TableSource, mends: readonly Mend[], findings: Findings): AsyncGenerator<string> {
  const file = source.name;
  const chosen = mendOf(mends, 'encoding', file)?.encoding;
  let decoder: TextDecoder | undefined;
  let line = 1;
  let pending = '';
  const toldOf = new Set<string>();
  for await (const piece of source.open()) {
    if (!decoder) {
      const found = encodingOf(piece);
      if (!chosen && found !== 'utf-8' && found !== 'nul')
        return findings.error('utf16', file, {}, {}, [{ kind: 'encoding', file, encoding: found }]);
      decoder = new TextDecoder(chosen ?? 'utf-8', { fatal: true });
    }
    let text: string;
    try {
      text = decoder.decode(piece, { stream: true });
    } catch {
      const lenient = new TextDecoder('utf-8').decode(piece);
      const at = lenient.indexOf('\uFFFD');
      const value = lenient.slice(Math.max(0, at - 20), at + 20).trim();
      const row = line + linesIn(lenient.slice(0, Math.max(at, 0)));
      return findings.error('notUtf8', file, { row, value }, {}, [{ kind: 'encoding', file, encoding: 'windows-1252' }]);
    }
    text = pending + text;
    pending = '';
    if (text.includes('\0')) {
      if (!mendOf(mends, 'dropNul', file)) {
        if (!toldOf.has('nul'))
          findings.error('nul', file, { row: line + linesIn(text.slice(0, text.indexOf('\0'))) }, {}, [{ kind: 'dropNul', file }]);
        toldOf.add('nul');
      }
      text = text.replaceAll('\0', '');
    }
    if (text.includes('\r')) {
      if (text.endsWith('\r')) {
        pending = '\r';
        text = text.slice(0, -1);
      }
      text = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    }
    line += linesIn(text);
    if (text !== '') yield* inPages(text);
  }
  try {
    const rest = pending.replace('\r', '\n') + (decoder?.decode() ?? '');
    if (rest !== '') yield rest;
  } catch {
    findings.error('notUtf8', file, { row: line }, {}, [{ kind: 'encoding', file, encoding: 'windows-1252' }]);
  }
}

interface Parsed {
  data: string[][];
  errors: { type: string; code: string; row?: number }[];
  meta: { cursor: number };
}

const isBlank = (row: readonly string[]) => row.every((value) => value === '' || value.trim() === '');

/**
 * Checks the header and returns the index of each relevant column; undefined if the table cannot be read. `isLenient`: reads it as well as
 * possible anyway.
 */
function readHeader(
  given: readonly string[],
  row: number,
  file: string,
  mends: readonly Mend[],
  findings: Findings,
  isLenient: boolean,
): string[] | undefined {
  const before = findings.errors;
  const renames = mends.filter((mend): mend is MendOf<'renameColumn'> => mend.kind === 'renameColumn' && mend.file === file);
  const header = given.map((name) => {
    const trimmed = name.trim();
    return renames.find(({ from }) => from === trimmed)?.to ?? trimmed;
  });
  const keepsFirst = mendOf(mends, 'firstOfTwins', file) !== undefined;
  const seen = new Set<string>();
  for (const [index, name] of header.entries()) {
    if (name !== '' && seen.has(name)) {
      if (keepsFirst) header[index] = '';
      else findings.error('headerTwice', file, { row, column: name }, {}, [{ kind: 'firstOfTwins', file }]);
    }
    seen.add(name);
  }
  return findings.errors > before && !isLenient ? undefined : header;
}

/**
 * Reads a table (CSV by RFC 4180, UTF-8 with or without byte order mark) in batches. Every problem becomes a finding that names the real
 * cause and offers a fix if there is one. The first batch has the header, even if no rows follow. `isLenient` also returns rows with too
 * many or too few values, and the lines after an unclosed quote. Removes the apostrophe that we add to formula-like text, and the error
 * column.
 */
export async function* readTable(source: TableSource, mends: readonly Mend[], findings: Findings, isLenient = false): AsyncGenerator<Rows> {
  const file = source.name;
  const evens = mendOf(mends, 'evenRows', file) !== undefined;
  const delimiter = mendOf(mends, 'delimiter', file)?.delimiter;
  const format = { delimiter: delimiter ?? ',', newline: '\n' } as const;
  let parser = new Papa.Parser(format);
  /** Indexes of error columns, last first. */
  let told: number[] = [];
  let header: string[] | undefined;
  let row = 1;
  let rest = '';
  let isFirst = true;
  /** A row that is too short. What follows tells whether the file was truncated here. */
  let short: { row: number; values: string[] } | undefined;
  const tellShort = (isLast: boolean) => {
    if (!short || !header) return;
    const { row, values } = short;
    const params = { fields: values.length, columns: header.length };
    findings.error(isLast ? 'rowCut' : 'rowShort', file, { row, value: values.join(',') }, params, [{ kind: 'evenRows', file }]);
    short = undefined;
  };
  const uneven = (values: string[]) => (isLenient ? values : []);
  const evened = (values: string[], at: number): string[] => {
    const columns = (header as string[]).length;
    if (values.length === columns) {
      if (short) tellShort(false);
      return values[0] === '' && isBlank(values) ? [] : values;
    }
    if (isBlank(values)) return [];
    tellShort(false);
    if (values.length < columns) {
      if (evens) return [...values, ...Array.from({ length: columns - values.length }, () => '')];
      short = { row: at, values };
      return uneven(values);
    }
    if (isBlank(values.slice(columns)) && evens) return values.slice(0, columns);
    const offered: Mend[] = isBlank(values.slice(columns)) ? [{ kind: 'evenRows', file }] : [];
    findings.error('rowLong', file, { row: at, value: values.join(',') }, { fields: values.length, columns }, offered);
    return uneven(values);
  };
  /** Whether the first non-empty line has the right delimiter; unknown: the line is incomplete. */
  const tellDelimiter = (text: string, isLast: boolean): 'right' | 'wrong' | 'unknown' => {
    const begin = text.search(/\S/);
    const end = begin < 0 ? -1 : text.indexOf('\n', begin);
    if (end < 0 && !isLast && text.length < longestRow) return 'unknown';
    const right = otherDelimiter(text.slice(Math.max(begin, 0), end < 0 ? undefined : end), delimiter ?? ',');
    if (right === undefined) return 'right';
    const at = row + linesIn(text.slice(0, Math.max(begin, 0)));
    findings.error('delimiter', file, { row: at }, { delimiter: right === '\t' ? 'tab' : right }, [
      { kind: 'delimiter', file, delimiter: right },
    ]);
    return 'wrong';
  };
  /** The rows in a piece of text; undefined if reading must stop. */
  const parse = (text: string, isLast: boolean): Rows | undefined => {
    const { data, errors, meta } = parser.parse(text, 0, !isLast) as Parsed;
    rest = isLast ? '' : text.slice(meta.cursor);
    const broken = errors.find(({ type }) => type === 'Quotes');
    if (isLenient && (broken || rest.length > longestRow)) {
      const good = broken?.row ?? data.length;
      const from = good === 0 ? 0 : (new Papa.Parser({ ...format, preview: good }).parse(text, 0, false) as Parsed).meta.cursor;
      // From here on quotes are ordinary characters: the quote character is set to one that no text contains.
      parser = new Papa.Parser({ ...format, quoteChar: '\0' });
      const lines = parser.parse(text.slice(from), 0, !isLast) as Parsed;
      data.splice(good, data.length, ...lines.data);
      errors.length = 0;
      rest = isLast ? '' : text.slice(from + lines.meta.cursor);
    }
    for (const values of data)
      for (let at = 0; at < values.length; at++) if (values[at]?.startsWith("'")) values[at] = originalCell(values[at] as string);
    const quotes = errors.filter(({ type }) => type === 'Quotes');
    for (const error of quotes) findings.error('quoteOpen', file, { row: row + (error.row ?? 0) });
    if (rest.length > longestRow) findings.error('quoteOpen', file, { row: row + data.length });
    if (quotes.length > 0 || rest.length > longestRow) return undefined;
    let from = 0;
    if (!header) {
      while (from < data.length && isBlank(data[from] as string[])) from += 1;
      const given = data[from];
      if (!given) {
        row += data.length;
        return { header: [], first: row, rows: [] };
      }
      told = given.flatMap((name, index) => (isErrorColumn(name) ? [index] : [])).toReversed();
      const names = given.filter((_, index) => !told.includes(index));
      header = readHeader(names, row + from, file, mends, findings, isLenient);
      if (!header) return undefined;
      from += 1;
    }
    const first = row + from;
    const rows = from === 0 ? data : data.slice(from);
    if (told.length > 0) for (const values of rows) for (const at of told) values.splice(at, 1);
    for (let index = 0; index < rows.length; index++) rows[index] = evened(rows[index] as string[], first + index);
    row += data.length;
    return { header, first, rows };
  };

  try {
    for await (const piece of textOf(source, mends, findings)) {
      let text = rest + piece;
      if (isFirst) {
        const found = sepLine.exec(text);
        if (found) {
          const named = found[1] as string;
          if (!delimiter) {
            const offered = delimiters.includes(named as Delimiter) ? [{ kind: 'delimiter', file, delimiter: named } as Mend] : [];
            findings.error('sepLine', file, { row: 1, value: text.slice(0, 5) }, { delimiter: named === '\t' ? 'tab' : named }, offered);
            return;
          }
          text = text.slice(found[0].length);
          row += 1;
        }
        isFirst = false;
      }
      if (!header) {
        const told = tellDelimiter(text, false);
        if (told === 'wrong') return;
        if (told === 'unknown') {
          rest = text;
          continue;
        }
      }
      const errors = findings.errors;
      const parsed = parse(text, false);
      if (!parsed) return;
      if (header) yield parsed;
      if (findings.errors > errors + 100_000) return;
    }
    if (rest !== '') {
      if (!header && tellDelimiter(rest, true) === 'wrong') return;
      const parsed = parse(rest, true);
      if (!parsed) return;
      if (header) yield parsed;
    }
    tellShort(true);
    if (!header && findings.errors === 0) findings.error('empty', file);
  } catch (error) {
    findings.error(error instanceof Unreadable ? error.code : 'zipBroken', file);
  }
}
