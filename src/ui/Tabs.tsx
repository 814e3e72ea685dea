import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Anchor } from './Anchor.tsx';
import s from './Tabs.module.css';

export interface TabItem {
  key: string;
  label: ReactNode;
  /** A number or Badge after the label. */
  badge?: ReactNode;
  /** Address of the tab, so that Back and links work. The page at that address then shows the content. */
  href?: string;
  content: ReactNode;
}

interface TabsProps {
  /** Name of the tab list for screen readers. */
  label: string;
  items: readonly TabItem[];
  selected?: string;
  onChange?: (key: string) => void;
}

/** Index of the tab that a key moves to, of `count` in a row; undefined for other keys. */
function moved(key: string, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  return undefined;
}

/** Parts of one screen, shown one at a time. Arrow keys, Home and End move along the tabs and select at once. */
export function Tabs({ label, items, selected, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(items[0]?.key);
  const current = items.find(({ key }) => key === (selected ?? own)) ?? items[0];
  const currentKey = current?.key;
  // On a phone the tabs are wider than the screen. Scroll the selected one into view without moving the page.
  useEffect(() => {
    const row = list.current;
    const tab = currentKey === undefined ? null : row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(currentKey)}"]`);
    if (!row || !tab) return;
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [currentKey]);
  const show = (key: string) => {
    setOwn(key);
    if (key !== current?.key) onChange?.(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next =
      items[
        moved(
          event.key,
          items.findIndex(({ key }) => key === current?.key),
          items.length,
        ) ?? -1
      ];
    if (!next) return;
    event.preventDefault();
    const tab = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`);
    tab?.focus();
    if (next.href === undefined) show(next.key);
    else tab?.click();
  };
  return (
    <div className={s.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={s.list}>
        {items.map(({ key, label: words, badge, href }) => {
          const isSelected = key === current?.key;
          const tab = {
            role: 'tab',
            id: `${id}-${key}`,
            'data-key': key,
            'aria-selected': isSelected,
            'aria-controls': isSelected ? `${id}-panel` : undefined,
            'data-selected': isSelected || undefined,
            tabIndex: isSelected ? 0 : -1,
            className: s.tab,
            onKeyDown,
          };
          const content = (
            <>
              {words}
              {badge === undefined ? null : <span className={s.badge}>{badge}</span>}
            </>
          );
          return href === undefined ? (
            <button key={key} type="button" {...tab} onClick={() => show(key)}>
              {content}
            </button>
          ) : (
            <Anchor key={key} href={href} {...tab}>
              {content}
            </Anchor>
          );
        })}
      </div>
      {current ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may be longer than the screen without anything focusable inside
        <div key={current.key} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`} tabIndex={0} className={s.panel}>
          {current.content}
        </div>
      ) : null}
    </div>
  );
}
