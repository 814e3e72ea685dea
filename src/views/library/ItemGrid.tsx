import { useLayoutEffect, useRef, useState } from 'react';
import { WindowVirtualizer } from 'virtua';
import type { LibraryItem } from '../../../contract/library.ts';
import { ItemCard } from './ItemCard.tsx';
import s from './library.module.css';
import type { Shelf } from './shelf.ts';

/** Up to this many items, all are in the document; beyond it, only visible rows. */
const mostPlain = 100;

interface ItemGridProps {
  items: readonly LibraryItem[];
  shelf: Shelf;
  label: string;
  selected?: number | null;
  onOpen?: (itemId: number) => void;
}

/** Item cards in as many columns as fit. */
export function ItemGrid({ items, shelf, label, selected = null, onOpen }: ItemGridProps) {
  const isVirtual = items.length > mostPlain;
  const ruler = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = ruler.current;
    if (!element || !isVirtual) return;
    const measure = () => setColumns(getComputedStyle(element).gridTemplateColumns.split(' ').length);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isVirtual]);
  const card = (item: LibraryItem, index: number) => {
    const given = shelf.cardOf(item);
    return (
      <li key={item.item_id} aria-setsize={items.length} aria-posinset={index + 1}>
        <ItemCard
          {...given}
          isSelected={item.item_id === selected}
          onOpen={() => {
            given.onOpen();
            onOpen?.(item.item_id);
          }}
        />
      </li>
    );
  };
  if (!isVirtual)
    return (
      <ul className={s.grid} aria-label={label}>
        {items.map(card)}
      </ul>
    );
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) => items.slice(row * columns, (row + 1) * columns));
  return (
    <>
      <div ref={ruler} className={s.grid} aria-hidden="true" />
      <WindowVirtualizer data={rows}>
        {(row, index) => (
          <ul key={row[0]?.item_id} className={s.gridRow} aria-label={label}>
            {row.map((item, place) => card(item, index * columns + place))}
          </ul>
        )}
      </WindowVirtualizer>
    </>
  );
}
