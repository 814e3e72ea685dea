import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';
import {
  Button as AriaButton,
  Tree as AriaTree,
  CheckboxButton,
  CheckboxField,
  Collection,
  type DroppableCollectionOnItemDropEvent,
  type DroppableCollectionReorderEvent,
  type Key,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
} from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Button } from './Button.tsx';
import box from './Checkbox.module.css';
import { Dialog } from './Dialog.tsx';
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
import { RadioGroup } from './RadioGroup.tsx';
import s from './Tree.module.css';
import { destinations, type Move, type TreeNode } from './treeMoves.ts';

interface TreeProps {
  label: string;
  items: readonly TreeNode[];
  /** Keys of open folders. Absent: kept inside. */
  expanded?: ReadonlySet<string>;
  defaultExpanded?: Iterable<string>;
  onExpandedChange?: (expanded: ReadonlySet<string>) => void;
  selectionMode?: 'none' | 'single' | 'multiple';
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** Enter or double click on an item. */
  onOpen?: (key: string) => void;
  /** Given: items can be moved by dragging, by keyboard (Enter on the handle) and through Move to…. */
  onMove?: (move: Move) => void;
  /** Given: folders take things that are dragged here from elsewhere, when they carry data of this type. */
  receives?: { type: string; onReceive: (data: string, target: string) => void };
  /** Further actions of an item, in its menu. */
  actions?: (node: TreeNode) => readonly MenuAction[];
  onAction?: (action: string, key: string) => void;
  /** Shown when there is nothing in it. */
  empty?: ReactNode;
}

/** Folders and what is in them: arrows, Home, End, typing ahead; dragging by mouse, touch and keyboard. */
export function Tree({
  label,
  items,
  expanded,
  defaultExpanded = [],
  onExpandedChange,
  selectionMode = 'none',
  selected,
  onSelectedChange,
  onOpen,
  onMove,
  receives,
  actions,
  onAction,
  empty,
}: TreeProps) {
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(defaultExpanded));
  const [moving, setMoving] = useState<TreeNode | null>(null);
  const open = expanded ?? own;
  const drop = ({ keys, target }: Pick<DroppableCollectionReorderEvent, 'keys' | 'target'>) =>
    onMove?.({
      keys: [...keys].map(String),
      target: String(target.key),
      position: target.dropPosition === 'on' ? 'inside' : target.dropPosition,
    });
  const nameOf = (key: string): string => find(items, key)?.label ?? key;
  const { dragAndDropHooks } = useDragAndDrop<TreeNode>({
    ...(onMove ? { getItems: (keys: Set<Key>) => [...keys].map((key) => ({ 'text/plain': nameOf(String(key)) })), onMove: drop } : {}),
    ...(receives
      ? {
          acceptedDragTypes: [receives.type],
          onItemDrop: ({ items: dropped, target }: DroppableCollectionOnItemDropEvent) => {
            for (const item of dropped)
              if (item.kind === 'text' && item.types.has(receives.type))
                void item.getText(receives.type).then((data) => receives.onReceive(data, String(target.key)));
          },
        }
      : {}),
    getDropOperation: (target) => {
      if (target.type !== 'item') return 'cancel';
      return target.dropPosition === 'on' && !find(items, String(target.key))?.children ? 'cancel' : 'move';
    },
  });

  const rowActions = (node: TreeNode): MenuAction[] => [
    ...(onMove ? [{ key: MOVE, label: m.ui_tree_move_to(), icon: IconFolderSymlink }] : []),
    ...(actions?.(node) ?? []),
  ];

  const render = (node: TreeNode) => {
    const menu = rowActions(node);
    return (
      <TreeItem id={node.key} textValue={node.label} className={s.item} hasChildItems={Boolean(node.children)}>
        <TreeItemContent>
          {({ isExpanded, level, allowsDragging, selectionMode: mode }) => {
            const Picture: Icon = node.icon ?? (node.children ? (isExpanded ? IconFolderOpen : IconFolder) : IconFile);
            return (
              <div className={s.row} style={{ '--level': level } as React.CSSProperties}>
                {allowsDragging ? (
                  <AriaButton slot="drag" className={s.handle}>
                    <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
                  </AriaButton>
                ) : null}
                {node.children ? (
                  <AriaButton slot="chevron" className={s.chevron}>
                    <IconChevronRight size={18} stroke={2} aria-hidden="true" />
                  </AriaButton>
                ) : (
                  <span className={s.chevron} />
                )}
                {mode === 'multiple' ? (
                  <CheckboxField slot="selection">
                    <CheckboxButton className={box.button}>
                      <span className={box.box} />
                    </CheckboxButton>
                  </CheckboxField>
                ) : null}
                <Picture size={20} stroke={1.75} aria-hidden="true" />
                <span className={s.label}>{node.label}</span>
                {node.detail ? <span className={s.detail}>{node.detail}</span> : null}
                {menu.length ? (
                  // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses of what is inside from selecting the row
                  <span onPointerDown={stop} onMouseDown={stop} onClick={stop} onKeyDown={stopPress}>
                    <Menu
                      trigger={<IconButton size="small" icon={IconDotsVertical} label={m.ui_tree_actions({ name: node.label })} />}
                      label={m.ui_tree_actions({ name: node.label })}
                      groups={[{ key: 'actions', items: menu }]}
                      onAction={(action) => (action === MOVE ? setMoving(node) : onAction?.(action, node.key))}
                    />
                  </span>
                ) : null}
              </div>
            );
          }}
        </TreeItemContent>
        {node.children ? <Collection items={node.children}>{render}</Collection> : null}
      </TreeItem>
    );
  };

  return (
    <>
      <AriaTree
        aria-label={label}
        className={s.tree}
        items={items}
        dependencies={[items, onMove, actions]}
        expandedKeys={open}
        onExpandedChange={(keys) => {
          const next = new Set([...keys].map(String));
          setOwn(next);
          onExpandedChange?.(next);
        }}
        selectionMode={selectionMode}
        selectedKeys={selected}
        onSelectionChange={(keys) => onSelectedChange?.(new Set(keys === 'all' ? allKeys(items) : [...keys].map(String)))}
        onAction={onOpen ? (key) => onOpen(String(key)) : undefined}
        dragAndDropHooks={onMove || receives ? dragAndDropHooks : undefined}
        renderEmptyState={() => empty}
      >
        {render}
      </AriaTree>
      {moving ? (
        <MoveDialog
          node={moving}
          items={items}
          onClose={() => setMoving(null)}
          onMove={(target) => {
            onMove?.({ keys: [moving.key], target, position: 'inside' });
            setMoving(null);
          }}
        />
      ) : null}
    </>
  );
}

