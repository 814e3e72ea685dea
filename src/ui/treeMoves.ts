import type { Icon } from './icons.ts';

/** One item of a Tree. */
export interface TreeNode {
  key: string;
  label: string;
  /** Present, even when empty: a folder. */
  children?: readonly TreeNode[];
  icon?: Icon;
  /** A few words at the end of the row. */
  detail?: string;
}

/** Where items were put. `target` null: the top level. */
export interface Move {
  keys: readonly string[];
  target: string | null;
  position: 'before' | 'after' | 'inside';
}

/** A row of the tree as it is shown: its depth from 1, and which of how many it is beside its siblings. */
export interface TreeRow {
  node: TreeNode;
  level: number;
  place: number;
  count: number;
}

/** What is to be seen while these folders are open, from the top down. */
export const visibleRows = (items: readonly TreeNode[], open: ReadonlySet<string>, level = 1): TreeRow[] =>
  items.flatMap((node, index) => [
    { node, level, place: index + 1, count: items.length },
    ...(open.has(node.key) ? visibleRows(node.children ?? [], open, level + 1) : []),
  ]);

/** The item with this key, at any depth. */
export function findNode(items: readonly TreeNode[], key: string): TreeNode | undefined {
  for (const item of items) {
    const hit = item.key === key ? item : findNode(item.children ?? [], key);
    if (hit) return hit;
  }
  return undefined;
}

/** Whether items may go beside or into another: not themselves, nor what is in them. */
export const canTake = (items: readonly TreeNode[], keys: readonly string[], target: string): boolean =>
  keys.every((key) => {
    const node = findNode(items, key);
    return node !== undefined && findNode([node], target) === undefined;
  });

/** Folders that can take an item: not the one it is in, not itself nor what is under it. */
export function destinations(items: readonly TreeNode[], key: string): { key: string; path: string[] }[] {
  const places: { key: string; path: string[] }[] = [];
  const walk = (nodes: readonly TreeNode[], path: string[]) => {
    for (const node of nodes) {
      if (!node.children || node.key === key) continue;
      const here = [...path, node.label];
      if (!node.children.some((child) => child.key === key)) places.push({ key: node.key, path: here });
      walk(node.children, here);
    }
  };
  walk(items, []);
  return places;
}

/** The tree after a move; moves that would put a folder into itself change nothing. */
export function moveNodes(items: readonly TreeNode[], { keys, target, position }: Move): readonly TreeNode[] {
  const taken: TreeNode[] = [];
  const without = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.flatMap((node) => {
      if (keys.includes(node.key)) {
        taken.push(node);
        return [];
      }
      return [node.children ? { ...node, children: without(node.children) } : node];
    });
  const rest = without(items);
  if (target === null) return [...rest, ...taken];
  let isPlaced = false;
  const put = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.flatMap((node) => {
      if (node.key !== target) return [node.children ? { ...node, children: put(node.children) } : node];
      isPlaced = true;
      if (position === 'inside') return [{ ...node, children: [...(node.children ?? []), ...taken] }];
      return position === 'before' ? [...taken, node] : [node, ...taken];
    });
  const next = put(rest);
  return isPlaced ? next : items;
}
