import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { VirtualizerHandle } from 'virtua';
import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { usePrinting } from './DataTableRows.tsx';
import { FileButtons } from './DataTableTools.tsx';
import hidden from './hidden.module.css';
import { IconButton } from './IconButton.tsx';
import { IconPrinter } from './icons.ts';
import { Mark, type MarkShape } from './Mark.tsx';
import s from './MarkGrid.module.css';
import { VIRTUAL_FROM, withRole } from './tableColumns.ts';
import { type Column, cellText, tableCells } from './tableState.ts';
import { useHeadingHeight } from './useHeadingHeight.ts';

const VirtualRows = lazy(() => import('./VirtualRows.tsx')) as unknown as typeof import('./VirtualRows.tsx')['default'];

/** A value as a shape. The column's text says the same in words. */
export interface CellMark {
  shape: MarkShape;
  /** One or two characters beside the shape, or a number. The text must contain what they say. */
  short?: string | undefined;
  /** Where the cell leads. */
  href?: string | undefined;
}

export interface GridColumn<Row> extends Column<Row> {
  /** Draws the cell as a shape. Absent: the cell shows its text. */
  mark?: (row: Row) => CellMark;
  /** What the short header stands for. */
  title?: string | undefined;
  /** Where the header leads. */
  href?: string | undefined;
  /** Where the text of a cell leads. */
  link?: ((row: Row) => string | null) | undefined;
  /** The header is a phrase, and needs the room for it. */
  isWide?: boolean | undefined;
  /** Its shapes have numbers beside them, and need the room for them. */
  hasNumbers?: boolean | undefined;
}

interface MarkGridProps<Row> {
  caption: string;
  isCaptionHidden?: boolean;
  /** Rows and columns in the order in which they are shown. The first column names the row. */
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowKey: (row: Row) => string;
  /** What each shape means. */
  legend: readonly (readonly [shape: MarkShape, text: string])[];
  /** More controls beside the legend. */
  tools?: ReactNode;
  /** More columns in files, after the first. */
  fileColumns?: readonly Column<Row>[];
  /** File name without extension. */
  fileName: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** A cell by its place: row −1 is the heading. */
type Place = readonly [row: number, column: number];

/** Rows that Page Up and Page Down skip. */
const page = 10;

/** Where a key leads from a place; null for other keys. */
function placeFrom({ key, ctrlKey, metaKey }: KeyboardEvent, [row, column]: Place, last: Place): Place | null {
  const isFar = ctrlKey || metaKey;
  const to: Record<string, Place> = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: [isFar ? -1 : row, 0],
    End: [isFar ? last[0] : row, last[1]],
  };
  const place = to[key];
  return place ? within(place, last) : null;
}

const within = ([row, column]: Place, last: Place): Place => [Math.min(Math.max(row, -1), last[0]), Math.min(Math.max(column, 0), last[1])];

const placeOf = (element: Element): Place | null => {
  const at = element.closest('[data-at]')?.getAttribute('data-at')?.split(' ').map(Number);
  return at ? [at[0] as number, at[1] as number] : null;
};

/**
 * A grid of shapes, for patterns in many values: as many rows as wanted, the first column and the headings stay in sight, arrow keys go
 * from cell to cell (the grid pattern of ARIA), and Enter opens the cell's link. The cell under the pointer or with the focus is also
 * written below in words. It prints in full, and its shapes do not need color.
 */
