/** The sort value of a cell. */
export type CellValue = string | number | Date | boolean | null | undefined;

export interface Column<Row> {
  key: string;
  header: string;
  value: (row: Row) => CellValue;
  /** The cell's text, on screen and in print. Default: the unformatted value. */
  text?: (row: Row) => string;
  /** The value in files. Default: a number unformatted, anything else as the cell's text. */
  file?: (row: Row) => CellValue;
}

/** The state of a table; plain data, so that it fits in the address. */
export interface TableState {
  sort: { key: string; isDescending: boolean } | null;
  filter: string;
  /** Keys of hidden columns. */
  hidden: readonly string[];
}

/** The text of a cell. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row);
  const value = column.value(row);
  return value === null || value === undefined ? '' : String(value);
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function compare(a: CellValue, b: CellValue, collator: Intl.Collator): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

const isBlank = (value: CellValue) => value === null || value === undefined || value === '';

/**
 * The single selector of a table: the screen, the print and the CSV file all show its rows and columns. Every word of the filter must occur
 * in some visible cell, ignoring case and accents. Blank cells sort last.
 */
export function selectRows<Row, C extends Column<Row>>(
  rows: readonly Row[],
  columns: readonly C[],
  state: TableState,
  locale: string,
): { rows: readonly Row[]; columns: readonly C[] } {
  const shown = columns.filter(({ key }) => !state.hidden.includes(key));
  const words = fold(state.filter).split(/\s+/).filter(Boolean);
  const found = words.length
    ? rows.filter((row) => {
        const text = fold(shown.map((column) => cellText(column, row)).join('\n'));
        return words.every((word) => text.includes(word));
      })
    : rows;
  const by = columns.find(({ key }) => key === state.sort?.key);
  if (!by) return { rows: found, columns: shown };
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = state.sort?.isDescending ? -1 : 1;
  const keyed = found.map((row) => ({ row, value: by.value(row) }));
  keyed.sort((a, b) => {
    if (isBlank(a.value) || isBlank(b.value)) return Number(isBlank(a.value)) - Number(isBlank(b.value));
    return sign * compare(a.value, b.value, collator);
  });
  return { rows: keyed.map(({ row }) => row), columns: shown };
}

/**
 * A cell's value in a file. Numbers have no unit and up to four decimals, and missing ones are empty, so that a spreadsheet can calculate
 * with them.
 */
function fileValue<Row>(column: Column<Row>, row: Row): string | number {
  const value = column.file ? column.file(row) : column.value(row);
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000;
  return column.file ? String(value) : cellText(column, row);
}

/** Header and cells of a file, in order. */
export function tableCells<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): (string | number)[][] {
  return [columns.map(({ header }) => header), ...rows.map((row) => columns.map((column) => fileValue(column, row)))];
}

/** Cells as CSV text that spreadsheets read as UTF-8 and without running formulas. */
export async function toCsv(cells: (string | number)[][]): Promise<string> {
  const { byteOrderMark, csvOf } = await import('../../common/csv/write.ts');
  return byteOrderMark + csvOf(cells.map((row) => row.map(String)));
}

/** The selection after a row was toggled. With Shift, every row from the last toggled one to this one gets the same state. */
export function toggleRows(
  order: readonly string[],
  selected: ReadonlySet<string>,
  key: string,
  anchor: string | null,
): ReadonlySet<string> {
  const next = new Set(selected);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(key);
  if (from < 0) {
    if (!next.delete(key)) next.add(key);
    return next;
  }
  const isOn = selected.has(anchor as string);
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isOn) next.add(each);
    else next.delete(each);
  }
  return next;
}

/** Writes a table's state into an address and omits what equals `initial`. `prefix` separates several tables on one page. */
export function writeTableState(params: URLSearchParams, state: TableState, initial: TableState, prefix = ''): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, normal: string) => {
    if (value === normal) next.delete(prefix + name);
    else next.set(prefix + name, value);
  };
  const sort = ({ sort }: TableState) => (sort ? `${sort.isDescending ? '-' : ''}${sort.key}` : '');
  put('sort', sort(state), sort(initial));
  put('filter', state.filter, initial.filter);
  put('hide', state.hidden.join(','), initial.hidden.join(','));
  return next;
}

/** Reads the state that writeTableState wrote into an address. */
export function readTableState(params: URLSearchParams, initial: TableState, prefix = ''): TableState {
  const sort = params.get(`${prefix}sort`);
  const hide = params.get(`${prefix}hide`);
  return {
    sort: sort === null ? initial.sort : sort === '' ? null : { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
    filter: params.get(`${prefix}filter`) ?? initial.filter,
    hidden: hide === null ? initial.hidden : hide.split(',').filter(Boolean),
  };
}
