import { createContext, type KeyboardEvent, type ReactNode, type Ref, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { Button } from './Button.tsx';
import box from './Checkbox.module.css';
import { Checkbox } from './Checkbox.tsx';
import { cx } from './cx.ts';
import s from './DataTable.module.css';
import { downloadBlob, downloadText } from './download.ts';
import { EmptyState } from './EmptyState.tsx';
import hidden from './hidden.module.css';
import { IconButton } from './IconButton.tsx';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3, IconDownload, IconPrinter, IconTable } from './icons.ts';
import { Stack } from './Layout.tsx';
import { Popover } from './Popover.tsx';
import { SearchField } from './SearchField.tsx';
import { Bone } from './Skeleton.tsx';
import { type Column, cellText, selectRows, type TableState, tableCells, toCsv, toggleRows } from './tableState.ts';

/** From this many rows on, only the visible ones are in the document. */
const VIRTUAL_FROM = 101;

/** How many frames to wait for a row that the keyboard asked for. */
const FRAMES = 30;

/** Minimum width and share of the rest, by size name: for virtual rows and for a cell's minimum width. */
const WIDTH = { xs: [4, 1], s: [7, 2], m: [10, 3], l: [14, 4], xl: [20, 6] } as const;

/** Headings with more letters than this wrap: on one line they would push columns out of sight. */
const LONG = 20;

/** Horizontal padding of a cell in print, in rem. */
const PADDING = 1;

