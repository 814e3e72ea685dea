import { type AstNode, calledName, type Found, isNode, nameOf, nodesOf, programOf } from '../syntax.ts';

/** What is mutated: the charts, the views, the services, the server's handlers. */
export const kinds = ['charts', 'views', 'services', 'handlers'] as const;
export type Kind = (typeof kinds)[number];

/** One change of one file. */
export interface Mutant {
  kind: Kind;
  /** Path below the root. */
  file: string;
  operator: string;
  start: number;
  end: number;
  replacement: string;
  line: number;
  /** File, operator, place by name, and the change: the same after lines have moved. */
  key: string;
}

/** A readable place: the names around a node, outermost first. */
const placeOf = (ancestors: readonly AstNode[]): string =>
  ancestors
    .flatMap((node) => (node.type === 'Property' ? nameOf(node) : node.type === 'CallExpression' ? [] : node.id?.name) ?? [])
    .reverse()
    .join(' / ');

type Change = [operator: string, node: Pick<AstNode, 'start' | 'end'>, replacement: string];

/** Parts of a declaration that say nothing of the behavior, or are XState's own values. */
const notBehavior = new Set(['types', 'meta', 'params', 'input', 'output']);

/** An entry of an object or a list, with the comma after it. */
const withComma = (text: string, { start, end }: AstNode) => ({ start, end: end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0) });

const dropFields = (text: string, object: AstNode): Change[] =>
  object.properties
    .filter(({ type }: AstNode) => type === 'Property')
    .map((field: AstNode): Change => ['field dropped', withComma(text, field), '']);

/** Another state beside `target`, as far as the file shows the states. */
function siblingOf(target: string, ancestors: readonly AstNode[]): string | undefined {
  const [head = '', ...rest] = target.replace(/^\./, '').split('.');
  for (const object of ancestors) {
    if (object.type !== 'ObjectExpression') continue;
    const states = object.properties.find((one: AstNode) => one.type === 'Property' && nameOf(one) === 'states')?.value;
    const all: AstNode[] = states?.properties?.filter(({ type }: AstNode) => type === 'Property') ?? [];
    const found = all.find((one) => nameOf(one) === head);
    if (!found) continue;
    if (rest.length > 0) {
      const inner = siblingOf(rest.join('.'), [found.value]);
      return inner && `${target.startsWith('.') ? '.' : ''}${head}.${inner}`;
    }
    const names = all.map((one) => nameOf(one) as string);
    const other = names[(names.indexOf(head) + 1) % names.length];
    return other === head ? undefined : `${target.startsWith('.') ? '.' : ''}${other}`;
  }
  return undefined;
}

function chartChanges(text: string, [node, ancestors]: Found): Change[] {
  if (ancestors.some((one) => one.type === 'Property' && notBehavior.has(nameOf(one) ?? ''))) return [];
  if (node.type === 'CallExpression' && calledName(node) === 'assign') {
    const given = node.arguments[0];
    const object = given?.body ?? given;
    return object?.type === 'ObjectExpression' ? dropFields(text, object).map(([, ...rest]) => ['assigned field dropped', ...rest]) : [];
  }
  // The call stands for the tag that it is named after, other tags, and what the state shows.
  if (node.type === 'CallExpression' && calledName(node) === 'failed' && ancestors[0]?.type === 'SpreadElement') {
    const [meta, ...others] = node.arguments.map((one: AstNode) => text.slice(one.start, one.end));
    return [
      ['tag dropped', ancestors[0], `tags: [${others.join(', ')}], meta: ${meta}`],
      ...node.arguments.slice(1).map((tag: AstNode): Change => ['tag dropped', withComma(text, tag), '']),
    ];
  }
  if (node.type !== 'Property') return [];
  const name = nameOf(node);
  const value: AstNode = node.value;
  const parent = ancestors[1];
  const inSetup = parent?.type === 'CallExpression' && calledName(parent) === 'setup';
  const dropped = (operator: string): Change[] =>
    value.type === 'ArrayExpression'
      ? value.elements.filter(isNode).map((one: AstNode): Change => [operator, withComma(text, one), ''])
      : [[operator, withComma(text, node), '']];
  if (inSetup) {
    if (name !== 'delays' || value.type !== 'ObjectExpression') return [];
    return value.properties
      .filter(({ type }: AstNode) => type === 'Property')
      .flatMap(({ value: delay }: AstNode): Change[] => {
        const source = text.slice(delay.start, delay.end);
        const tenfold = delay.type.includes('Function') ? `(...all) => 10 * (${source})(...all)` : `10 * (${source})`;
        return [
          ['delay × 10', delay, tenfold],
          ['delay 0', delay, '0'],
        ];
      });
  }
  switch (name) {
    case 'guard':
      return dropped('guard removed');
    case 'target': {
      const other = typeof value.value === 'string' && siblingOf(value.value, ancestors);
      return other ? [['target swapped', value, `'${other}'`]] : [];
    }
    case 'actions':
      return dropped('action dropped');
    // Fields of events have such names too.
    case 'entry':
    case 'exit':
      return value.type.includes('Function') ? [] : dropped(`${name} dropped`);
    case 'tags':
      return dropped('tag dropped');
    case 'onError':
      return [['onError dropped', withComma(text, node), '']];
    case 'onDone':
    case 'always':
      return dropped('transition dropped');
    case 'on':
    case 'after':
      return value.type === 'ObjectExpression'
        ? value.properties
            .filter(({ type }: AstNode) => type === 'Property')
            .map((one: AstNode): Change => ['transition dropped', withComma(text, one), ''])
        : [];
    default:
      return [];
  }
}

