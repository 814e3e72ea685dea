import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChartGraph } from '../src/developer/chartGraph.ts';
import type { Hearing, MapChart } from '../src/developer/chartMap.ts';
import { root } from './kit.ts';
import { type AstNode, calledName, isNode, nameOf, nodesOf, programOf } from './syntax.ts';

/** What a chart says about itself. */
export interface ChartFacts {
  id: string;
  /** Events that it takes. */
  events: readonly string[];
  emitted: readonly string[];
  /** Charts in its slots. */
  children: readonly string[];
}

/** What the docs know of a chart. `emitted` by its model: all events that the chart emits. */
export const factsOf = ({ id, edges, actors }: ChartGraph, emitted: readonly string[]): ChartFacts => ({
  id,
  events: [...new Set(edges.filter(({ kind }) => kind === 'event').map(({ eventType }) => eventType))],
  emitted,
  children: actors.flatMap(({ call }) => /^chart (.+)$/.exec(call ?? '')?.[1] ?? []),
});

/** A parsed file. */
interface Source {
  file: string;
  program: AstNode;
  parents: Map<AstNode, AstNode>;
  /** All nodes, in the order of the text. */
  nodes: AstNode[];
}

const parse = (file: string, text: string): Source => {
  const program = programOf(file, text);
  const parents = new Map<AstNode, AstNode>();
  const nodes: AstNode[] = [];
  for (const [node, [parent]] of nodesOf(program)) {
    nodes.push(node);
    if (parent) parents.set(node, parent);
  }
  return { file, program, parents, nodes };
};

/** The files that may run charts and listen to them: all but the charts themselves. */
export function readSources(): Map<string, string> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/paraglide/**', 'src/machines/**'] });
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Area of each chart: the folder of its file. */
export function readAreas(): Map<string, string> {
  const files = globSync('src/machines/*/*Machine.ts', { cwd: root });
  return new Map(files.map((file) => [/(\w+)Machine\.ts$/.exec(file)?.[1] ?? '', dirname(file).split('/').at(-1) ?? '']));
}

const isFunction = ({ type }: AstNode) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** Without what only the type checker reads. */
const bare = (node: AstNode): AstNode => (node.type.startsWith('TS') && isNode(node.expression) ? bare(node.expression) : node);

/** Hooks that return the function they get. */
const transparent = new Set(['useCallback', 'useEffectEvent', 'useMemo']);

const propertyOf = (object: AstNode, name: string): AstNode | undefined =>
  object.properties?.find((one: AstNode) => one.type === 'Property' && nameOf(one) === name)?.value;

/** Name of the chart in `loginMachine`. */
const chartIn = (name: string | undefined): string | undefined => /^(\w+)Machine$/.exec(name ?? '')?.[1];

/** Where a name gets its value: a parameter, with the field taken from it, or an expression. */
type Binding =
  | { kind: 'parameter'; of: AstNode; index: number; field: string | undefined }
  | { kind: 'value'; value: AstNode; field: string | undefined };

/** The field that an object pattern takes under a local name. */
function fieldOf(pattern: AstNode, name: string): string | undefined {
  const found = pattern.properties?.find((one: AstNode) => {
    const local = one.value?.type === 'AssignmentPattern' ? one.value.left : one.value;
    return local?.type === 'Identifier' && local.name === name;
  });
  return found && nameOf(found);
}

function* around({ parents }: Source, node: AstNode): Generator<AstNode> {
  for (let at = parents.get(node); at; at = parents.get(at)) yield at;
}

