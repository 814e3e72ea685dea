import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { type GridColumn, MarkGrid } from '../../ui/MarkGrid.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { type Column, selectRows } from '../../ui/tableState.ts';
import { useAddressValue } from '../tableAddress.ts';
import type { ReportGrid, ReportTable, Say } from './declaration.ts';
import { byShare } from './gridOrder.ts';
import { useOnward } from './onward.ts';
import { toColumn } from './units.ts';

interface GridOfReportProps<Row, Key extends string> {
  table: ReportTable<Row, Key>;
  grid: ReportGrid;
  rows: readonly Row[];
  say: Say;
  /** File name without extension. */
  fileName: string;
  fileColumns: readonly Column<Row>[];
  /** Separates its state in the address from that of other tables. */
  prefix: string;
  isCaptionHidden: boolean;
  empty: ReactNode;
}

/** A table of a report as a grid of shapes. Its order is in the address; the file has the same order. */
export default function GridOfReport<Row, Key extends string>({
  table: { columns, rowKey, caption, sort, drill },
  grid: { legend, declared, rowsBy = 'total' },
  rows,
  say,
  prefix,
  ...props
}: GridOfReportProps<Row, Key>) {
  const [order, setOrder] = useAddressValue(`${prefix}order`, 'share');
  const onward = useOnward();
  const keys = (Object.keys(columns) as Key[]).filter((key) => columns[key].only === undefined);
  const header = keys.find((key) => columns[key].isRowHeader) ?? keys[0];
  // No links while names are hidden: they lead to pages with names.
  const to = (href: string | null | undefined) => (href && !say.areNamesHidden ? onward(href) : undefined);
  const toGridColumn = (key: Key): GridColumn<Row> => {
    const column = columns[key];
    const { mark, head } = column;
    return {
      ...toColumn(key, column, say),
      title: head?.title,
      href: to(head?.href),
      isWide: head?.isWide,
      hasNumbers: head?.hasNumbers,
      ...(key === (drill?.from ?? header) && drill ? { link: (row: Row) => to(drill.to(row)) ?? null } : {}),
      ...(mark
        ? {
            mark: (row: Row) => {
              const { shape, short, href } = mark(row, say);
              return { shape, short, href: to(href) };
            },
          }
        : {}),
    };
  };
  const by = sort === undefined ? null : { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
  const declaredRows = selectRows(rows, keys.map(toGridColumn), { sort: by, filter: '', hidden: [] }, getLocale()).rows;
  const first = [...keys.filter((key) => key === header), ...keys.filter((key) => key !== header)];
  const shown = declared && order === 'share' ? byShare(columns, first, declaredRows, say, rowsBy) : { rows: declaredRows, keys: first };
  return (
    <MarkGrid
      {...props}
      caption={caption()}
      rows={shown.rows}
      columns={shown.keys.map(toGridColumn)}
      rowKey={(row) => String(rowKey(row))}
      legend={legend()}
      tools={
        declared ? (
          <SegmentedControl
            label={m.reports_grid_order()}
            value={order === 'share' ? 'share' : 'declared'}
            onChange={setOrder}
            options={[
              { key: 'share', label: m.reports_grid_sorted() },
              { key: 'declared', label: declared() },
            ]}
          />
        ) : null
      }
    />
  );
}
