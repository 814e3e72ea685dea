import { type DragEvent, type KeyboardEvent, type ReactNode, Suspense, type SyntheticEvent, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import box from './Checkbox.module.css';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import {
  type Icon,
  IconChevronRight,
  IconDotsVertical,
  IconFile,
  IconFolder,
  IconFolderOpen,
  IconFolderSymlink,
  IconGripVertical,
} from './icons.ts';
import { Menu, type MenuAction } from './Menu.tsx';
import { onDemand } from './onDemand.ts';
import s from './Tree.module.css';
import { canTake, type Move, type TreeNode, type TreeRow, visibleRows } from './treeMoves.ts';

interface TreeProps {
  label: string;
  items: readonly TreeNode[];
  /** Keys of open folders. Absent: uncontrolled. */
  expanded?: ReadonlySet<string>;
  defaultExpanded?: Iterable<string>;
  onExpandedChange?: (expanded: ReadonlySet<string>) => void;
  selectionMode?: 'none' | 'single' | 'multiple';
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** Called on Enter or double click. */
  onOpen?: (key: string) => void;
  /** If given, items can be moved: by dragging, or with Move to…. */
  onMove?: (move: Move) => void;
  /** If given, folders accept data of this type dragged from elsewhere. */
  receives?: { type: string; onReceive: (data: string, target: string) => void };
  /** More actions of an item, in its menu. */
  actions?: (node: TreeNode) => readonly MenuAction[];
  onAction?: (action: string, key: string) => void;
  /** Shown when the tree is empty. */
  empty?: ReactNode;
}

const { Component: MoveDialog } = onDemand(() => import('./TreeMoveDialog.tsx'));

/** Data type of a dragged row of this tree; other drop targets get the row's name. */
const ownType = 'application/x-orrery-tree';
/** How long to hover over a closed folder while dragging before it opens, in ms. */
const opensAfter = 700;
/** After this pause, typed letters start a new word, in ms. */
const typingPause = 1_000;

interface Over {
  key: string;
  position: Move['position'];
  since: number;
}

/** A tree of folders and items: arrow keys, Home, End and typeahead; moves by dragging or through a dialog. */
export function Tree({
  label,
  items,
  expanded,
  defaultExpanded = [],
  onExpandedChange,
  selectionMode = 'none',
  selected = nothing,
  onSelectedChange,
  onOpen,
  onMove,
  receives,
  actions,
  onAction,
  empty,
}: TreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(defaultExpanded));
  const [moving, setMoving] = useState<TreeNode | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const [over, setOver] = useState<Over | null>(null);
  const word = useRef({ text: '', at: 0 });
  const open = expanded ?? own;
  const rows = visibleRows(items, open);
  const has = (key: string | null | undefined) => rows.some(({ node }) => node.key === key);
  /** The single tab stop. */
  const stopKey = [current, ...selected, rows[0]?.node.key].find(has);

  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOwn(next);
    onExpandedChange?.(next);
  };
  const select = (key: string) => {
    if (selectionMode === 'single') onSelectedChange?.(new Set([key]));
    if (selectionMode === 'multiple')
      onSelectedChange?.(new Set(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key]));
  };
  const focusRow = (index: number) => (tree.current?.children[index] as HTMLElement | undefined)?.focus();
  const press = (node: TreeNode) => {
    if (selectionMode !== 'none') select(node.key);
    else if (onOpen) onOpen(node.key);
    else if (node.children) toggle(node.key, !open.has(node.key));
  };
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
        if (node.children && !open.has(node.key)) toggle(node.key, true);
        else row.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus();
        return true;
      case 'ArrowLeft':
        if (node.children && open.has(node.key)) toggle(node.key, false);
        else focusRow(rows.findLastIndex((one, at) => at < index && one.level < level));
        return true;
      case 'Enter':
        if (onOpen) onOpen(node.key);
        else press(node);
        return true;
      case ' ':
        press(node);
        return true;
      default:
        return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const row = rows[index];
    if (!row || event.target !== event.currentTarget || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || selectionMode !== 'multiple') return;
      onSelectedChange?.(new Set(rows.map(({ node }) => node.key)));
    } else if (!act(event.key, index, row, event.currentTarget)) {
      if (event.key.length !== 1) return;
      typeAhead(event.key, index, event.timeStamp);
    }
    event.preventDefault();
  };

  /** Drop position over a row; null if dropping is not allowed. */
  const placeOn = (event: DragEvent<HTMLElement>, node: TreeNode): Move['position'] | null => {
    if (receives && event.dataTransfer.types.includes(receives.type)) return node.children ? 'inside' : null;
    if (!onMove || dragged.length === 0 || !canTake(items, dragged, node.key)) return null;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientY - top) / height;
    if (node.children && at > 0.25 && at < 0.75) return 'inside';
    return at < 0.5 ? 'before' : 'after';
  };
  const onDragOver = (event: DragEvent<HTMLElement>, node: TreeNode) => {
    const position = placeOn(event, node);
    if (position === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const since = over?.key === node.key ? over.since : event.timeStamp;
    if (over?.key !== node.key || over.position !== position) setOver({ key: node.key, position, since });
    if (node.children && !open.has(node.key) && event.timeStamp - since > opensAfter) toggle(node.key, true);
  };
  const onDrop = (event: DragEvent<HTMLElement>, node: TreeNode) => {
    const position = placeOn(event, node);
    setOver(null);
    if (position === null) return;
    event.preventDefault();
    if (receives && event.dataTransfer.types.includes(receives.type))
      receives.onReceive(event.dataTransfer.getData(receives.type), node.key);
    else onMove?.({ keys: dragged, target: node.key, position });
  };
  const dragging = (node: TreeNode) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(ownType, node.key);
      event.dataTransfer.setData('text/plain', node.label);
      setDragged(selected.has(node.key) ? [...selected] : [node.key]);
    },
    onDragEnd: () => {
      setDragged([]);
      setOver(null);
    },
  });

  const renderRow = ({ node, level, place, count }: TreeRow, index: number) => {
    const isOpen = open.has(node.key);
    const Picture: Icon = node.icon ?? (node.children ? (isOpen ? IconFolderOpen : IconFolder) : IconFile);
    const menu: MenuAction[] = [
      ...(onMove ? [{ key: MOVE, label: m.ui_tree_move_to(), icon: IconFolderSymlink }] : []),
      ...(actions?.(node) ?? []),
    ];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table row has no level
      <div
        key={node.key}
        role="row"
        className={s.item}
        aria-label={node.label}
        aria-level={level}
        aria-posinset={place}
        aria-setsize={count}
        aria-expanded={node.children ? isOpen : undefined}
        aria-selected={selectionMode === 'none' ? undefined : selected.has(node.key)}
        data-drop-target={over?.key === node.key ? over.position : undefined}
        data-dragging={dragged.includes(node.key) || undefined}
        tabIndex={node.key === stopKey ? 0 : -1}
        onFocus={() => setCurrent(node.key)}
        onClick={() => press(node)}
        onDoubleClick={selectionMode === 'none' ? undefined : () => onOpen?.(node.key)}
        onKeyDown={(event) => onKeyDown(event, index)}
        onDragOver={(event) => onDragOver(event, node)}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver((was) => (was?.key === node.key ? null : was));
        }}
        onDrop={(event) => onDrop(event, node)}
        {...(onMove ? dragging(node) : {})}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: same as the row */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus */}
        <div role="gridcell" className={s.row} style={{ '--level': level } as React.CSSProperties}>
          {onMove ? <IconGripVertical className={s.handle} size={18} stroke={1.75} aria-hidden="true" /> : null}
          {node.children ? (
            <button
              type="button"
              className={s.chevron}
              tabIndex={-1}
              aria-label={(isOpen ? m.ui_tree_close : m.ui_tree_open)({ name: node.label })}
              onClick={(event) => {
                event.stopPropagation();
                toggle(node.key, !isOpen);
              }}
            >
              <IconChevronRight size={18} stroke={2} aria-hidden="true" />
            </button>
          ) : (
            <span className={s.chevron} />
          )}
          {selectionMode === 'multiple' ? <span className={cx(box.box, s.box)} aria-hidden="true" /> : null}
          <Picture size={20} stroke={1.75} aria-hidden="true" />
          <span className={s.label}>{node.label}</span>
          {node.detail ? <span className={s.detail}>{node.detail}</span> : null}
          {menu.length ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses on inner controls from pressing the row
            <span onClick={stop} onDoubleClick={stop} onKeyDown={(event) => backToRow(event, () => focusRow(index))}>
              <Menu
                trigger={
                  <IconButton
                    size="small"
                    icon={IconDotsVertical}
                    label={m.ui_tree_actions({ name: node.label })}
                    tabIndex={node.key === stopKey ? 0 : -1}
                  />
                }
                label={m.ui_tree_actions({ name: node.label })}
                groups={[{ key: 'actions', items: menu }]}
                onAction={(action) => (action === MOVE ? setMoving(node) : onAction?.(action, node.key))}
              />
            </span>
          ) : null}
        </div>
      </div>
    );
  };

  return (
    <>
      {rows.length > 0 ? (
        <div
          ref={tree}
          role="treegrid"
          aria-label={label}
          aria-multiselectable={selectionMode === 'multiple' || undefined}
          className={s.tree}
        >
          {rows.map(renderRow)}
        </div>
      ) : (
        <div className={s.tree}>{empty}</div>
      )}
      {moving ? (
        <Suspense>
          <MoveDialog
            node={moving}
            items={items}
            onClose={() => setMoving(null)}
            onMove={(target) => {
              onMove?.({ keys: [moving.key], target, position: 'inside' });
              setMoving(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const nothing: ReadonlySet<string> = new Set();

const MOVE = 'ui-move-to';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Moves focus from a row's button back to the row; an open menu keeps its own keys. */
function backToRow(event: KeyboardEvent<HTMLElement>, focus: () => void) {
  event.stopPropagation();
  if (event.key === 'ArrowLeft' && event.currentTarget.contains(event.target as Node)) focus();
}
