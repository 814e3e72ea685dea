import { type RefObject, use, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '../paraglide/messages.js';
import box from './Checkbox.module.css';
import s from './DataTable.module.css';
import { Bone } from './Skeleton.tsx';
import type { Grid } from './tableColumns.ts';
import { SelectionContext } from './tableSelection.ts';
import { cellText } from './tableState.ts';

export interface RowsProps<Row> {
  grid: Grid<Row>;
  rows: readonly Row[];
}

/** Rows that are all in the document. */
export function PlainRows<Row>({ grid, rows }: RowsProps<Row>) {
  const { rowKey, role } = grid;
  return (
    <tbody {...role('rowgroup')}>
      {rows.map((row, index) => (
        <tr key={rowKey(row)} {...role('row')}>
          <Cells grid={grid} row={row} index={index} />
        </tr>
      ))}
    </tbody>
  );
}

/** Stands for rows that are still loading. */
export function RowsToCome<Row>({ grid: { columns, rowActions, role } }: Pick<RowsProps<Row>, 'grid'>) {
  const isSelectable = use(SelectionContext) !== null;
  return (
    <tbody {...role('rowgroup')}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <tr key={row} {...role('row')}>
          {isSelectable ? <td {...role('cell')} /> : null}
          {columns.map(({ key }) => (
            <td key={key} {...role('cell')}>
              <Bone />
            </td>
          ))}
          {rowActions ? <td {...role('cell')} /> : null}
        </tr>
      ))}
    </tbody>
  );
}

/** The width of the actions, in px: each virtual row is its own grid, and its columns must match the headings. 0: not measured. */
export function useActionsWidth(scroller: RefObject<HTMLElement | null>, isMeasured: boolean) {
  const [width, setWidth] = useState(0);
  // On every render: the rows come after the table, and later ones may be wider.
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const cells = scroller.current?.querySelectorAll(`tbody .${s.actions}`) ?? [];
    const widest = Math.max(0, ...[...cells].map((cell) => cell.getBoundingClientRect().width));
    setWidth((known) => Math.max(known, widest));
  });
  return width;
}

interface CellsProps<Row> {
  grid: Grid<Row>;
  row: Row;
  index: number;
}

/** The cells of a row. */
export function Cells<Row>({ grid: { columns, header, rowKey, nameOf, rowActions, isMatrix, role }, row, index }: CellsProps<Row>) {
  const selection = use(SelectionContext);
  const key = rowKey(row);
  return (
    <>
      {selection ? (
        <td className={s.check} {...role('cell')}>
          <label>
            <input
              type="checkbox"
              className={box.box}
              data-row={index}
              aria-label={m.ui_table_select({ name: nameOf(row) })}
              checked={selection.selected.has(key)}
              onChange={(event) => selection.toggle(key, (event.nativeEvent as MouseEvent).shiftKey === true)}
              onFocus={() => selection.onFocus(index)}
              onKeyDown={(event) => selection.onKeyDown(event, index)}
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
          <td key={column.key} {...role('cell')} data-align={column.align} data-label={isMatrix || text === '' ? undefined : column.header}>
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
}

/**
 * All rows of a long table, for print only. Plain cell text outside of the screen's layout, so that thousands of rows render before the
 * browser prints, and the screen does not change.
 */
export function PaperRows<Row>({ grid: { columns, header, rowKey }, rows }: RowsProps<Row>) {
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

/** True while the page is being printed. */
export function usePrinting(): boolean {
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
