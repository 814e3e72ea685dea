import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { filesUnder, root } from '../../scripts/kit.ts';

/** The part of a syntax tree node that this rule uses. */
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : '';
};
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
const isDrawn = (name: string) => /^([A-Z]|use[A-Z])/.test(name);

/** Functions that call their argument synchronously. */
const runsAtOnce =
  /\.(map|filter|flatMap|find|findIndex|findLast|some|every|reduce|sort|toSorted|forEach|from|groupBy)$|^(React\.)?useMemo$/;
/** Hooks that deliberately take a value only once, when the screen opens. */
const takesOnce = /^(useState|useRef|useActorRef|usePlayerActor)$/;
const readsClock = (node: Node): boolean => {
  if (node.type === 'NewExpression') return nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0;
  return node.type === 'CallExpression' && (node.arguments as unknown[]).length === 0 && /(^|\.)now$/.test(nameOf(node.callee));
};

/** Places where a component or a hook reads a clock during rendering: the result would stay frozen until something else changes. */
function clockReads(file: string, text: string): string[] {
  const found: string[] = [];
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;

  /** Visits the code that runs when this function runs. */
  const run = (of: Node): void => {
    const local = new Map<string, Node>();
    const collect = (node: Node): void => {
      if (node.type === 'FunctionDeclaration') local.set(nameOf(node.id), node);
      if (node.type === 'VariableDeclarator' && isNode(node.init) && isFunction(node.init)) local.set(nameOf(node.id), node.init);
      for (const child of childrenOf(node))
        if (!isFunction(child)) collect(child);
        else if (child.type === 'FunctionDeclaration') local.set(nameOf(child.id), child);
    };
    collect(of.body as Node);
    const seen = new Set<Node>();
    const look = (node: Node): void => {
      if (isFunction(node)) return;
      if (readsClock(node)) found.push(`${file}:${lineOf(node.start)}`);
      if (node.type === 'CallExpression') {
        const callee = nameOf(node.callee);
        if (takesOnce.test(callee)) return;
        // Of its options, only `input` is read just once.
        if (callee === 'useChart') {
          const options = (node.arguments as Node[])[1];
          for (const one of options ? childrenOf(options) : []) if (nameOf(one.key) !== 'input') look(one);
          return;
        }
        const called = local.get(callee);
        const atOnce = [
          ...(called ? [called] : []),
          ...(isNode(node.callee) && isFunction(node.callee) ? [node.callee] : []),
          ...(runsAtOnce.test(callee) ||
          /\.(map|filter|flatMap|toSorted)$/.test(text.slice(node.start, (node.callee as { end: number }).end as number))
            ? (node.arguments as Node[]).filter(isFunction)
            : []),
        ];
        for (const one of atOnce)
          if (!seen.has(one)) {
            seen.add(one);
            look(one.body as Node);
          }
      }
      for (const child of childrenOf(node)) look(child);
    };
    look(of.body as Node);
  };

  const walk = (node: Node, name: string): void => {
    if (isFunction(node)) {
      const own = nameOf(node.id) || name;
      if (isDrawn(own)) run(node);
    }
    const named = node.type === 'VariableDeclarator' ? nameOf(node.id) : node.type === 'CallExpression' ? name : '';
    for (const child of childrenOf(node)) walk(child, named);
  };
  walk(parseSync(file, text).program as unknown as Node, '');
  return [...new Set(found)];
}

describe('a screen and the clock', () => {
  it.each([
    ['const a = now();', true],
    ['return <p>{app.now()}</p>;', true],
    ['const when = () => now(); return <p>{when()}</p>;', true],
    ['return list.map((one) => one.at > now());', true],
    ['const a = useMemo(() => new Date(), []);', true],
    ['const a = performance.now() - 5;', true],
    ['return <b onClick={() => send(now())} />;', false],
    ['useEffect(() => setAt(now()));', false],
    ['const [opened] = useState(() => now());', false],
    ['const a = useActorRef(logic, { input: { today: dayIn(now()) } });', false],
    ['const a = useChart(machine, { actors: actorsOf(send, now), input: { today: dayIn(now()) } });', false],
    ['const a = useChart(machine, { actors: actorsOf(now()), input: {} });', true],
    ['const time = useNow(1000);', false],
    ['return <p>{new Date(iso)}</p>;', false],
  ])('%s', (body, isRead) => {
    expect(clockReads('a.tsx', `function Part() { ${body} }`)).toEqual(isRead ? ['a.tsx:1'] : []);
    expect(clockReads('a.tsx', `const Part = memo(function Inner() { ${body} });`)).toEqual(isRead ? ['a.tsx:1'] : []);
    expect(clockReads('a.tsx', `const usePart = () => { ${body} };`)).toEqual(isRead ? ['a.tsx:1'] : []);
  });

  it('reads it by useNow alone while it is drawn: the compiler keeps what anything else gave first', () => {
    const files = ['src/views', 'src/ui', 'src/simulations'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap((file) => clockReads(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('takes the time from the app, so that tests can set it', () => {
    const files = ['src/views', 'src/ui'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file));
    const takers = files.filter((file) => /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(takers).toEqual([]);
  });
});
