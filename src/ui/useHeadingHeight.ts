import { type RefObject, useEffect, useState } from 'react';

/**
 * The height above the first row, in px, of a table that scrolls by itself under its heading. Keeps focused rows clear of it.
 *
 * @param scroller scrolls the table
 */
export function useHeadingHeight(scroller: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  // No layout effect: the rows would run theirs before the ref of what scrolls them is set.
  useEffect(() => {
    const table = scroller.current?.querySelector('table');
    if (!scroller.current || !table?.tHead) return;
    const { style } = scroller.current;
    const measure = () => {
      const above = (table.tBodies[0]?.getBoundingClientRect().top ?? 0) - table.getBoundingClientRect().top;
      style.scrollPaddingBlockStart = `${above}px`;
      setHeight(above);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    // Headings wrap as the window gets narrower.
    const observer = new ResizeObserver(measure);
    observer.observe(table.tHead);
    return () => {
      observer.disconnect();
      style.removeProperty('scroll-padding-block-start');
    };
  }, [scroller]);
  return height;
}
