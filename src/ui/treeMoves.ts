import type { Icon } from './icons.ts';

/** One item of a Tree. */
export interface TreeNode {
  key: string;
  label: string;
  /** Present, even if empty, for a folder. */
  children?: readonly TreeNode[];
  icon?: Icon;
  /** A few words at the end of the row. */
  detail?: string;
}

/** A move of items. `target` is null for the top level. */
export interface Move {
  keys: readonly string[];
  target: string | null;
  position: 'before' | 'after' | 'inside';
}

/** A visible row of the tree: its depth from 1, and its position among its siblings. */
export interface TreeRow {
  node: TreeNode;
  level: number;
  place: number;
  count: number;
}

/** Visible rows for these open folders, from the top down. */
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

/** Whether items may be dropped beside or into the target: not into themselves or their descendants. */
export const canTake = (items: readonly TreeNode[], keys: readonly string[], target: string): boolean =>
  keys.every((key) => {
    const node = findNode(items, key);
    return node !== undefined && findNode([node], target) === undefined;
  });

/** Folders that can take an item: not its current parent, not itself or its descendants. */
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

/** The tree after a move. A move of a folder into itself changes nothing. */
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
