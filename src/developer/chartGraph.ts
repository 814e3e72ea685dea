import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ChartMeta, Reasons } from '../machines/chart.ts';
import { guardName } from '../machines/whyNot.ts';

/** One state of a chart as plain data. */
export interface ChartNode {
  /** Full id, `login.signedIn.teacher`. */
  id: string;
  key: string;
  /** Path below the root, `signedIn.teacher`; empty for the root. */
  path: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  parent: string | undefined;
  /** Id of the initial child of a compound state. */
  initial: string | undefined;
  history: 'shallow' | 'deep' | undefined;
  description: string;
  tags: string[];
  announce: string | undefined;
  focus: string | undefined;
  entry: string[];
  exit: string[];
  invokes: { id: string; src: string }[];
  /** Number of hidden states, if the state is closed in a folded drawing. */
  inside?: number;
}

export type EdgeKind = 'event' | 'always' | 'after' | 'done' | 'error' | 'snapshot' | 'completed';

/** One transition of a chart as plain data. */
export interface ChartEdge {
  /** Stable while the state's transitions for the event keep their order: `login.editing|login.submitted|0`. */
  id: string;
  source: string;
  /** Ids of the targets; empty for a transition that only runs actions. */
  targets: string[];
  kind: EdgeKind;
  /** XState's event type; empty for `always`. */
  eventType: string;
  /** The readable event: `after lockout`, `authenticate: done`. */
  event: string;
  guard: string | undefined;
  actions: string[];
  reenter: boolean;
  description: string;
  /** Lines of its label instead of its own, if the arrow stands for several transitions. */
  lines?: string[];
}

/** A chart as plain, JSON-safe data, for the docs, the drawing and the coverage meter. */
export interface ChartGraph {
  id: string;
  description: string;
  nodes: ChartNode[];
  edges: ChartEdge[];
  guards: { name: string; reason: string | undefined }[];
  /** `ms` is undefined for a computed delay. */
  delays: { name: string; ms: number | undefined }[];
  actors: { name: string; call: string | undefined }[];
}

/** The states of a chart in document order, root first. */
export function stateNodes(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap((child) => walk(child as AnyStateNode)),
  ];
  return walk(machine.root as AnyStateNode);
}

/** All transitions of a chart with their {@link ChartEdge} ids. Works on every copy made by `.provide`. */
export function transitionIds(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const ids = new Map<AnyTransitionDefinition, string>();
  for (const node of stateNodes(machine)) {
    for (const list of [...node.transitions.values(), node.always ?? []]) {
      list.forEach((definition, index) => {
        ids.set(definition as AnyTransitionDefinition, `${node.id}|${definition.eventType}|${index}`);
      });
    }
  }
  return ids;
}

/** Name of an action: `inline` for a function in the chart itself, `emit` etc. for XState's own. */
function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type } = Object(action) as { type?: string };
  return type?.replace(/^xstate\./, '') ?? 'inline';
}
/** XState keeps `after` as actions of the state; these are already drawn as transitions. */
const stateActions = (actions: readonly unknown[]) => actions.map(actionName).filter((name) => name !== 'raise' && name !== 'cancel');

const edgePatterns: [RegExp, EdgeKind, (match: RegExpExecArray, owner: string) => string][] = [
  [/^$/, 'always', () => 'always'],
  [/^xstate\.after\.(.+)$/, 'after', ([, rest = ''], owner) => `after ${delayText(rest.split(`.${owner}`)[0] ?? rest)}`],
  [/^xstate\.done\.actor\.(.+)$/, 'done', ([, id]) => `${id}: done`],
  [/^xstate\.error\.actor\.(.+)$/, 'error', ([, id]) => `${id}: error`],
  [/^xstate\.snapshot\.(.+)$/, 'snapshot', ([, id]) => `${id}: changed`],
  [/^xstate\.done\.state\./, 'completed', () => 'completed'],
];

const delayText = (name: string) => (/^\d+$/.test(name) ? `${name} ms` : name);

/** Kind and readable text of an event type. `owner`: id of the state or chart that handles it; delay types contain it. */
export function describeEvent(eventType: string, owner = ''): { kind: EdgeKind; text: string } {
  for (const [pattern, kind, text] of edgePatterns) {
    const match = pattern.exec(eventType);
    if (match) return { kind, text: text(match, owner) };
  }
  return { kind: 'event', text: eventType };
}

/** Readable name of a transition: `login.routing --always [isTeacher]--> login.signedIn.teacher`. */
export const edgeName = ({ source, event, guard, targets }: ChartEdge): string =>
  `${source} --${event}${guard ? ` [${guard}]` : ''}--> ${targets.join(', ') || '(stays)'}`;

/** Turns a machine into plain data. Never throws on missing parts: descriptions and reasons are then empty. */
export function chartGraph(machine: AnyStateMachine): ChartGraph {
  const nodes: ChartNode[] = [];
  const edges: ChartEdge[] = [];
  const guardNames = new Set<string>(Object.keys(machine.implementations.guards));
  for (const node of stateNodes(machine)) {
    const meta = Object(node.meta) as ChartMeta;
    nodes.push({
      id: node.id,
      key: node.key,
      path: node.path.join('.'),
      type: node.type,
      parent: node.parent?.id,
      initial: node.type === 'compound' ? node.initial.target?.[0]?.id : undefined,
      history: node.history || undefined,
      description: node.description ?? '',
      tags: [...node.tags],
      announce: meta.announce,
      focus: meta.focus,
      entry: stateActions(node.entry),
      exit: stateActions(node.exit),
      invokes: node.invoke.map(({ id, src }) => ({ id, src: String(src) })),
    });
  }
  for (const [definition, id] of transitionIds(machine)) {
    const source = definition.source.id;
    const { kind, text } = describeEvent(definition.eventType, source);
    const guard = definition.guard ? guardName(definition.guard) : undefined;
    if (guard) guardNames.add(guard);
    edges.push({
      id,
      source,
      targets: (definition.target ?? []).map((target) => target.id),
      kind,
      eventType: definition.eventType,
      event: text,
      guard,
      actions: definition.actions.map(actionName),
      reenter: definition.reenter,
      description: definition.description ?? '',
    });
  }
  const reasons: Partial<Reasons> = (Object(machine.root.meta) as ChartMeta).reasons ?? {};
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    nodes,
    edges,
    guards: [...guardNames].map((name) => ({ name, reason: reasons[name] })),
    delays: Object.entries(machine.implementations.delays).map(([name, delay]) => ({
      name,
      ms: typeof delay === 'number' ? delay : undefined,
    })),
    actors: Object.entries(machine.implementations.actors).map(([name, logic]) => ({ name, call: actorCall(logic) })),
  };
}

/** The content of an actor slot: the call named by `actorSlot`, or the chart in it. */
function actorCall(logic: unknown): string | undefined {
  const { call, root, id } = Object(logic) as { call?: string; root?: unknown; id?: string };
  return call ?? (root ? `chart ${id}` : undefined);
}
