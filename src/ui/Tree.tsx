import { type KeyboardEvent, type ReactNode, Suspense, type SyntheticEvent, useRef, useState } from 'react';
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
import { type Receives, useDragging } from './treeDragging.ts';
import { useTreeKeys } from './treeKeys.ts';
import { type Move, type TreeNode, type TreeRow, visibleRows } from './treeMoves.ts';

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
  /** Which moves are possible, if they only change the order. Then the menu has no Move to…, and the screen adds ways for the keyboard. */
  canMove?: (move: Move) => boolean;
  /** If given, folders accept data of this type dragged from elsewhere. */
  receives?: Receives;
  /** More actions of an item, in its menu. */
  actions?: (node: TreeNode) => readonly MenuAction[];
  onAction?: (action: string, key: string) => void;
  /** Shown when the tree is empty. */
  empty?: ReactNode;
}

const { Component: MoveDialog } = onDemand(() => import('./TreeMoveDialog.tsx'));

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
  canMove,
  receives,
  actions,
  onAction,
  empty,
}: TreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(defaultExpanded));
  const [moving, setMoving] = useState<TreeNode | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
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
  const press = (node: TreeNode) => {
    if (selectionMode !== 'none') select(node.key);
    else if (onOpen) onOpen(node.key);
    else if (node.children) toggle(node.key, !open.has(node.key));
  };
  const { onKeyDown, focusRow } = useTreeKeys({
    tree,
    rows,
    open,
    onToggle: toggle,
    onPress: press,
    onEnter: (node) => (onOpen ? onOpen(node.key) : press(node)),
    onSelectAll: selectionMode === 'multiple' ? () => onSelectedChange?.(new Set(rows.map(({ node }) => node.key))) : undefined,
  });
  const onHover = ({ key }: TreeNode) => {
    if (!open.has(key)) toggle(key, true);
  };
  const dragging = useDragging({ items, selected, onMove, canMove, receives, onHover });

  const renderRow = (row: TreeRow, index: number) => {
    const { node, level, place, count } = row;
    const isOpen = open.has(node.key);
    const isStop = node.key === stopKey;
    const menu: MenuAction[] = [
      ...(onMove && !canMove ? [{ key: MOVE, label: m.ui_tree_move_to(), icon: IconFolderSymlink }] : []),
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
        tabIndex={isStop ? 0 : -1}
        onFocus={() => setCurrent(node.key)}
        onClick={() => press(node)}
        onDoubleClick={selectionMode === 'none' ? undefined : () => onOpen?.(node.key)}
        onKeyDown={(event) => onKeyDown(event, index)}
        {...dragging(node)}
      >
        <RowContent
          row={row}
          isOpen={isOpen}
          isMovable={onMove !== undefined}
          hasBox={selectionMode === 'multiple'}
          onToggle={() => toggle(node.key, !isOpen)}
        >
          {menu.length ? (
            <RowMenu
              name={node.label}
              actions={menu}
              isStop={isStop}
              onAction={(action) => (action === MOVE ? setMoving(node) : onAction?.(action, node.key))}
              onBack={() => focusRow(index)}
            />
          ) : null}
        </RowContent>
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

interface RowContentProps {
  row: TreeRow;
  isOpen: boolean;
  isMovable: boolean;
  /** Shows that several rows can be selected. */
  hasBox: boolean;
  onToggle: () => void;
  /** The row's menu. */
  children: ReactNode;
}

function RowContent({ row: { node, level }, isOpen, isMovable, hasBox, onToggle, children }: RowContentProps) {
  const Picture: Icon = node.icon ?? (node.children ? (isOpen ? IconFolderOpen : IconFolder) : IconFile);
  return (
    // biome-ignore lint/a11y/useSemanticElements: same as the row
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div role="gridcell" className={s.row} style={{ '--level': level } as React.CSSProperties}>
      {isMovable ? <IconGripVertical className={s.handle} size={18} stroke={1.75} aria-hidden="true" /> : null}
      {node.children ? (
        <button
          type="button"
          className={s.chevron}
          tabIndex={-1}
          aria-label={(isOpen ? m.ui_tree_close : m.ui_tree_open)({ name: node.label })}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <IconChevronRight size={18} stroke={2} aria-hidden="true" />
        </button>
      ) : (
        <span className={s.chevron} />
      )}
      {hasBox ? <span className={cx(box.box, s.box)} aria-hidden="true" /> : null}
      <Picture size={20} stroke={1.75} aria-hidden="true" />
      <span className={s.label}>{node.label}</span>
      {node.detail ? <span className={s.detail}>{node.detail}</span> : null}
      {children}
    </div>
  );
}

interface RowMenuProps {
  /** The row's name. */
  name: string;
  actions: MenuAction[];
  isStop: boolean;
  onAction: (action: string) => void;
  /** Gives the focus back to the row. */
  onBack: () => void;
}

function RowMenu({ name, actions, isStop, onAction, onBack }: RowMenuProps) {
  const label = m.ui_tree_actions({ name });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses on inner controls from pressing the row
    <span onClick={stop} onDoubleClick={stop} onKeyDown={(event) => backToRow(event, onBack)}>
      <Menu
        trigger={<IconButton size="small" icon={IconDotsVertical} label={label} tabIndex={isStop ? 0 : -1} />}
        label={label}
        groups={[{ key: 'actions', items: actions }]}
        onAction={onAction}
      />
    </span>
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
