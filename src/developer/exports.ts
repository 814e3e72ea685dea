import type { AnyStateMachine } from 'xstate';
import { guardName } from '../machines/whyNot.ts';
import { type ChartEdge, type ChartGraph, type ChartNode, chartGraph } from './chartGraph.ts';

const escaped = (text: string) =>
  text.replace(/[&<>"\n]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '&#10;');

type Attributes = Record<string, string | undefined>;

const tag = (name: string, attributes: Attributes, children: readonly string[] = []): string => {
  const list = Object.entries(attributes).flatMap(([key, value]) => (value ? [` ${key}="${escaped(value)}"`] : []));
  if (children.length === 0) return `<${name}${list.join('')}/>`;
  return `<${name}${list.join('')}>\n${children.map((child) => child.replace(/^/gm, '  ')).join('\n')}\n</${name}>`;
};

/** Namespace of what SCXML has no place for: descriptions and tags. */
const ownNamespace = 'urn:orrery:chart';

/** The event as SCXML names it: `done.invoke.authenticate`, `done.state.quiz.attempt`, `after.lockout.login.locked`. */
function scxmlEvent({ kind, eventType }: ChartEdge): string | undefined {
  if (kind === 'always') return undefined;
  return eventType
    .replace(/^xstate\.(done|error)\.actor\./, '$1.invoke.')
    .replace(/^xstate\.snapshot\./, 'snapshot.invoke.')
    .replace(/^xstate\.(done\.state|after)\./, '$1.');
}

/** Name of the delay in `xstate.after.lockout.login.locked`. */
const delayIn = ({ eventType, source }: ChartEdge): string => eventType.slice('xstate.after.'.length, -source.length - 1);

/**
 * The chart as SCXML (https://www.w3.org/TR/scxml/). Guards are expressions over data of their names, actions are calls of functions of their
 * names: the tool that imports the chart defines both.
 */
export function toScxml({ id, description, nodes, edges, delays, guards }: ChartGraph): string {
  const call = (name: string) => tag('script', {}, [`${escaped(name)}()`]);
  const element = (node: ChartNode): string => {
    if (node.type === 'history') return tag('history', { id: node.id, type: node.history });
    const own = edges.filter(({ source }) => source === node.id);
    const timers = new Map(own.filter(({ kind }) => kind === 'after').map((edge) => [scxmlEvent(edge) ?? '', delayIn(edge)]));
    const sends = [...timers].map(([event, delay]) => {
      const ms = /^\d+$/.test(delay) ? Number(delay) : delays.find(({ name }) => name === delay)?.ms;
      return tag('send', { id: event, event, ...(ms === undefined ? { delayexpr: delay } : { delay: `${ms}ms` }), 'o:delay': delay });
    });
    const entry = [...node.entry.map(call), ...sends];
    const exit = [...node.exit.map(call), ...[...timers.keys()].map((event) => tag('cancel', { sendid: event }))];
    return tag(
      node.type === 'parallel' ? 'parallel' : node.type === 'final' ? 'final' : 'state',
      { id: node.id, initial: node.initial, 'o:description': node.description, 'o:tags': node.tags.join(' ') },
      [
        ...(entry.length > 0 ? [tag('onentry', {}, entry)] : []),
        ...(exit.length > 0 ? [tag('onexit', {}, exit)] : []),
        ...node.invokes.map((invoke) => tag('invoke', { id: invoke.id, src: invoke.src })),
        ...own.map((edge) =>
          tag(
            'transition',
            {
              event: scxmlEvent(edge),
              cond: edge.guard,
              target: edge.targets.join(' '),
              type: edge.reenter ? 'external' : 'internal',
              'o:description': edge.description,
            },
            edge.actions.map(call),
          ),
        ),
        ...nodes.filter(({ parent }) => parent === node.id).map(element),
      ],
    );
  };
  const root = nodes.filter(({ parent }) => parent === undefined);
  const named = guards.filter(({ name }) => /^\w+$/.test(name)).map(({ name }) => tag('data', { id: name, expr: 'false' }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'scxml',
    {
      xmlns: 'http://www.w3.org/2005/07/scxml',
      'xmlns:o': ownNamespace,
      version: '1.0',
      name: id,
      initial: id,
      datamodel: 'ecmascript',
      'o:description': description,
    },
    [...(named.length > 0 ? [tag('datamodel', {}, named)] : []), ...root.map(element)],
  )}\n`;
}

/** A guard as code: its name, or a call of XState's `and`, `or`, `not` and `stateIn`. */
function guardCode(text: string): string {
  const [, name, inside = ''] = /^(and|or|not|stateIn)\((.*)\)$/s.exec(text) ?? [];
  if (name === undefined) return JSON.stringify(text);
  if (name === 'stateIn') return `stateIn(${inside})`;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [at, letter] of [...inside].entries()) {
    if ('({['.includes(letter)) depth++;
    else if (')}]'.includes(letter)) depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(inside.slice(start, at));
      start = at + 1;
    }
  }
  const codes = [...parts, inside.slice(start)].map((part) => guardCode(part.trim()));
  return name === 'not' ? `not(${codes[0]})` : `${name}([${codes.join(', ')}])`;
}

/** A value of a chart's configuration as code. Functions become the names that they have in the chart, or are left out. */
function code(value: unknown, key: string, pad: string): string | undefined {
  if (key === 'guard') {
    const text = guardName(value);
    const params = Object(value).params;
    return params && typeof params === 'object' ? JSON.stringify({ type: text, params }) : guardCode(text);
  }
  if (typeof value === 'function') {
    const { type } = value as { type?: string };
    return type === undefined ? undefined : JSON.stringify(type);
  }
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${pad}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).flatMap(([name, part]) => {
    const text = code(part, isList ? '' : name, inner);
    return text === undefined ? [] : [`${inner}${isList ? '' : `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: `}${text}`];
  });
  if (lines.length === 0) return isList ? '[]' : '{}';
  return `${isList ? '[' : '{'}\n${lines.join(',\n')},\n${pad}${isList ? ']' : '}'}`;
}

/** The chart as XState source that Stately's editor imports. What actions, guards and actors do is left out: stubs stand for them. */
export function toStately(machine: AnyStateMachine): string {
  const { id, guards, delays, actors, nodes, edges } = chartGraph(machine);
  const plain = (names: readonly string[]) => [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name)).sort();
  const actions = plain([...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]), ...edges.flatMap((edge) => edge.actions)]);
  const part = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `  ${name}: {\n${lines.map((line) => `    ${line},\n`).join('')}  },\n`;
  return [
    "import { and, fromPromise, not, or, setup, stateIn } from 'xstate';\n",
    `export const ${id}Machine = setup({`,
    [
      part(
        'actors',
        actors.map(({ name, call }) => `/** ${call ?? ''} */ ${name}: fromPromise(async () => undefined)`),
      ),
      part(
        'actions',
        actions.map((name) => `${name}: () => {}`),
      ),
      part(
        'guards',
        plain(guards.map(({ name }) => name)).map((name) => `${name}: () => true`),
      ),
      part(
        'delays',
        delays.map(({ name, ms }) => `${name}: ${ms ?? '() => 0'}`),
      ),
    ].join(''),
    `}).createMachine(${code(machine.config, '', '')});\n`,
  ]
    .join('\n')
    .replace('\n\n}).', '\n}).');
}