export interface TableColumn<Row> extends Column<Row> {
  /** Decorates the cell's text, with a link or a Badge. Must show the text it gets, so that screen, print and CSV stay equal. */
  look?: (text: string, row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  width?: keyof typeof WIDTH;
  /** The cell is the row's header; at most one column. Cannot be hidden. */
  isRowHeader?: boolean;
  isUnsortable?: boolean;
}

/** A list of which the table holds the first rows. */
export interface Served<Row> {
  /** Total number of rows. */
  total: number;
  /** Loads more of them. */
  onMore: () => void;
  isBusy: boolean;
  /** Loads all rows, for files and print. */
  all: () => Promise<readonly Row[]>;
}

export const EMPTY_TABLE_STATE: TableState = { sort: null, filter: '', hidden: [] };

export interface DataTableProps<Row> {
  /** Caption of the table; its visible title unless isCaptionHidden. */
  caption: string;
  isCaptionHidden?: boolean;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  /** Name of a row, for "Select …"; default: the text of the row header cell. */
  rowName?: (row: Row) => string;
  /** State of the table; keep it in the address (readTableState, writeTableState). Absent: uncontrolled. */
  state?: TableState;
  initialState?: TableState;
  onStateChange?: (state: TableState) => void;
  /** If given, rows can be selected. Rows hidden by the filter stay selected. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** Actions on the selected rows; shown while there are any. */
  bulkActions?: ReactNode;
  /** Actions of one row, at its end; not in files. */
  rowActions?: (row: Row) => ReactNode;
  /** More controls beside the filter. */
  tools?: ReactNode;
  /** Shown when the table has no rows: what to do. */
  empty: ReactNode;
  isLoading?: boolean;
  /** More columns in files, after the row header. */
  fileColumns?: readonly Column<Row>[];
  /** File name without extension. */
  fileName: string;
  /** Offers the rows as a workbook, too. */
  hasBook?: boolean;
  /** A table with a handful of rows needs no filter. */
  hasToolbar?: boolean;
  /** Rows come in pages, filtered and sorted by the server. */
  served?: Served<Row>;
  /** Its columns are compared, so it stays a scrolling table on a phone. Other tables become one card of names and values per row. */
  isMatrix?: boolean;
}

/** A native table: sortable, filterable, selectable with Shift and keyboard, printable, as CSV, and virtual above 100 rows. */
export function DataTable<Row>({
  caption,
  isCaptionHidden = false,
  rows: all,
  columns: allColumns,
  rowKey,
  rowName,
  state: given,
  initialState = EMPTY_TABLE_STATE,
  onStateChange,
  selected,
  onSelectedChange,
  bulkActions,
  rowActions,
  tools,
  empty,
  isLoading = false,
  fileColumns = [],
  fileName,
  hasBook = false,
  hasToolbar = true,
  served,
  isMatrix = false,
}: DataTableProps<Row>) {
  const [own, setOwn] = useState(initialState);
  const state = given ?? own;
  const change = (part: Partial<TableState>) => {
    const next = { ...state, ...part };
    setOwn(next);
    onStateChange?.(next);
  };
  /** Search text of a served list, until Enter submits it. */
  const [typed, setTyped] = useState<string | null>(null);
  const search = (filter: string) => {
    setTyped(null);
    change({ filter });
  };
  const isPrinting = usePrinting();
  /** All rows of a served list, during printing. */
  const [onPaper, setOnPaper] = useState<readonly Row[] | null>(null);
  // The server has sorted and filtered its rows.
  const shown = served ? { ...state, sort: null, filter: '' } : state;
  const { rows, columns } = selectRows(onPaper ?? all, allColumns, shown, getLocale());
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const role = isVirtual || !isMatrix ? withRole : withoutRole;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const anchor = useRef<string | null>(null);
  /** Index of the row about to be focused. */
  const goal = useRef<number | null>(null);
  const [focused, setFocused] = useState(0);
  /** Height above the first row, in px. */
  const [margin, setMargin] = useState(0);
  /** Width of the row actions, in px: each row is its own grid, and its columns must match the headings. */
  const [actionsWidth, setActionsWidth] = useState(0);
  useLayoutEffect(() => {
    if (!isVirtual) return;
    const table = scroller.current?.querySelector('table');
    const [head, body] = [table?.getBoundingClientRect(), table?.tBodies[0]?.getBoundingClientRect()];
    if (head && body) setMargin(body.top - head.top);
  }, [isVirtual]);
  // On every render: the rows come after the table, and later ones may be wider.
  useLayoutEffect(() => {
    if (!isVirtual || !rowActions) return;
    const cells = scroller.current?.querySelectorAll(`tbody .${s.actions}`) ?? [];
    const widest = Math.max(0, ...[...cells].map((cell) => cell.getBoundingClientRect().width));
    setActionsWidth((known) => Math.max(known, widest));
  });
  const order = rows.map(rowKey);
  const header = allColumns.find(({ isRowHeader }) => isRowHeader) ?? allColumns[0];
  const nameOf = (row: Row) => rowName?.(row) ?? (header ? cellText(header, row) : rowKey(row));
  const isSelectable = selected !== undefined;

  const select = (next: ReadonlySet<string>) => onSelectedChange?.(next);
  const toggle = (key: string, isRange: boolean) => {
    if (!selected) return;
    select(toggleRows(order, selected, key, isRange ? anchor.current : null));
    if (!isRange || anchor.current === null) anchor.current = key;
  };
  const focusRow = (index: number) => {
    goal.current = index;
    if (!seek(FRAMES)) virtual.current?.scrollToIndex(index, { align: 'center' });
  };
  /** A row out of sight is not in the document yet, so this looks for it frame by frame. Keys pressed meanwhile move the goal. */
  const seek = (frames: number): boolean => {
    const row = scroller.current?.querySelector<HTMLInputElement>(`[data-row="${goal.current}"]`);
    if (row) row.focus();
    else if (frames) requestAnimationFrame(() => seek(frames - 1));
    if (row || !frames) goal.current = null;
    return Boolean(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const index = goal.current ?? at;
    const key = order[index] ?? '';
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) {
      event.preventDefault();
      const next = order[index + step];
      if (next === undefined || !selected) return;
      if (event.shiftKey) {
        const from = anchor.current ?? key;
        anchor.current = from;
        const keep = selected.has(from) ? selected : new Set([...selected, from]);
        // Moving back toward the anchor deselects the row left behind.
        const isBack = Math.abs(order.indexOf(from) - (index + step)) < Math.abs(order.indexOf(from) - index);
        const changed = new Set(toggleRows(order, keep, next, from));
        if (isBack) changed.delete(key);
        select(changed);
      }
      focusRow(index + step);
    } else if (event.key === ' ' && event.shiftKey) {
      event.preventDefault();
      toggle(key, true);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      select(new Set([...(selected ?? []), ...order]));
    }
  };

  const inFile = async () =>
    tableCells(
      served ? await served.all() : rows,
      columns.flatMap<Column<Row>>((column) => (column === header ? [column, ...fileColumns] : [column])),
    );
  const saveCsv = async () => downloadText(`${fileName}.csv`, 'text/csv', await toCsv(await inFile()));
  const saveBook = async () => downloadBlob(`${fileName}.xlsx`, await (await import('../../common/csv/book.ts')).bookOf(await inFile()));
  const print = async () => {
    if (served && served.total > all.length) {
      const every = await served.all();
      flushSync(() => setOnPaper(every));
    }
    window.print();
    setOnPaper(null);
  };

  const widths = columns.map(({ width = 'm' }) => WIDTH[width]);
  const least = widths.reduce((sum, [min]) => sum + min, 0) + (isSelectable ? 3 : 0) + (rowActions ? 4 : 0);
  const shares = widths.reduce((sum, [min]) => sum + min + PADDING, 0);
  const template = [
    isSelectable ? '3rem' : '',
    ...widths.map(([min, share]) => `minmax(${min}rem, ${share}fr)`),
    rowActions ? `minmax(${actionsWidth > 0 ? `${actionsWidth}px` : '4rem'}, max-content)` : '',
  ].join(' ');

  const cells = (row: Row, index: number) => {
    const key = rowKey(row);
    return (
      <>
        {isSelectable ? (
          <td className={s.check} {...role('cell')}>
            <label>
              <input
                type="checkbox"
                className={box.box}
                data-row={index}
                aria-label={m.ui_table_select({ name: nameOf(row) })}
                checked={selected.has(key)}
                onChange={(event) => toggle(key, (event.nativeEvent as MouseEvent).shiftKey === true)}
                onFocus={() => setFocused(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
            </label>
          </td>
        ) : null}
        {columns.map((column) => {
          const text = cellText(column, row);
          const content = column.look ? column.look(text, row) : text;
          return column === header ? (
            <th
              key={column.key}
              scope="row"
              {...role('rowheader')}
              data-align={column.align}
              data-label={isMatrix ? undefined : column.header}
            >
              {content}
            </th>
          ) : (
            <td
              key={column.key}
              {...role('cell')}
              data-align={column.align}
              data-label={isMatrix || text === '' ? undefined : column.header}
            >
              {content}
            </td>
          );
        })}
        {rowActions ? (
          <td className={s.actions} {...role('cell')}>
            {rowActions(row)}
          </td>
        ) : null}
      </>
    );
  };

  const selectedHere = isSelectable ? order.filter((key) => selected.has(key)).length : 0;
  const selectedOfAll = selected?.size ? all.filter((row) => selected.has(rowKey(row))).length : 0;
  const isFilteredAway = served ? served.total === 0 && state.filter !== '' : all.length > 0 && rows.length === 0;
  const isEmpty = all.length === 0 && !isLoading && !isFilteredAway;
  const most = served?.total ?? all.length;

  return (
    <div className={s.wrap}>
      {hasToolbar && !isEmpty ? (
        <div className={s.toolbar}>
          <div className={s.filter}>
            <SearchField
              label={served ? m.ui_table_search() : m.ui_table_filter()}
              isLabelHidden
              placeholder={served ? m.ui_table_search() : m.ui_table_filter()}
              {...(served
                ? { value: typed ?? state.filter, onChange: setTyped, onSubmit: search, onClear: () => search('') }
                : { value: state.filter, onChange: (filter: string) => change({ filter }) })}
            />
          </div>
          {tools}
          <span className={s.count} role="status">
            {isLoading
              ? m.ui_loading()
              : rows.length === most
                ? m.ui_table_count({ count: most })
                : m.ui_table_count_of({ count: rows.length, all: most })}
          </span>
          <span className={s.icons}>
            <Popover
              trigger={<IconButton icon={IconColumns3} label={m.ui_table_columns()} />}
              label={m.ui_table_columns()}
              placement="bottom end"
            >
              <Stack gap={1}>
                {allColumns.map((column) => (
                  <Checkbox
                    key={column.key}
                    label={column.header}
                    isSelected={!state.hidden.includes(column.key)}
                    reason={column === header ? m.ui_table_column_fixed() : null}
                    onChange={(isShown) =>
                      change({ hidden: isShown ? state.hidden.filter((key) => key !== column.key) : [...state.hidden, column.key] })
                    }
                  />
                ))}
              </Stack>
            </Popover>
            <IconButton icon={IconDownload} label={m.ui_table_csv()} onPress={() => void saveCsv()} />
            {hasBook ? <IconButton icon={IconTable} label={m.ui_table_book()} onPress={() => void saveBook()} /> : null}
            <IconButton icon={IconPrinter} label={m.ui_table_print()} onPress={() => void print()} />
          </span>
        </div>
      ) : null}
      {selectedOfAll ? (
        <div className={s.bulk}>
          <span role="status">{m.ui_table_selected({ count: selectedOfAll })}</span>
          {bulkActions}
          <Button size="small" variant="quiet" onPress={() => select(new Set())}>
            {m.ui_table_select_none()}
          </Button>
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={scroller} className={cx(s.scroller, isVirtual && s.virtual, !isMatrix && s.stacked)} aria-label={caption} tabIndex={0}>
        <table
          {...role('table')}
          aria-rowcount={isVirtual ? rows.length + 1 : undefined}
          aria-busy={isLoading || undefined}
          style={{ '--columns': template, '--least': `${least}rem`, '--shares': shares } as React.CSSProperties}
        >
          <caption className={isCaptionHidden ? hidden.hidden : s.caption}>{caption}</caption>
          <thead {...role('rowgroup')}>
            <tr {...role('row')} aria-rowindex={isVirtual ? 1 : undefined}>
              {isSelectable ? (
                <th className={s.check} {...role('columnheader')} scope="col">
                  <label>
                    <input
                      type="checkbox"
                      className={box.box}
                      aria-label={m.ui_table_select_all()}
                      checked={selectedHere > 0 && selectedHere === rows.length}
                      ref={(input) => {
                        if (input) input.indeterminate = selectedHere > 0 && selectedHere < rows.length;
                      }}
                      onChange={() => {
                        const next = new Set(selected);
                        for (const key of order) {
                          if (selectedHere === rows.length) next.delete(key);
                          else next.add(key);
                        }
                        select(next);
                      }}
                    />
                  </label>
                </th>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} state={state} change={change} role={role} />
              ))}
              {rowActions ? (
                <th className={s.actions} {...role('columnheader')} scope="col">
                  <span className={hidden.hidden}>{m.ui_table_actions()}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          {isVirtual ? (
            <Rows value={isSelectable ? selected : null}>
              <Virtualizer
                ref={virtual}
                as={VirtualBody}
                item={VirtualRow}
                scrollRef={scroller}
                startMargin={margin}
                itemSize={48}
                bufferSize={480}
                keepMounted={[Math.min(focused, rows.length - 1)]}
                data={rows}
              >
                {(row, index) => <VirtualCells key={rowKey(row)} render={() => cells(row, index)} />}
              </Virtualizer>
            </Rows>
          ) : (
            <tbody {...role('rowgroup')}>
              {isLoading && rows.length === 0
                ? [1, 2, 3, 4, 5, 6].map((row) => (
                    <tr key={row} {...role('row')}>
                      {isSelectable ? <td {...role('cell')} /> : null}
                      {columns.map(({ key }) => (
                        <td key={key} {...role('cell')}>
                          <Bone />
                        </td>
                      ))}
                      {rowActions ? <td {...role('cell')} /> : null}
                    </tr>
                  ))
                : rows.map((row, index) => (
                    <tr key={rowKey(row)} {...role('row')}>
                      {cells(row, index)}
                    </tr>
                  ))}
            </tbody>
          )}
          {isVirtual && isPrinting ? <PaperRows rows={rows} columns={columns} header={header} rowKey={rowKey} /> : null}
        </table>
        {isEmpty ? empty : null}
        {isFilteredAway ? (
          <EmptyState
            art="search"
            title={m.ui_table_filtered_away()}
            action={<Button onPress={() => change({ filter: '' })}>{m.ui_table_filter_clear()}</Button>}
          >
            {m.ui_table_filtered_away_hint({ filter: state.filter })}
          </EmptyState>
        ) : null}
      </section>
      {served && all.length < served.total ? (
        <Button isPending={served.isBusy} onPress={served.onMore}>
          {m.ui_table_more()}
        </Button>
      ) : null}
    </div>
  );
}

/** Some browsers drop table semantics from elements with grid or block layout, so the roles are explicit. */
const withRole = (role: string) => ({ role });
const withoutRole = () => ({});

/** Redraws rows when the selection changes, although virtua keeps their elements. */
const Rows = createContext<ReadonlySet<string> | null>(null);

function VirtualCells({ render }: { render: () => ReactNode }) {
  use(Rows);
  return render();
}

function VirtualBody({ style, children, ref }: { style: React.CSSProperties; children: ReactNode; ref?: Ref<HTMLTableSectionElement> }) {
  return (
    <tbody ref={ref} {...withRole('rowgroup')} style={style}>
      {children}
    </tbody>
  );
}

function VirtualRow({ style, index, children, ref }: CustomItemComponentProps) {
  return (
    <tr
      ref={ref as Ref<HTMLTableRowElement>}
      {...withRole('row')}
      aria-rowindex={index + 2}
      data-odd={index % 2 === 1 || undefined}
      style={style}
    >
      {children}
    </tr>
  );
}

interface PaperRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  header: TableColumn<Row> | undefined;
  rowKey: (row: Row) => string;
}

/**
 * All rows of a long table, for print only. Plain cell text outside of the screen's layout, so that thousands of rows render before the
 * browser prints, and the screen does not change.
 */
function PaperRows<Row>({ rows, columns, header, rowKey }: PaperRowsProps<Row>) {
  return (
    <tbody className={s.paper}>
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map((column) =>
            column === header ? (
              <th key={column.key} scope="row" data-align={column.align}>
                {cellText(column, row)}
              </th>
            ) : (
              <td key={column.key} data-align={column.align}>
                {cellText(column, row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  );
}

interface HeaderCellProps<Row> {
  column: TableColumn<Row>;
  state: TableState;
  change: (part: Partial<TableState>) => void;
  role: (name: string) => object;
}

function HeaderCell<Row>({ column, state, change, role }: HeaderCellProps<Row>) {
  const sorted = state.sort?.key === column.key ? state.sort : null;
  const [narrowest] = WIDTH[column.width ?? 'm'];
  const Arrow = sorted ? (sorted.isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      {...role('columnheader')}
      data-align={column.align}
      data-long={column.header.length > LONG || undefined}
      style={{ '--narrowest': `${narrowest}rem`, '--share': narrowest + PADDING } as React.CSSProperties}
      aria-sort={sorted ? (sorted.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {column.isUnsortable ? (
        column.header
      ) : (
        <button
          type="button"
          className={s.sort}
          data-sorted={sorted ? true : undefined}
          onClick={() => change({ sort: { key: column.key, isDescending: sorted ? !sorted.isDescending : false } })}
        >
          {column.header}
          <Arrow size={16} stroke={2} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

/** True while the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the print right after the event, so the rows must be rendered by then.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