function bindingOf(source: Source, name: string, from: AstNode): Binding | undefined {
  for (const scope of around(source, from)) {
    if (scope.type === 'ForOfStatement') {
      const declared = scope.left?.declarations?.[0]?.id;
      if (declared?.name === name) return { kind: 'value', value: scope.right, field: undefined };
    }
    if (!isFunction(scope) && scope.type !== 'Program') continue;
    for (const [index, parameter] of (scope.params ?? []).entries()) {
      const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      if (pattern.name === name) return { kind: 'parameter', of: scope, index, field: undefined };
      const field = fieldOf(pattern, name);
      if (field !== undefined) return { kind: 'parameter', of: scope, index, field };
    }
    for (const [node] of nodesOf(scope)) {
      if (node.type === 'FunctionDeclaration' && node.id?.name === name) return { kind: 'value', value: node, field: undefined };
      if (node.type !== 'VariableDeclarator' || !isNode(node.init)) continue;
      if (node.id.name === name) return { kind: 'value', value: bare(node.init), field: undefined };
      const field = fieldOf(node.id, name);
      if (field !== undefined) return { kind: 'value', value: bare(node.init), field };
    }
  }
  return undefined;
}

/** Name of a function: its own, or that of the constant it is kept in. */
function nameOfFunction(source: Source, node: AstNode): string | undefined {
  if (node.id?.name) return node.id.name;
  for (const parent of around(source, node)) {
    if (parent.type === 'VariableDeclarator') return parent.id.name;
    if (parent.type !== 'CallExpression') return undefined;
  }
  return undefined;
}

/** The outermost named function around a node: the view or the service that it belongs to. */
function placeOf(source: Source, node: AstNode): string {
  const names = [...around(source, node)].filter(isFunction).map((one) => nameOfFunction(source, one));
  return (
    names.findLast((name) => name !== undefined) ??
    source.file
      .split('/')
      .at(-1)
      ?.replace(/\.tsx?$/, '') ??
    ''
  );
}

/** Texts that an expression may have: `'a'`, `x ? 'a' : 'b'`. */
function textsOf(source: Source, node: AstNode): string[] {
  const plain = bare(node);
  if (plain.type === 'Literal') return typeof plain.value === 'string' ? [plain.value] : [];
  if (plain.type === 'ConditionalExpression') return [plain.consequent, plain.alternate].flatMap((one) => textsOf(source, one));
  if (plain.type === 'ArrayExpression') return plain.elements.filter(isNode).flatMap((one: AstNode) => textsOf(source, one));
  if (plain.type !== 'Identifier') return [];
  const binding = bindingOf(source, plain.name, plain);
  return binding?.kind === 'value' ? textsOf(source, binding.value) : [];
}

