import type { ReactNode, Ref, RefObject } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { Cells, type RowsProps } from './DataTableRows.tsx';
import { withRole } from './tableColumns.ts';

interface VirtualRowsProps<Row> extends RowsProps<Row> {
  ref: Ref<VirtualizerHandle>;
  scroller: RefObject<HTMLElement | null>;
  /** Height above the first row, in px. */
  margin: number;
  /** Index of the row that stays in the document even out of sight, because it may have the focus. */
  kept: number;
}

/** Rows of which only those in sight are in the document. */
export default function VirtualRows<Row>({ grid, rows, ref, scroller, margin, kept }: VirtualRowsProps<Row>) {
  return (
    <Virtualizer
      ref={ref}
      as={VirtualBody}
      item={VirtualRow}
      scrollRef={scroller}
      startMargin={margin}
      itemSize={48}
      bufferSize={480}
      keepMounted={[Math.min(kept, rows.length - 1)]}
      data={rows}
    >
      {(row, index) => <Cells key={grid.rowKey(row)} grid={grid} row={row} index={index} />}
    </Virtualizer>
  );
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
