import { parseSync } from 'vite';

/** A node of a syntax tree, as the parser of the build returns it. */
export interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: any;
}

/** A node and its ancestors, innermost first. */
export type Found = [node: AstNode, ancestors: readonly AstNode[]];

export const isNode = (value: unknown): value is AstNode => typeof (value as Partial<AstNode> | null)?.type === 'string';
/** Name of a property; undefined if it is computed. */
export const nameOf = ({ key, computed }: AstNode): string | undefined => (computed ? undefined : (key?.name ?? key?.value));
/** Name of the called function or method. */
export const calledName = ({ callee }: AstNode): string | undefined => callee?.name ?? callee?.property?.name;

/** A node and all nodes in it. */
export function* nodesOf(node: AstNode, ancestors: readonly AstNode[] = []): Generator<Found> {
  yield [node, ancestors];
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesOf(child, [node, ...ancestors]);
}

/**
 * The syntax tree of a file.
 * @throws when the text cannot be parsed
 */
export const programOf = (file: string, text: string): AstNode => parseSync(file, text).program as unknown as AstNode;
