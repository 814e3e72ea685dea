import {
  type AnyActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { type ChartGraph, chartGraph, edgeName, transitionIds } from '../../src/developer/chartGraph.ts';
import { stubActors } from './actors.ts';
import { type Edge, explore } from './graph.ts';

/** What an actor that the chart started sends back. */
export type ActorEvent =
  | { type: `xstate.done.actor.${string}`; output?: unknown }
  | { type: `xstate.error.actor.${string}`; error: unknown }
  | { type: `xstate.snapshot.${string}`; snapshot: unknown };

/** What is needed, beside a chart, to walk it. */
export interface Model<M extends AnyStateMachine = AnyStateMachine> {
  machine: M;
  /** Input of the chart, or several by name (`inputs`), each of which is walked. */
  input?: InputFrom<M>;
  inputs?: Record<string, InputFrom<M>>;
  /** One entry for each payload that matters: what people and the outside send, and how actors end. Timers need no entry. */
  events: readonly (EventFromLogic<M> | ActorEvent)[];
  /** The part of the context that decides what happens next, made finite. Default: none of it. */
  project?: (context: ContextFrom<M>) => unknown;
  /** What holds in every state, by sentence. */
  invariants?: Record<string, (snapshot: SnapshotFrom<M>) => boolean>;
  /** Real logic for slots where a stand-in that stays silent will not do (a child whose snapshot the chart reads). */
  actors?: Record<string, AnyActorLogic>;
  /** Why the chart has no view model test: what shows it, or that nothing does. */
  noScreen?: string;
  /** Most steps of the exploration; default 20,000. */
  limit?: number;
}

/** Types a model against its chart. */
export const defineModel = <M extends AnyStateMachine>(model: Model<M>): Model<M> => model;

/** Something that makes the chart move. */
export interface Cause {
  type: string;
  by: 'sender' | 'actor' | 'timer';
  event: AnyEventObject;
  /** Id of the actor or of the timer. */
  id?: string;
}

export interface Step {
  cause: Cause;
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  /** Ids of the transitions taken, in order, `always` and completions included. */
  taken: string[];
  emitted: AnyEventObject[];
  /** Simulated milliseconds that pass until a timer fires; 0 for all other causes. */
  wait: number;
  /** False when another timer would be due first, had all started together: only an actor can be made to do that. */
  inTime: boolean;
}

export interface ModelPath {
  /** `login.submitted → authenticate: done`, after the name of the input where there are several. */
  description: string;
  input: unknown;
  start: AnyMachineSnapshot;
  steps: Step[];
}

interface Timer {
  event: AnyEventObject;
  deadline: number;
}

/** A snapshot of the pure chart, and what is under way outside of it. */
interface Position extends Omit<Step, 'cause' | 'event'> {
  /** Actors that have ended, by id: the very ref, so that a restart counts as a new one. */
  ended: ReadonlyMap<string, unknown>;
  timers: ReadonlyMap<string, Timer>;
  now: number;
}

/** A chart explored with a model, over the pure transition function. */
export interface ExploredModel {
  model: Model;
  graph: ChartGraph;
  /** Every distinct state: value, projected context, actors and timers under way. */
  positions: { snapshot: AnyMachineSnapshot; path: ModelPath }[];
  /** For each (state, event) pair that moves the chart, the shortest way there and the event. */
  pairs: ModelPath[];
  /** What each named guard answered. */
  answers: Map<string, Set<boolean>>;
  /** Ids of the transitions that some path takes. */
  taken: Set<string>;
}

const MARK = 'tests/kit:mark';

/** JSON that keeps what plain JSON drops: errors, maps, sets, undefined; an actor becomes its id. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => {
    if (part === undefined) return '(undefined)';
    if (typeof part === 'function') return '(function)';
    if (part instanceof Error) return { ...part, name: part.name, message: part.message };
    if (part instanceof Map || part instanceof Set) return [...part];
    if (typeof part === 'object' && part && 'sessionId' in part && 'send' in part) return `(actor ${part.id})`;
    return part;
  });

const isForActor = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)$/;

/**
 * Explores every state that the model's events reach, over the pure transition function: nothing is called, no time passes.
 * An actor can end only once and only while it lives; a delay fires only while it runs.
 */
export function exploreModel(model: Model): ExploredModel {
  const answers = new Map<string, Set<boolean>>();
  const machine = instrumented(model, answers);
  const { project = () => undefined, limit = 20_000 } = model;
  const taken = new Set<string>();

  const position = (
    [snapshot, actions]: [AnyMachineSnapshot, readonly { type: string; params?: any }[]],
    from: Pick<Position, 'ended' | 'timers' | 'now' | 'wait' | 'inTime'>,
  ): Position => {
    const timers = new Map(from.timers);
    const marks: string[] = [];
    const emitted: AnyEventObject[] = [];
    for (const { type, params } of actions) {
      if (type === MARK) marks.push(params.id);
      else if (type === 'xstate.emit') emitted.push(params.event);
      else if (type === 'xstate.cancel') timers.delete(params.sendId);
      else if (type === 'xstate.raise' && params.delay !== undefined) {
        timers.set(params.id ?? params.event.type, { event: params.event, deadline: from.now + params.delay });
      }
    }
    for (const mark of marks) taken.add(mark);
    return { ...from, snapshot, timers, taken: marks, emitted };
  };

  const next = (at: Position, { by, event, id = '' }: Cause): Position => {
    const timers = new Map(at.timers);
    const ended = new Map(at.ended);
    if (by === 'actor' && !event.type.startsWith('xstate.snapshot.')) ended.set(id, at.snapshot.children[id]);
    const due = at.timers.get(id)?.deadline ?? at.now;
    timers.delete(id);
    const inTime = by !== 'timer' || [...timers.values()].every(({ deadline }) => deadline > due);
    const wait = by === 'timer' && inTime ? Math.max(0, due - at.now) : 0;
    return position(transition(machine, at.snapshot as never, event as never) as never, {
      ended,
      timers,
      now: at.now + wait,
      wait,
      inTime,
    });
  };

  const causes = ({ snapshot, ended, timers }: Position): Cause[] => {
    if (snapshot.status !== 'active') return [];
    const all: Cause[] = (model.events as readonly AnyEventObject[]).flatMap((event): Cause[] => {
      const id = isForActor.exec(event.type)?.[1];
      if (id === undefined) return [{ type: event.type, by: 'sender', event }];
      const child = snapshot.children[id];
      return child && ended.get(id) !== child ? [{ type: event.type, by: 'actor', event, id }] : [];
    });
    for (const [id, { event }] of timers) all.push({ type: event.type, by: 'timer', event, id });
    return all.filter(({ event }) => machine.getTransitionData(snapshot as never, event as never).length > 0);
  };

  const stateKey = ({ snapshot, ended, timers }: Position) =>
    plainJson([
      snapshot.value,
      snapshot.status,
      Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]),
      project(snapshot.context),
      Object.entries(snapshot.children).flatMap(([id, child]) => (child && ended.get(id) !== child ? [id] : [])),
      [...timers.keys()].sort(),
    ]);

  const positions: ExploredModel['positions'] = [];
  const pairs: ModelPath[] = [];
  for (const [name, input] of Object.entries(model.inputs ?? { '': model.input })) {
    const start = position(initialTransition(machine, input as never) as never, {
      ended: new Map(),
      timers: new Map(),
      now: 0,
      wait: 0,
      inTime: true,
    });
    const path = (edges: readonly Edge<Position, Cause>[]): ModelPath => ({
      description: [name, edges.map(({ cause }) => readableCause(cause)).join(' → ') || '(start)'].filter(Boolean).join(': '),
      input,
      start: start.snapshot,
      steps: edges.map(({ cause, state }) => ({ cause, event: cause.event, ...pick(state) })),
    });
    const { states } = explore<Position, Cause>({
      start,
      next,
      causes,
      stateKey,
      causeKey: ({ by, id, event }) => plainJson([by, id, event]),
      limit,
    });
    for (const { state, prefix, edges } of states) {
      positions.push({ snapshot: state.snapshot, path: path(prefix) });
      for (const edge of edges) pairs.push(path([...prefix, edge]));
    }
  }
  return { model, graph: chartGraph(model.machine), positions, pairs, answers, taken };
}

