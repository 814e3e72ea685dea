import { type Plugin, parseAst } from 'vite';

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is AstNode => typeof (value as Partial<AstNode> | null)?.type === 'string';

/** What is data to a chart, whatever it is called. */
const data = new Set(['context', 'input', 'params', 'output']);

/** Name of a property of an object, as far as it is written out. */
const nameOf = (node: AstNode): string | undefined => {
  const key = node.key as AstNode;
  return node.computed ? undefined : ((key.name ?? key.value) as string | undefined);
};

function collect(node: AstNode, key: string, found: AstNode[]): void {
  if (node.type === 'Property') {
    const name = nameOf(node);
    if (name !== undefined && data.has(name)) return;
    const value = node.value as AstNode;
    if (name === key && value.type === 'Literal' && typeof value.value === 'string' && value.value.includes(' ')) {
      found.push(node);
      return;
    }
  }
  for (const child of Object.values(node))
    for (const next of Array.isArray(child) ? child : [child]) if (isNode(next)) collect(next, key, found);
}

/**
 * A module of TypeScript without the sentences that its objects have under a key: several words in quotes, and nothing that is data
 * (`context`, `input`, `params`, `output`). All else stays to the letter.
 *
 * @throws when the code cannot be read
 */
export function withoutSentences(code: string, key: string): string {
  const found: AstNode[] = [];
  collect(parseAst(code, { lang: 'ts' }) as unknown as AstNode, key, found);
  return found.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
}

/**
 * Leaves out of built pages what is said of charts and calls for those who read them. The statecharts page reads it: it imports each
 * chart once more, with `?described`.
 */
export const sentencesPlugin = (): Plugin => ({
  name: 'orrery:sentences',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (/[\\/]src[\\/]machines[\\/].+Machine\.ts$/.test(id)) return { code: withoutSentences(code, 'description'), map: null };
    if (/[\\/]contract[\\/]\w+\.ts$/.test(id)) return { code: withoutSentences(code, 'summary'), map: null };
    return undefined;
  },
});