export function MarkGrid<Row>({
  caption,
  isCaptionHidden = false,
  rows,
  columns,
  rowKey,
  legend,
  tools,
  fileColumns = [],
  fileName,
  empty,
}: MarkGridProps<Row>) {
  const [wanted, setAt] = useState<Place>([0, 0]);
  const last: Place = [rows.length - 1, columns.length - 1];
  // The rows may have become fewer.
  const at = within(wanted, last);
  const isPrinting = usePrinting();
  const isVirtual = rows.length >= VIRTUAL_FROM && !isPrinting;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [first, ...others] = columns;

  if (rows.length === 0 || !first) return empty;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = placeOf(event.target as Element);
    const to = from && placeFrom(event, from, last);
    if (!to) return;
    event.preventDefault();
    // Mounts the row if it is out of sight.
    flushSync(() => setAt(to));
    if (isVirtual && to[0] >= 0) virtual.current?.scrollToIndex(to[0], { align: 'nearest' });
    scroller.current?.querySelector<HTMLElement>(`[data-at="${to.join(' ')}"]`)?.focus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const to = placeOf(target);
    if (to) setAt(to);
  };
  const tabAt = (row: number, column: number) => ({
    'data-at': `${row} ${column}`,
    tabIndex: row === at[0] && column === at[1] ? 0 : -1,
  });
  const inWords = ([row, column]: Place): string => {
    const [of, under] = [rows[row], columns[column]];
    const names = [...(of ? [cellText(first, of)] : []), ...(under && (column > 0 || !of) ? [under.title ?? under.header] : [])];
    return `${names.join(' · ')}${of && under && column > 0 ? `: ${cellText(under, of)}` : ''}`;
  };
  const cellsOf = (row: Row, index: number) =>
    columns.map((column, number) => <Cell key={column.key} row={row} column={column} isHeader={number === 0} tab={tabAt(index, number)} />);
  const widths = {
    '--others': others
      .map(({ mark, isWide, hasNumbers }) =>
        isWide ? 'var(--wide)' : hasNumbers ? 'var(--numbers)' : mark ? 'var(--narrow)' : 'var(--plain)',
      )
      .join(' '),
    '--on-paper': others.map(({ mark, isWide }) => `minmax(0, ${isWide || !mark ? 2 : 1}fr)`).join(' '),
  } as React.CSSProperties;
  return (
    <div className={s.wrap}>
      <div className={s.tools}>
        <ul className={s.legend} aria-label={m.ui_grid_legend()}>
          {legend.map(([shape, text]) => (
            <li key={shape}>
              <Mark shape={shape} />
              {text}
            </li>
          ))}
        </ul>
        <div className={s.controls}>
          {tools}
          <span className={s.icons}>
            <FileButtons name={fileName} cells={async () => tableCells(rows, [first, ...fileColumns, ...others])} hasBook />
            <IconButton icon={IconPrinter} label={m.ui_table_print()} onPress={() => window.print()} />
          </span>
        </div>
      </div>
      <div ref={scroller} className={s.scroller}>
        <table
          {...withRole('grid')}
          className={s.grid}
          style={widths}
          aria-rowcount={isVirtual ? rows.length + 1 : undefined}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <caption className={isCaptionHidden ? hidden.hidden : s.caption}>{caption}</caption>
          <thead {...withRole('rowgroup')}>
            <tr {...withRole('row')} aria-rowindex={isVirtual ? 1 : undefined}>
              {columns.map(({ key, header, title, href, mark }, number) => {
                const tab = tabAt(-1, number);
                const name = title === undefined ? {} : { 'aria-label': `${header}: ${title}` };
                return (
                  <th
                    key={key}
                    scope="col"
                    {...withRole('columnheader')}
                    data-mark={mark !== undefined || undefined}
                    {...(href ? {} : { ...tab, ...name })}
                  >
                    {href ? (
                      <Anchor className={s.name} href={href} {...tab} {...name}>
                        {header}
                      </Anchor>
                    ) : (
                      header
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          {isVirtual ? (
            <Suspense fallback={<PlainRows scroller={scroller} rows={rows.slice(0, VIRTUAL_FROM)} rowKey={rowKey} cellsOf={cellsOf} />}>
              <VirtualRows ref={virtual} rows={rows} scrollRef={scroller} kept={Math.max(0, at[0])}>
                {(row, index) => <Fragment key={rowKey(row)}>{cellsOf(row, index)}</Fragment>}
              </VirtualRows>
            </Suspense>
          ) : (
            <PlainRows scroller={scroller} rows={rows} rowKey={rowKey} cellsOf={cellsOf} />
          )}
        </table>
      </div>
      <InWords scroller={scroller} inWords={inWords} />
    </div>
  );
}

interface CellProps<Row> {
  row: Row;
  column: GridColumn<Row>;
  isHeader: boolean;
  /** Goes to the element that takes the focus. */
  tab: { 'data-at': string; tabIndex: number };
}

function Cell<Row>({ row, column, isHeader, tab }: CellProps<Row>) {
  const mark = column.mark?.(row);
  const text = cellText(column, row);
  const href = mark ? mark.href : column.link?.(row);
  const content = mark ? (
    <>
      <Mark shape={mark.shape} />
      {mark.short === undefined ? null : <span className={s.short} data-short={mark.short} aria-hidden="true" />}
      <span className={hidden.hidden}>{text}</span>
    </>
  ) : (
    text
  );
  const inside = href ? (
    <Anchor className={mark ? s.cell : s.name} href={href} {...tab}>
      {content}
    </Anchor>
  ) : mark ? (
    <span className={s.cell}>{content}</span>
  ) : (
    content
  );
  return isHeader ? (
    <th scope="row" {...withRole('rowheader')} {...(href ? {} : tab)}>
      {inside}
    </th>
  ) : (
    <td {...withRole('gridcell')} data-mark={mark !== undefined || undefined} {...(href ? {} : tab)}>
      {inside}
    </td>
  );
}

interface PlainRowsProps<Row> extends Pick<MarkGridProps<Row>, 'rows' | 'rowKey'> {
  scroller: RefObject<HTMLElement | null>;
  cellsOf: (row: Row, index: number) => ReactNode;
}

function PlainRows<Row>({ scroller, rows, rowKey, cellsOf }: PlainRowsProps<Row>) {
  useHeadingHeight(scroller);
  return (
    <tbody {...withRole('rowgroup')}>
      {rows.map((row, index) => (
        <tr key={rowKey(row)} {...withRole('row')}>
          {cellsOf(row, index)}
        </tr>
      ))}
    </tbody>
  );
}

interface InWordsProps {
  scroller: RefObject<HTMLElement | null>;
  inWords: (place: Place) => string;
}

/** The cell under the pointer or with the focus, in words. Hidden from screen readers, which read the cell. */
function InWords({ scroller, inWords }: InWordsProps) {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const grid = scroller.current;
    const look = ({ target }: Event) => setPlace(placeOf(target as Element) ?? null);
    for (const kind of ['pointerover', 'focusin']) grid?.addEventListener(kind, look);
    return () => {
      for (const kind of ['pointerover', 'focusin']) grid?.removeEventListener(kind, look);
    };
  }, [scroller]);
  return (
    <p className={s.words} aria-hidden="true">
      {place ? inWords(place) : m.ui_grid_help()}
    </p>
  );
}