const pick = ({ snapshot, taken, emitted, wait, inTime }: Position) => ({ snapshot, taken, emitted, wait, inTime });

function readableCause({ by, type, id, event }: Cause): string {
  if (by === 'timer') return type.replace(/^xstate\.after\.([^.]+)\..*/, 'after $1');
  if (by === 'actor') return `${id}: ${type.split('.')[1]}`;
  const { type: _type, ...payload } = event;
  const text = Object.keys(payload).length > 0 ? ` ${plainJson(payload)}` : '';
  return `${type}${text.length > 60 ? `${text.slice(0, 57)}…` : text}`;
}

/** A copy of the chart that calls nothing, whose transitions tell when they are taken, and whose guards keep what they answer. */
function instrumented({ machine, actors }: Model, answers: Map<string, Set<boolean>>): AnyStateMachine {
  const guards = Object.fromEntries(
    Object.entries(machine.implementations.guards as Record<string, (...args: unknown[]) => boolean>).map(([name, guard]) => {
      answers.set(name, new Set());
      if (typeof guard !== 'function' || 'check' in guard) return [name, guard];
      return [
        name,
        (...args: unknown[]) => {
          const answer = guard(...args);
          answers.get(name)?.add(Boolean(answer));
          return answer;
        },
      ];
    }),
  );
  const copy = machine.provide({ guards: guards as never, actors: { ...stubActors(machine).actors, ...actors } as never });
  for (const [definition, id] of transitionIds(copy)) definition.actions = [...definition.actions, { type: MARK, params: { id } } as never];
  return copy;
}

