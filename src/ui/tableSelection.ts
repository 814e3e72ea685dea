import { createContext, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { toggleRows } from './tableState.ts';

/** How many frames to wait for a row that the keyboard asked for. */
const FRAMES = 30;

/** The selected rows of a table, and what changes them. */
export interface Selection {
  selected: ReadonlySet<string>;
  select: (next: ReadonlySet<string>) => void;
  /** Keys of the rows on the screen, in order. */
  order: readonly string[];
  /** `isRange`: with every row since the last one that was toggled. */
  toggle: (key: string, isRange: boolean) => void;
  onFocus: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>, index: number) => void;
}

/** Null in a table whose rows cannot be selected. A context, so that virtual rows follow although virtua keeps their elements. */
export const SelectionContext = createContext<Selection | null>(null);

export interface SelectionOptions {
  order: readonly string[];
  selected: ReadonlySet<string> | undefined;
  onSelectedChange: ((selected: ReadonlySet<string>) => void) | undefined;
  scroller: RefObject<HTMLElement | null>;
  virtual: RefObject<VirtualizerHandle | null>;
}

/** The selection of a table by mouse and keyboard, and the index of the row that had the focus last. */
export function useSelection({ order, selected, onSelectedChange, scroller, virtual }: SelectionOptions) {
  const anchor = useRef<string | null>(null);
  /** Index of the row about to be focused. */
  const goal = useRef<number | null>(null);
  const [focused, setFocused] = useState(0);

  const select = (next: ReadonlySet<string>) => onSelectedChange?.(next);
  /** A row out of sight is not in the document yet, so this looks for it frame by frame. Keys pressed meanwhile move the goal. */
  const seek = (frames: number): boolean => {
    const row = scroller.current?.querySelector<HTMLInputElement>(`[data-row="${goal.current}"]`);
    if (row) row.focus();
    else if (frames) requestAnimationFrame(() => seek(frames - 1));
    if (row || !frames) goal.current = null;
    return Boolean(row);
  };
  const focusRow = (index: number) => {
    goal.current = index;
    if (!seek(FRAMES)) virtual.current?.scrollToIndex(index, { align: 'center' });
  };

  if (!selected) return { selection: null, focused };
  const toggle = (key: string, isRange: boolean) => {
    select(toggleRows(order, selected, key, isRange ? anchor.current : null));
    if (!isRange || anchor.current === null) anchor.current = key;
  };
  /** Selects from the anchor to the row at `to`. */
  const extend = (key: string, index: number, to: number, next: string) => {
    const from = anchor.current ?? key;
    anchor.current = from;
    const keep = selected.has(from) ? selected : new Set([...selected, from]);
    // Moving back toward the anchor deselects the row left behind.
    const isBack = Math.abs(order.indexOf(from) - to) < Math.abs(order.indexOf(from) - index);
    const changed = new Set(toggleRows(order, keep, next, from));
    if (isBack) changed.delete(key);
    select(changed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const index = goal.current ?? at;
    const key = order[index] ?? '';
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) {
      event.preventDefault();
      const next = order[index + step];
      if (next === undefined) return;
      if (event.shiftKey) extend(key, index, index + step, next);
      focusRow(index + step);
    } else if (event.key === ' ' && event.shiftKey) {
      event.preventDefault();
      toggle(key, true);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      select(new Set([...selected, ...order]));
    }
  };
  const selection: Selection = { selected, select, order, toggle, onFocus: setFocused, onKeyDown };
  return { selection, focused };
}