const MOVE = 'ui-move-to';

const stop = (event: SyntheticEvent) => event.stopPropagation();
const stopPress = (event: KeyboardEvent) => {
  if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown' || event.key === 'ArrowUp') event.stopPropagation();
};

interface MoveDialogProps {
  node: TreeNode;
  items: readonly TreeNode[];
  onClose: () => void;
  onMove: (target: string | null) => void;
}

/** The way to move without dragging: every folder that can take the item, by its path. */
function MoveDialog({ node, items, onClose, onMove }: MoveDialogProps) {
  const [target, setTarget] = useState<string | null>(null);
  const places = destinations(items, node.key);
  return (
    <Dialog
      title={m.ui_tree_move_title({ name: node.label })}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      footer={(close) => (
        <>
          <Button onPress={close}>{m.ui_cancel()}</Button>
          <Button
            variant="primary"
            reason={target === null ? m.ui_tree_move_first() : null}
            onPress={() => onMove(target === TOP ? null : target)}
          >
            {m.ui_tree_move()}
          </Button>
        </>
      )}
    >
      <RadioGroup
        label={m.ui_tree_move_where()}
        value={target ?? ''}
        onChange={setTarget}
        options={[{ key: TOP, label: m.ui_tree_top() }, ...places.map(({ key, path }) => ({ key, label: path.join(' › ') }))]}
      />
    </Dialog>
  );
}

/** No key of a node: stands for the top level in the list of places. */
const TOP = '\u0000top';

const find = (items: readonly TreeNode[], key: string): TreeNode | undefined => {
  for (const item of items) {
    const hit = item.key === key ? item : find(item.children ?? [], key);
    if (hit) return hit;
  }
  return undefined;
};

const allKeys = (items: readonly TreeNode[]): string[] => items.flatMap(({ key, children = [] }) => [key, ...allKeys(children)]);
