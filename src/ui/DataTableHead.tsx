import { use } from 'react';
import { m } from '../paraglide/messages.js';
import box from './Checkbox.module.css';
import s from './DataTable.module.css';
import hidden from './hidden.module.css';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from './icons.ts';
import { type Grid, LONG, PADDING, type TableColumn, widthOf } from './tableColumns.ts';
import { type Selection, SelectionContext } from './tableSelection.ts';
import type { TableState } from './tableState.ts';

type Sort = TableState['sort'];

interface HeadProps<Row> {
  grid: Grid<Row>;
  isVirtual: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The headings of a table. */
export function Head<Row>({ grid, isVirtual, sort, onSort }: HeadProps<Row>) {
  const selection = use(SelectionContext);
  const { columns, role } = grid;
  return (
    <thead {...role('rowgroup')}>
      <tr {...role('row')} aria-rowindex={isVirtual ? 1 : undefined}>
        {selection ? (
          <th className={s.check} {...role('columnheader')} scope="col">
            <SelectAll selection={selection} />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} role={role} />
        ))}
        {grid.rowActions ? (
          <th className={s.actions} {...role('columnheader')} scope="col">
            <span className={hidden.hidden}>{m.ui_table_actions()}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SelectAll({ selection: { selected, select, order } }: { selection: Selection }) {
  const here = order.filter((key) => selected.has(key)).length;
  return (
    <label>
      <input
        type="checkbox"
        className={box.box}
        aria-label={m.ui_table_select_all()}
        checked={here > 0 && here === order.length}
        ref={(input) => {
          if (input) input.indeterminate = here > 0 && here < order.length;
        }}
        onChange={() => {
          const next = new Set(selected);
          for (const key of order) {
            if (here === order.length) next.delete(key);
            else next.add(key);
          }
          select(next);
        }}
      />
    </label>
  );
}

interface HeaderCellProps<Row> extends Pick<HeadProps<Row>, 'sort' | 'onSort'>, Pick<Grid<Row>, 'role'> {
  column: TableColumn<Row>;
}

function HeaderCell<Row>({ column, sort, onSort, role }: HeaderCellProps<Row>) {
  const sorted = sort?.key === column.key ? sort : null;
  const [narrowest] = widthOf(column);
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
          onClick={() => onSort({ key: column.key, isDescending: sorted ? !sorted.isDescending : false })}
        >
          {column.align === 'end' ? null : column.header}
          <Arrow size={16} stroke={2} aria-hidden="true" />
          {column.align === 'end' ? column.header : null}
        </button>
      )}
    </th>
  );
}
