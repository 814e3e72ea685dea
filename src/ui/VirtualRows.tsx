import type { ComponentProps, ReactElement, ReactNode, Ref, RefObject } from 'react';
import { type CustomItemComponentProps, Virtualizer } from 'virtua';
import { withRole } from './tableColumns.ts';
import { useHeadingHeight } from './useHeadingHeight.ts';

interface VirtualRowsProps<Row> extends Pick<ComponentProps<typeof Virtualizer>, 'ref'> {
  scrollRef: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** Index of the row that stays in the document even out of sight, because it may have the focus. */
  kept: number;
  /** The cells of a row. */
  children: (row: Row, index: number) => ReactElement;
}

/** Rows of which only those in sight are in the document. */
export default function VirtualRows<Row>({ ref, scrollRef, rows, kept, children }: VirtualRowsProps<Row>) {
  const margin = useHeadingHeight(scrollRef);
  return (
    <Virtualizer
      ref={ref}
      scrollRef={scrollRef}
      startMargin={margin}
      as={VirtualBody}
      item={VirtualRow}
      itemSize={48}
      bufferSize={480}
      keepMounted={[Math.min(kept, rows.length - 1)]}
      data={rows}
    >
      {children}
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