/** How charts relate, read from the charts' own facts and from the source of what runs them. */
export function relationsOf(
  facts: readonly ChartFacts[],
  texts: ReadonlyMap<string, string>,
  areas: ReadonlyMap<string, string>,
): MapChart[] {
  const sources = [...texts].map(([file, text]) => parse(file, text));
  const known = new Set(facts.map(({ id }) => id));
  const taking = (event: string) => facts.filter(({ events }) => events.includes(event)).map(({ id }) => id);
  const emitting = (event: string) => facts.filter(({ emitted }) => emitted.includes(event)).map(({ id }) => id);

  /** Chart of an expression that is a machine, or an actor of one. */
  const chartOf = (source: Source, node: AstNode, seen = new Set<AstNode>()): string | undefined => {
    const plain = bare(node);
    if (seen.has(plain)) return undefined;
    seen.add(plain);
    if (plain.type === 'CallExpression') {
      const [first] = plain.arguments;
      if (['useChart', 'useActorRef', 'createActor'].includes(calledName(plain) ?? '')) return chartOf(source, first, seen);
      if (calledName(plain) === 'provide') return chartOf(source, plain.callee.object, seen);
      if (calledName(plain) === 'useMemo') return chartOf(source, first.body, seen);
      return undefined;
    }
    if (plain.type !== 'Identifier') return undefined;
    const own = chartIn(plain.name);
    if (own && known.has(own)) return own;
    const binding = bindingOf(source, plain.name, plain);
    if (binding?.kind === 'value' && binding.field === undefined) return chartOf(source, binding.value, seen);
    // The type says it: `logic: typeof labelsMachine`.
    if (binding?.kind !== 'parameter') return undefined;
    const field = binding.field ?? plain.name;
    const named = (scope: AstNode) => {
      for (const [typed] of nodesOf(scope)) {
        const isIt =
          (typed.type === 'TSPropertySignature' && nameOf(typed) === field) || (typed.type === 'Identifier' && typed.name === field);
        if (!isIt || !isNode(typed.typeAnnotation)) continue;
        for (const [part] of nodesOf(typed.typeAnnotation)) {
          const chart = part.type === 'TSTypeQuery' ? chartIn(part.exprName?.name) : undefined;
          if (chart) return chart;
        }
      }
      return undefined;
    };
    return named(binding.of) ?? named(source.program);
  };

  /** Calls of a function, and uses of a component, as the value of its parameter. */
  const given = (name: string, index: number, field: string | undefined): { source: Source; value: AstNode }[] =>
    sources.flatMap((source) =>
      source.nodes.flatMap((node) => {
        if (node.type === 'JSXOpeningElement' && node.name?.name === name && field !== undefined) {
          const attribute = node.attributes.find((one: AstNode) => one.type === 'JSXAttribute' && one.name.name === field);
          const value = attribute?.value?.expression;
          return isNode(value) ? [{ source, value }] : [];
        }
        if (node.type !== 'CallExpression' || node.callee.name !== name) return [];
        const argument = node.arguments[index];
        const value = argument && (field === undefined ? argument : propertyOf(bare(argument), field));
        return isNode(value) ? [{ source, value }] : [];
      }),
    );

  /** Events that run when an expression is called. */
  const sentBy = (source: Source, node: AstNode, seen: Set<AstNode>): Hearing['sends'] => {
    const plain = bare(node);
    if (seen.has(plain)) return [];
    seen.add(plain);
    if (isFunction(plain))
      return [...nodesOf(plain.body)].flatMap(([one]) => (one.type === 'CallExpression' ? sentIn(source, one, seen) : []));
    if (plain.type === 'CallExpression') return transparent.has(calledName(plain) ?? '') ? sentBy(source, plain.arguments[0], seen) : [];
    if (plain.type === 'ConditionalExpression') return [plain.consequent, plain.alternate].flatMap((one) => sentBy(source, one, seen));
    if (plain.type === 'MemberExpression') return plain.computed ? [] : sentByField(source, plain.object, plain.property.name, seen);
    if (plain.type !== 'Identifier') return [];
    const binding = bindingOf(source, plain.name, plain);
    if (binding?.kind === 'parameter') return sentByCallers(source, binding, seen);
    if (!binding) return [];
    return binding.field === undefined ? sentBy(source, binding.value, seen) : sentByField(source, binding.value, binding.field, seen);
  };
  /** The same for a field of an object: one that a component or hook got, or that a hook returned. */
  const sentByField = (source: Source, object: AstNode, field: string, seen: Set<AstNode>): Hearing['sends'] => {
    const plain = bare(object);
    if (plain.type === 'CallExpression') return returnedBy(plain.callee.name, field).flatMap((one) => sentBy(one.source, one.value, seen));
    const binding = plain.type === 'Identifier' ? bindingOf(source, plain.name, plain) : undefined;
    if (!binding || binding.field !== undefined) return [];
    return binding.kind === 'parameter'
      ? sentByCallers(source, { ...binding, field }, seen)
      : sentByField(source, binding.value, field, seen);
  };
  /** A field of what a function returns. */
  const returnedBy = (name: string | undefined, field: string): { source: Source; value: AstNode }[] =>
    sources.flatMap((source) =>
      source.nodes.flatMap((node) => {
        if (name === undefined || !isFunction(node) || nameOfFunction(source, node) !== name) return [];
        return [...nodesOf(node.body)].flatMap(([one]) => {
          const value = one.type === 'ReturnStatement' && isNode(one.argument) ? propertyOf(bare(one.argument), field) : undefined;
          return isNode(value) ? [{ source, value }] : [];
        });
      }),
    );
  const sentByCallers = (source: Source, { of, index, field }: Binding & { kind: 'parameter' }, seen: Set<AstNode>) => {
    const name = nameOfFunction(source, of);
    return name ? given(name, index, field).flatMap((one) => sentBy(one.source, one.value, seen)) : [];
  };
  /** What a call sends, itself or by the function that it calls. */
  const sentIn = (source: Source, call: AstNode, seen: Set<AstNode>): Hearing['sends'] => {
    const isOffer = call.callee.name === 'offer';
    if (!isOffer && call.callee.property?.name !== 'send') return sentBy(source, call.callee, seen);
    const [receiver, event] = isOffer ? call.arguments : [call.callee.object, call.arguments[0]];
    let given = event && bare(event);
    if (given?.type === 'Identifier') {
      const binding = bindingOf(source, given.name, given);
      given = binding?.kind === 'value' ? bare(binding.value) : undefined;
    }
    const type = given && propertyOf(given, 'type');
    return (type ? textsOf(source, type) : []).map((text) => ({ event: text, chart: receiverOf(source, receiver, text) }));
  };
  const receiverOf = (source: Source, receiver: AstNode, event: string): string => {
    const charts = taking(event);
    const named = chartOf(source, receiver) ?? receiver.name ?? calledName(receiver);
    const chart = charts.length === 1 ? charts[0] : charts.find((one) => one === named);
    if (!chart) throw new Error(`${source.file}: which chart gets '${event}'? These take it: ${charts.join(', ') || 'none'}.`);
    return chart;
  };

  const unique = (sends: Hearing['sends']) => [...new Map(sends.map((one) => [`${one.chart} ${one.event}`, one])).values()];
  const runs = new Map<string, Set<string>>();
  const heard = new Map<string, Hearing[]>();
  const hear = (source: Source, at: AstNode, chart: string, event: string, handler: AstNode) => {
    const key = `${chart} ${event}`;
    const sends = unique(sentBy(source, handler, new Set()));
    heard.set(key, [...(heard.get(key) ?? []), { by: placeOf(source, at), file: source.file, sends }]);
  };
  const hearAll = (source: Source, at: AstNode, chart: string, handlers: AstNode | undefined) => {
    for (const property of handlers?.properties ?? []) {
      const event = nameOf(property);
      if (event !== undefined) hear(source, at, chart, event, property.value);
    }
  };
  for (const source of sources) {
    // The hooks themselves pass on what they get.
    if (source.file === 'src/views/useChart.ts') continue;
    for (const node of source.nodes) {
      if (node.type !== 'CallExpression') continue;
      const called = calledName(node);
      if (called === 'useChart' || called === 'useActorRef' || called === 'createActor') {
        const chart = chartOf(source, node);
        if (!chart) throw new Error(`${source.file}: which chart does ${called} run? Name it, or give its variable a type.`);
        runs.set(chart, (runs.get(chart) ?? new Set()).add(placeOf(source, node)));
        if (called === 'useChart') hearAll(source, node, chart, node.arguments[1] && propertyOf(node.arguments[1], 'on'));
      }
      if (called === 'useEmitted') {
        const handlers = node.arguments[1];
        const event = handlers?.properties?.map(nameOf).find(isText) ?? '';
        const [chart = chartOf(source, node.arguments[0])] = emitting(event);
        if (chart) hearAll(source, node, chart, handlers);
      }
      if (called === 'on' && node.callee.type === 'MemberExpression' && node.arguments.length === 2) {
        for (const event of textsOf(source, node.arguments[0])) {
          const charts = emitting(event);
          const chart = charts.length > 1 ? charts.find((one) => one === chartOf(source, node.callee.object)) : charts[0];
          if (chart) hear(source, node, chart, event, node.arguments[1]);
        }
      }
    }
  }
  return facts.map(({ id, emitted, children }) => ({
    id,
    area: areas.get(id) ?? '',
    starts: [...children],
    runBy: [...(runs.get(id) ?? [])].sort(),
    emits: emitted.map((event) => ({ event, heard: heard.get(`${id} ${event}`) ?? [] })),
  }));
}

const isText = (value: unknown): value is string => typeof value === 'string';
