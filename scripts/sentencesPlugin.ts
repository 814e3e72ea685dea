import { type Plugin, parseAst } from 'vite';

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Text written only for readers: its key, and the functions whose declarations contain it. */
export interface Prose {
  key: string;
  declaredBy: readonly string[];
}

/** XState's own key for the description of a state or a transition. */
export const ofCharts: Prose = { key: 'description', declaredBy: ['createMachine', 'createStateConfig', 'part'] };
/** The summary of a call of the contract. */
export const ofCalls: Prose = { key: 'summary', declaredBy: ['call'] };

/** Parts of a chart's declaration that are our own values, not XState's keys. */
const values = new Set(['context', 'input', 'params', 'output', 'meta']);

const isNode = (value: unknown): value is AstNode => typeof (value as Partial<AstNode> | null)?.type === 'string';

function* childrenOf(node: AstNode): Generator<AstNode> {
  for (const child of Object.values(node)) for (const next of Array.isArray(child) ? child : [child]) if (isNode(next)) yield next;
}

/** Name of an object's property, unless computed. */
const nameOf = (node: AstNode): string | undefined => {
  const key = node.key as AstNode;
  return node.computed ? undefined : ((key.name ?? key.value) as string | undefined);
};

const calledName = ({ callee }: AstNode): unknown => {
  const { name, property } = callee as AstNode;
  return name ?? (property as AstNode | undefined)?.name;
};

/** The sentences of one declaration. Functions and calls in it (`assign`, `emit`) are code and stay untouched. */
function sentencesOf(node: AstNode, key: string): AstNode[] {
  if (/Function|CallExpression/.test(node.type)) return [];
  if (node.type === 'Property') {
    const name = nameOf(node);
    if (name !== undefined && values.has(name)) return [];
    const { type, value } = node.value as AstNode;
    if (name === key && type === 'Literal' && typeof value === 'string') return [node];
  }
  return [...childrenOf(node)].flatMap((child) => sentencesOf(child, key));
}

function declarations(node: AstNode, names: readonly string[]): AstNode[] {
  if (node.type === 'CallExpression' && names.includes(String(calledName(node)))) return node.arguments as AstNode[];
  return [...childrenOf(node)].flatMap((child) => declarations(child, names));
}

/**
 * A TypeScript module without its declarations' texts for readers. Everything else stays exactly the same, whatever its key.
 *
 * @throws when the code cannot be parsed
 */
export function withoutSentences(code: string, { key, declaredBy }: Prose): string {
  const program = parseAst(code, { lang: 'ts' }) as unknown as AstNode;
  return declarations(program, declaredBy)
    .flatMap((declaration) => sentencesOf(declaration, key))
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
}

const inMachines = /[\\/]src[\\/]machines[\\/].+\.ts$/;

/**
 * Drops descriptions of charts and calls from built pages, which saves 4 kB on the first screen. The statecharts page needs them, and
 * imports each chart again with `?described`.
 */
export const sentencesPlugin = (): Plugin => ({
  name: 'orrery:sentences',
  apply: 'build',
  enforce: 'pre',
  // What described charts share is described too.
  async resolveId(source, importer) {
    if (!importer?.endsWith('?described') || !source.startsWith('.') || source.endsWith('Machine.ts')) return undefined;
    const found = await this.resolve(source, importer.replace('?described', ''), { skipSelf: true });
    return found && inMachines.test(found.id) ? `${found.id}?described` : found;
  },
  transform(code, id) {
    if (inMachines.test(id)) return { code: withoutSentences(code, ofCharts), map: null };
    if (/[\\/]contract[\\/]\w+\.ts$/.test(id)) return { code: withoutSentences(code, ofCalls), map: null };
    return undefined;
  },
});
