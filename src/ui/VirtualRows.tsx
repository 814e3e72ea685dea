import type { ComponentProps, ReactElement, ReactNode, Ref } from 'react';
import { type CustomItemComponentProps, Virtualizer } from 'virtua';
import { withRole } from './tableColumns.ts';

/** `startMargin`: height above the first row, in px. */
interface VirtualRowsProps<Row> extends Pick<ComponentProps<typeof Virtualizer>, 'ref' | 'scrollRef' | 'startMargin'> {
  rows: readonly Row[];
  /** Index of the row that stays in the document even out of sight, because it may have the focus. */
  kept: number;
  /** The cells of a row. */
  children: (row: Row, index: number) => ReactElement;
}

/** Rows of which only those in sight are in the document. */
export default function VirtualRows<Row>({ rows, kept, ...place }: VirtualRowsProps<Row>) {
  return (
    <Virtualizer
      {...place}
      as={VirtualBody}
      item={VirtualRow}
      itemSize={48}
      bufferSize={480}
      keepMounted={[Math.min(kept, rows.length - 1)]}
      data={rows}
    />
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