/** How a walk is chosen: every (state, event) pair, or each transition once with as few steps as can be (for screens). */
export type Cover = 'steps' | 'transitions';

/** Paths through an explored model. With `'steps'` a path that another one begins with is left out. */
export function modelPaths({ pairs }: ExploredModel, cover: Cover): ModelPath[] {
  const prefixes = new Set<string>();
  const keys = pairs.map(({ input, steps }) => {
    let key = plainJson(input ?? null);
    return steps.map(({ cause }) => {
      key += `\n${plainJson([cause.by, cause.id, cause.event])}`;
      return key;
    });
  });
  for (const key of keys) for (const prefix of key.slice(0, -1)) prefixes.add(prefix);
  const paths = pairs.filter((_path, index) => !prefixes.has(keys[index]!.at(-1)!));
  return cover === 'steps' ? paths : fewestSteps(pairs);
}

/** Greedy set cover: again and again the path that adds most transitions per step; paths whose timers keep time come first. */
function fewestSteps(paths: readonly ModelPath[]): ModelPath[] {
  const candidates = paths.map((path) => ({
    path,
    inTime: path.steps.every(({ inTime }) => inTime),
    taken: [...new Set(path.steps.flatMap(({ taken }) => taken))],
  }));
  const todo = new Set(candidates.flatMap(({ taken }) => taken));
  const chosen: ModelPath[] = [];
  for (const group of [candidates.filter(({ inTime }) => inTime), candidates]) {
    for (;;) {
      let best: (typeof candidates)[number] | undefined;
      let bestGain = 0;
      for (const candidate of group) {
        const gain = candidate.taken.filter((id) => todo.has(id)).length / candidate.path.steps.length;
        if (gain > bestGain) [best, bestGain] = [candidate, gain];
      }
      if (!best) break;
      for (const id of best.taken) todo.delete(id);
      chosen.push(best.path);
    }
  }
  return chosen;
}

/** What is wrong with a chart or its model, found without running anything; each entry names the culprit. */
export function modelProblems({ model, graph, positions, pairs, answers, taken }: ExploredModel): string[] {
  const problems: string[] = [];
  const entered = new Set(positions.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
  for (const step of pairs.flatMap(({ steps }) => steps)) for (const { id } of step.snapshot._nodes) entered.add(id);
  for (const { id, type } of graph.nodes) {
    // A state that is left at once by `always` is entered all the same: one of its transitions is taken.
    const passed = graph.edges.some((edge) => edge.source === id && taken.has(edge.id));
    if (type !== 'history' && !entered.has(id) && !passed) problems.push(`unreachable state: ${id}`);
  }
  for (const edge of graph.edges) if (!taken.has(edge.id)) problems.push(`transition that no path takes: ${edgeName(edge)}`);
  const sent = new Set((model.events as readonly AnyEventObject[]).map(({ type }) => type));
  const expected = new Set(
    graph.edges.filter(({ kind }) => kind !== 'after' && kind !== 'always' && kind !== 'completed').map(({ eventType }) => eventType),
  );
  for (const type of expected)
    if (!sent.has(type) && !type.includes('*')) problems.push(`event of the chart that the model never sends: ${type}`);
  const received = new Set(pairs.map(({ steps }) => plainJson(steps.at(-1)?.event)));
  for (const event of model.events) {
    if (!received.has(plainJson(event))) problems.push(`dead event, taken in no state: ${plainJson(event)}`);
  }
  for (const [name, said] of answers) {
    const guard = model.machine.implementations.guards[name] as unknown;
    if (typeof guard !== 'function' || 'check' in guard) continue;
    if (said.size === 0) problems.push(`guard that is never asked: ${name}`);
    else if (said.size === 1) problems.push(`guard that only ever says ${said.has(true) ? 'yes' : 'no'}: ${name}`);
  }
  const sentences = Object.entries(model.invariants ?? {});
  for (const { snapshot, path } of positions) {
    for (const [sentence, holds] of sentences) {
      if (!holds(snapshot as never)) problems.push(`"${sentence}" is broken after: ${path.description}`);
    }
    if (snapshot.status !== 'active') continue;
    for (const event of model.events as readonly AnyEventObject[]) {
      if (isForActor.test(event.type) || model.machine.getTransitionData(snapshot as never, event as never).length > 0) continue;
      const [after] = transition(model.machine, snapshot as never, event as never) as unknown as [AnyMachineSnapshot];
      if (plainJson(after.value) !== plainJson(snapshot.value)) {
        problems.push(`${event.type} is taken by no transition, yet moves ${plainJson(snapshot.value)} to ${plainJson(after.value)}`);
      }
    }
  }
  return problems;
}
