import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { TreeNode, TreeRow } from './treeMoves.ts';

/** After this pause, typed letters start a new word, in ms. */
const typingPause = 1_000;

interface KeysOptions {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  open: ReadonlySet<string>;
  onToggle: (key: string, isOpen: boolean) => void;
  /** Called on Space. */
  onPress: (node: TreeNode) => void;
  onEnter: (node: TreeNode) => void;
  /** Called on Ctrl A; absent if not all rows can be selected. */
  onSelectAll: (() => void) | undefined;
}

/** The keyboard of a tree: arrow keys, Home, End and typeahead. */
export function useTreeKeys({ tree, rows, open, onToggle, onPress, onEnter, onSelectAll }: KeysOptions) {
  const word = useRef({ text: '', at: 0 });
  const focusRow = (index: number) => (tree.current?.children[index] as HTMLElement | undefined)?.focus();
  const typeAhead = (letter: string, from: number, at: number) => {
    word.current = { text: at - word.current.at > typingPause ? letter : word.current.text + letter, at };
    const { text } = word.current;
    const isNext = text.length === 1 ? 1 : 0;
    const found = rows
      .map((_, step) => (from + isNext + step) % rows.length)
      .find((index) => rows[index]?.node.label.toLocaleLowerCase().startsWith(text.toLocaleLowerCase()));
    if (found !== undefined) focusRow(found);
  };
  const act = (key: string, index: number, { node, level }: TreeRow, row: HTMLElement): boolean => {
    switch (key) {
      case 'ArrowDown':
        focusRow(index + 1);
        return true;
      case 'ArrowUp':
        focusRow(index - 1);
        return true;
      case 'Home':
        focusRow(0);
        return true;
      case 'End':
        focusRow(rows.length - 1);
        return true;
      case 'ArrowRight':
        if (node.children && !open.has(node.key)) onToggle(node.key, true);
        else row.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus();
        return true;
      case 'ArrowLeft':
        if (node.children && open.has(node.key)) onToggle(node.key, false);
        else focusRow(rows.findLastIndex((one, at) => at < index && one.level < level));
        return true;
      case 'Enter':
        onEnter(node);
        return true;
      case ' ':
        onPress(node);
        return true;
      default:
        return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const row = rows[index];
    if (!row || event.target !== event.currentTarget || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || !onSelectAll) return;
      onSelectAll();
    } else if (!act(event.key, index, row, event.currentTarget)) {
      if (event.key.length !== 1) return;
      typeAhead(event.key, index, event.timeStamp);
    }
    event.preventDefault();
  };
  return { onKeyDown, focusRow };
}
