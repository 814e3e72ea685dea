import { type DragEvent, useState } from 'react';
import { canTake, type Move, type TreeNode } from './treeMoves.ts';

/** Data type of a dragged row of this tree; other drop targets get the row's name. */
const ownType = 'application/x-orrery-tree';
/** How long to hover over a closed folder while dragging before it opens, in ms. */
const opensAfter = 700;

interface Over {
  key: string;
  position: Move['position'];
  since: number;
}

/** Folders accept data of this type dragged from elsewhere. */
export interface Receives {
  type: string;
  onReceive: (data: string, target: string) => void;
}

interface DraggingOptions {
  items: readonly TreeNode[];
  selected: ReadonlySet<string>;
  onMove: ((move: Move) => void) | undefined;
  /** Which moves are possible; undefined: all. */
  canMove: ((move: Move) => boolean) | undefined;
  receives: Receives | undefined;
  /** Called for a folder over which something hovers. */
  onHover: (node: TreeNode) => void;
}

/** Dragging within a tree and into it: the properties that a row needs for it. */
export function useDragging({ items, selected, onMove, canMove, receives, onHover }: DraggingOptions) {
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const [over, setOver] = useState<Over | null>(null);

  /** Drop position over a row; null if dropping is not allowed. */
  const placeOn = (event: DragEvent<HTMLElement>, node: TreeNode): Move['position'] | null => {
    if (receives && event.dataTransfer.types.includes(receives.type)) return node.children ? 'inside' : null;
    if (!onMove || dragged.length === 0 || !canTake(items, dragged, node.key)) return null;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientY - top) / height;
    const may = (position: Move['position']) => canMove?.({ keys: dragged, target: node.key, position }) ?? true;
    if (node.children && at > 0.25 && at < 0.75 && may('inside')) return 'inside';
    const beside = at < 0.5 ? 'before' : 'after';
    return may(beside) ? beside : null;
  };
  const onDragOver = (event: DragEvent<HTMLElement>, node: TreeNode) => {
    const position = placeOn(event, node);
    if (position === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const since = over?.key === node.key ? over.since : event.timeStamp;
    if (over?.key !== node.key || over.position !== position) setOver({ key: node.key, position, since });
    if (node.children && event.timeStamp - since > opensAfter) onHover(node);
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
  const source = (node: TreeNode) => ({
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

  return (node: TreeNode) => ({
    'data-drop-target': over?.key === node.key ? over.position : undefined,
    'data-dragging': dragged.includes(node.key) || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => onDragOver(event, node),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver((was) => (was?.key === node.key ? null : was));
    },
    onDrop: (event: DragEvent<HTMLElement>) => onDrop(event, node),
    ...(onMove ? source(node) : {}),
  });
}