const negated = (text: string, operator: string, test: AstNode): Change => [operator, test, `!(${text.slice(test.start, test.end)})`];

function viewChanges(text: string, [node]: Found, eventsOf: (event: string) => readonly string[]): Change[] {
  if (node.type === 'CallExpression' && ['can', 'hasTag'].includes(node.callee.property?.name))
    return [negated(text, 'condition negated', node)];
  if (node.type !== 'CallExpression' || !['send', 'offer'].includes(calledName(node) ?? '')) return [];
  const event = node.arguments.find(({ type }: AstNode) => type === 'ObjectExpression');
  const type = event?.properties.find((one: AstNode) => one.type === 'Property' && nameOf(one) === 'type')?.value;
  if (type?.type !== 'Literal') return [];
  const all = eventsOf(type.value);
  const other = all[(all.indexOf(type.value) + 1) % all.length];
  return other === undefined || other === type.value ? [] : [['wrong event', type, `'${other}'`]];
}

function serviceChanges(text: string, [node]: Found): Change[] {
  if (node.type === 'ObjectExpression') {
    const fields = node.properties.filter((one: AstNode) => one.type === 'Property' && !['signal', 'quiet'].includes(nameOf(one) ?? ''));
    const read = fields.filter((one: AstNode) => !one.shorthand && one.value.type === 'MemberExpression');
    const changes = dropFields(text, { ...node, properties: fields });
    for (const [index, one] of read.entries()) {
      const next = read[index + 1];
      // Without types, values are taken for of one type if their names end alike.
      if (next && nameOf(one)?.split('_').at(-1) === nameOf(next)?.split('_').at(-1)) {
        changes.push(['wrong field', one.value, text.slice(next.value.start, next.value.end)]);
      }
    }
    return changes;
  }
  if (node.type === 'CatchClause') return [['catch dropped', node, 'catch (error) { throw error; }']];
  if (node.type === 'CallExpression' && node.callee.property?.name === 'catch') {
    return [['catch dropped', { start: node.callee.object.end, end: node.end }, '']];
  }
  return node.type === 'IfStatement' || node.type === 'ConditionalExpression' ? [negated(text, 'condition negated', node.test)] : [];
}

const flipped: Record<string, string> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '===': '!==', '!==': '===', '=': '!=', '!=': '=' };

function handlerChanges(text: string, [node]: Found): Change[] {
  if (node.type === 'BinaryExpression' && flipped[node.operator]) {
    const at = text.indexOf(node.operator, node.left.end);
    return [['comparison flipped', { start: at, end: at + node.operator.length }, flipped[node.operator] as string]];
  }
  if (node.type === 'CallExpression' && ['where', 'whereRef'].includes(node.callee.property?.name)) {
    const sign = node.arguments[1];
    return [
      ['where dropped', { start: node.callee.object.end, end: node.end }, ''],
      ...(flipped[sign?.value] ? [['comparison flipped', sign, `'${flipped[sign.value]}'`] satisfies Change] : []),
    ];
  }
  if (node.type === 'LogicalExpression' && node.operator === '&&')
    return [['condition dropped', { start: node.left.end, end: node.end }, '']];
  return node.type === 'IfStatement' ? [negated(text, 'guard negated', node.test)] : [];
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/**
 * All mutants of one file.
 * @param eventsOf the events of the chart that takes this event
 * @throws when the text cannot be parsed
 */
export function mutantsOf(kind: Kind, file: string, text: string, eventsOf: (event: string) => readonly string[] = () => []): Mutant[] {
  const program = programOf(file, text);
  const known = new Map<string, number>();
  return [...nodesOf(program)].flatMap((found) => {
    const changes = {
      charts: () => chartChanges(text, found),
      views: () => viewChanges(text, found, eventsOf),
      services: () => serviceChanges(text, found),
      handlers: () => handlerChanges(text, found),
    }[kind]();
    return changes.map(([operator, { start, end }, replacement]) => {
      const change = `${short(text.slice(start, end))} → ${short(replacement) || '(nothing)'}`;
      const name = `${file}: ${operator} in ${placeOf([found[0], ...found[1]])}: ${change}`;
      const count = (known.get(name) ?? 0) + 1;
      known.set(name, count);
      const line = text.slice(0, start).split('\n').length;
      return { kind, file, operator, start, end, replacement, line, key: count > 1 ? `${name} (${count})` : name };
    });
  });
}
