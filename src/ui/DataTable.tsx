import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualizerHandle } from 'virtua';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import s from './DataTable.module.css';
import { Head } from './DataTableHead.tsx';
import { Cells, PaperRows, PlainRows, RowsToCome, useActionsWidth, usePrinting } from './DataTableRows.tsx';
import { BulkBar, ColumnChooser, FileButtons, RowCount, TableSearch, useSearch } from './DataTableTools.tsx';
import { EmptyState } from './EmptyState.tsx';
import hidden from './hidden.module.css';
import { IconButton } from './IconButton.tsx';
import { IconPrinter } from './icons.ts';
import { type Grid, type TableColumn, tableStyle, VIRTUAL_FROM, withoutRole, withRole } from './tableColumns.ts';
import { SelectionContext, useSelection } from './tableSelection.ts';
import { type Column, cellText, selectRows, type TableState, tableCells } from './tableState.ts';

export type { TableColumn } from './tableColumns.ts';

/** Loads with the first long table: most have a few dozen rows. `lazy` forgets the type parameter. */
const VirtualRows = lazy(() => import('./VirtualRows.tsx')) as unknown as typeof import('./VirtualRows.tsx')['default'];

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
  const search = useSearch(state.filter, (filter) => change({ filter }), served !== undefined);
  const isPrinting = usePrinting();
  /** All rows of a served list, during printing. */
  const [onPaper, setOnPaper] = useState<readonly Row[] | null>(null);
  // The server has sorted and filtered its rows.
  const shown = served ? { ...state, sort: null, filter: '' } : state;
  const { rows, columns } = selectRows(onPaper ?? all, allColumns, shown, getLocale());
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const header = allColumns.find(({ isRowHeader }) => isRowHeader) ?? allColumns[0];
  const nameOf = (row: Row) => rowName?.(row) ?? (header ? cellText(header, row) : rowKey(row));
  const role = isVirtual || !isMatrix ? withRole : withoutRole;
  const grid: Grid<Row> = { columns, header, rowKey, nameOf, rowActions, isMatrix, role };

  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const actionsWidth = useActionsWidth(scroller, isVirtual && rowActions !== undefined);
  const { selection, focused } = useSelection({ order: rows.map(rowKey), selected, onSelectedChange, scroller, virtual });

  const inFile = async () =>
    tableCells(
      served ? await served.all() : rows,
      columns.flatMap<Column<Row>>((column) => (column === header ? [column, ...fileColumns] : [column])),
    );
  const print = async () => {
    if (served && served.total > all.length) {
      const every = await served.all();
      flushSync(() => setOnPaper(every));
    }
    window.print();
    setOnPaper(null);
  };

  const selectedOfAll = selected?.size ? all.filter((row) => selected.has(rowKey(row))).length : 0;
  const isFilteredAway = !isLoading && (served ? served.total === 0 && state.filter !== '' : all.length > 0 && rows.length === 0);
  const isEmpty = all.length === 0 && !isLoading && !isFilteredAway;

  return (
    <div className={s.wrap}>
      {hasToolbar && !isEmpty ? (
        <div className={s.toolbar}>
          <TableSearch {...search} />
          {tools}
          <RowCount isLoading={isLoading} count={rows.length} all={served?.total ?? all.length} />
          <span className={s.icons}>
            <ColumnChooser columns={allColumns} fixed={header?.key} hidden={state.hidden} onChange={(keys) => change({ hidden: keys })} />
            <FileButtons name={fileName} cells={inFile} hasBook={hasBook} />
            <IconButton icon={IconPrinter} label={m.ui_table_print()} onPress={() => void print()} />
          </span>
        </div>
      ) : null}
      {selectedOfAll ? <BulkBar count={selectedOfAll} actions={bulkActions} onClear={() => onSelectedChange?.(new Set())} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={scroller} className={cx(s.scroller, isVirtual && s.virtual, !isMatrix && s.stacked)} aria-label={caption} tabIndex={0}>
        <SelectionContext value={selection}>
          <table
            {...role('table')}
            aria-rowcount={isVirtual ? rows.length + 1 : undefined}
            aria-busy={isLoading || undefined}
            style={tableStyle(grid, selection !== null, actionsWidth)}
          >
            <caption className={isCaptionHidden ? hidden.hidden : s.caption}>{caption}</caption>
            <Head grid={grid} isVirtual={isVirtual} sort={state.sort} onSort={(sort) => change({ sort })} />
            {isVirtual ? (
              <Suspense fallback={<PlainRows grid={grid} rows={rows.slice(0, VIRTUAL_FROM)} />}>
                <VirtualRows ref={virtual} rows={rows} scrollRef={scroller} kept={focused}>
                  {(row, index) => <Cells key={rowKey(row)} grid={grid} row={row} index={index} />}
                </VirtualRows>
              </Suspense>
            ) : isLoading && rows.length === 0 ? (
              <RowsToCome grid={grid} />
            ) : (
              <PlainRows grid={grid} rows={rows} />
            )}
            {isVirtual && isPrinting ? <PaperRows grid={grid} rows={rows} /> : null}
          </table>
        </SelectionContext>
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
