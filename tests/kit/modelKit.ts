import type {
  AnyActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { type ChartGraph, chartGraph, edgeName } from '../../src/developer/chartGraph.ts';
import { type Cause, type Position, pureChart, stepsOf } from '../../src/developer/pureChart.ts';
import { type Edge, explore } from './graph.ts';
import type { Place, Telling } from './steps.ts';
import type { Meaning, Shown } from './tags.ts';

/** An event from an actor that the chart started. */
export type ActorEvent =
  | { type: `xstate.done.actor.${string}`; output?: unknown }
  | { type: `xstate.error.actor.${string}`; error: unknown }
  | { type: `xstate.snapshot.${string}`; snapshot: unknown };

/** The field of the context that keeps something; with `in`, only in these states. */
export type Kept<Snapshot = AnyMachineSnapshot, Field = string> = Field | { as: Field; in: Place<Snapshot> };

/** What is needed besides a chart to walk it. */
export interface Model<M extends AnyStateMachine = AnyStateMachine> {
  machine: M;
  /** Input of the chart, or several by name (`inputs`), each of which is walked. */
  input?: InputFrom<M>;
  inputs?: Record<string, InputFrom<M>>;
  /** One entry per relevant payload: events from users and from outside, and ends of actors. Timers need no entry. */
  events: readonly (EventFromLogic<M> | ActorEvent)[];
  /** The part of the context that affects what happens next, reduced to finitely many values. Default: none. */
  project?: (context: ContextFrom<M>) => unknown;
  /** Conditions that hold in every state, keyed by a sentence. */
  invariants?: Record<string, (snapshot: SnapshotFrom<M>) => boolean>;
  /** Conditions that hold for every step, keyed by a sentence: from the state before, through the event, to the state after. */
  stepInvariants?: Record<string, (before: SnapshotFrom<M>, event: AnyEventObject, after: SnapshotFrom<M>) => boolean>;
  /**
   * How long each delay of the chart lasts, ms. A delay that depends on the context has cases: the part of the context that it reads, and
   * its length.
   */
  delays?: Record<string, number | readonly { context: Partial<ContextFrom<M>>; ms: number }[]>;
  /**
   * What the chart keeps of an event, by the event's type: the field of the context that has the value of an event's field whenever the
   * event was taken and has it (`{ 'day.chosen': { day: 'day' }, 'xstate.done.actor.makeLink': { 'output.id': 'linkId' } }`). What is sent
   * and found wrong need not be kept. With `in`: only where the chart then is.
   */
  keeps?: Record<string, Readonly<Record<string, Kept<SnapshotFrom<M>, keyof ContextFrom<M> & string>>>>;
  /** How the chart ends, by what ends it: the `kind` of its output. */
  ends?: Readonly<Record<string, string>>;
  /** What the tags of the chart mean: each holds in exactly the states that have the tag. `busy` and `fieldError` need no entry. */
  tags?: Record<string, Meaning<SnapshotFrom<M>>>;
  /** How the failure of a call shows, by the call's id, if not by the tag `failed`. */
  failures?: Record<string, Shown<SnapshotFrom<M>>>;
  /** Where the chart takes an event that several of its states take, or runs a delay, if no tag means it. */
  takes?: Record<string, Place<SnapshotFrom<M>>>;
  /** Where an event or a delay leads: all states that it reaches, paths below the root. Needed if other transitions lead there, too. */
  leads?: Readonly<Record<string, readonly string[]>>;
  /** Where each spawned actor runs, by its id. */
  runs?: Record<string, Place<SnapshotFrom<M>>>;
  /** Which steps tell others something, by what they hear: the type of an emitted or sent event (`list.outdated to folderList`). */
  tells?: Record<string, Telling<SnapshotFrom<M>>>;
  /** Calls whose answer can be a failure. */
  refusals?: readonly string[];
  /** Where what failed is said in the screen's own words, and the context has no `problem`. */
  ownWords?: Place<SnapshotFrom<M>>;
  /** Where the chart has not failed, and its context may yet have the `problem` of an earlier failure. No screen shows it. */
  oldProblems?: Place<SnapshotFrom<M>>;
  /** Where the chart is after an event that tries again, if it calls nothing yet. */
  retriesLater?: (snapshot: SnapshotFrom<M>) => boolean;
  /** Real logic for slots where a silent stub is not enough (a child whose snapshot the chart reads). */
  actors?: Record<string, AnyActorLogic>;
  /** Stops the exploration, for charts with endless new states (one more notice, one more row). */
  until?: (snapshot: SnapshotFrom<M>) => boolean;
  /**
   * Whether an event can be caused in a state; default: always. A screen may offer no answers to change beside its receipt, for example.
   * Every transition is still required, so excluded events must be taken elsewhere.
   */
  can?: (event: EventFromLogic<M> | ActorEvent, snapshot: SnapshotFrom<M>) => boolean;
  /** For a chart that many screens run: the actor name of the one modeled here. Others may leave some of the chart out. */
  use?: string;
  /** Why the chart has no view model test: what shows it, or that nothing does. */
  noScreen?: string;
  /** Maximum number of steps to explore; default 20,000. */
  limit?: number;
}

/** Types a model against its chart. */
export const defineModel = <M extends AnyStateMachine>(model: Model<M>): Model<M> => model;

/** One step of a path: its cause, and the chart's state after it. */
export interface Step extends Pick<Position, 'snapshot' | 'taken' | 'emitted' | 'sent' | 'wait' | 'inTime'> {
  cause: Cause;
}

export interface ModelPath {
  /** `login.submitted → authenticate: done`, prefixed with the name of the input if there are several. */
  readonly description: string;
  input: unknown;
  start: AnyMachineSnapshot;
  /** Transitions that the start takes on its own. */
  begins: readonly string[];
  steps: Step[];
}

/** A chart explored with a model, over the pure transition function. */
export interface ExploredModel {
  model: Model;
  graph: ChartGraph;
  /** What each input begins with, as a step. */
  starts: Step[];
  /** Every distinct state: value, projected context, running actors and timers. */
  positions: { snapshot: AnyMachineSnapshot; path: ModelPath }[];
  /** For each (state, event) pair that moves the chart, the shortest path to the state, plus the event. */
  pairs: ModelPath[];
  /** Results of each named guard. */
  answers: Map<string, Set<boolean>>;
  /** Ids of the transitions that any path takes. */
  taken: Set<string>;
  /** Ends of invoked actors that their own state does not take: the chart would wait forever. */
  unheard: Set<string>;
}

/** JSON that keeps what plain JSON drops: errors, maps, sets, undefined. An actor becomes its id. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => {
    if (part === undefined) return '(undefined)';
    if (typeof part === 'function') return '(function)';
    if (part instanceof Error) return { ...part, name: part.name, message: part.message };
    if (part instanceof Map || part instanceof Set) return [...part];
    if (typeof part === 'object' && part && 'sessionId' in part && 'send' in part) return `(actor ${part.id})`;
    return part;
  });

/** Calls `ask` once per object. */
export function once<Key extends object, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? ask(key);
    known.set(key, value);
    return value;
  };
}

const causeKey = once(({ by, id, event }: Cause) => plainJson([by, id, event]));

/**
 * Explores every state that the model's events reach, over the pure transition function. Nothing is called and no time passes.
 *
 * @throws when the projected context is not finite, or a guard or action throws
 */
export function exploreModel(model: Model): ExploredModel {
  const { machine, project = () => undefined, until = () => false, can = () => true, limit = 20_000 } = model;
  const answers = new Map<string, Set<boolean>>();
  const chart = pureChart(machine, { guards: watchedGuards(machine, answers), actors: model.actors ?? {} });
  const taken = new Set<string>();
  const noted = (position: Position) => {
    for (const id of position.taken) taken.add(id);
    return position;
  };
  const events = model.events as readonly AnyEventObject[];
  const unheard = new Set<string>();
  const causes = (at: Position): Cause[] => {
    if (until(at.snapshot as never)) return [];
    const all = [...events.flatMap((event) => chart.cause(at, event) ?? []), ...chart.timers(at)];
    const possible = all.filter((cause) => cause.by === 'timer' || can(cause.event as never, at.snapshot as never));
    const invoked = at.snapshot.status === 'active' ? at.snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)) : [];
    return possible.filter((cause) => {
      const isTaken = chart.takes(at, cause);
      const isEnd = cause.by === 'actor' && !cause.type.startsWith('xstate.snapshot.');
      if (!isTaken && isEnd && invoked.includes(cause.id ?? ''))
        unheard.add(`${readableCause(cause)} in ${JSON.stringify(at.snapshot.value)}`);
      return isTaken;
    });
  };
  const stateKey = once((at: Position) =>
    JSON.stringify([
      at.snapshot.value,
      at.snapshot.status,
      Object.entries(at.snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]),
      plainJson(project(at.snapshot.context)),
      chart.alive(at),
      [...at.timers.keys()].sort(),
    ]),
  );

  const positions: ExploredModel['positions'] = [];
  const pairs: ModelPath[] = [];
  const starts: Step[] = [];
  for (const [name, input] of Object.entries(model.inputs ?? { '': model.input })) {
    const start = noted(chart.start(input));
    const toStep = ({ cause, state: { snapshot, taken, emitted, sent, wait, inTime } }: Edge<Position, Cause>): Step => ({
      cause,
      snapshot,
      taken,
      emitted,
      sent,
      wait,
      inTime,
    });
    const event = { type: 'xstate.init' };
    starts.push(toStep({ cause: { type: event.type, by: 'sender', event }, state: start }));
    // Most paths share most of their steps.
    const step = once(toStep);
    const path = (edges: readonly Edge<Position, Cause>[]): ModelPath => ({
      // Lazy: few paths are ever named.
      get description() {
        return [name, edges.map(({ cause }) => readableCause(cause)).join(' → ') || '(start)'].filter(Boolean).join(': ');
      },
      input,
      start: start.snapshot,
      begins: start.taken,
      steps: edges.map(step),
    });
    const next = (at: Position, cause: Cause) => noted(chart.next(at, cause));
    for (const { state, prefix, edges } of explore<Position, Cause>({ start, next, causes, stateKey, causeKey, limit }).states) {
      positions.push({ snapshot: state.snapshot, path: path(prefix) });
      for (const edge of edges) pairs.push(path([...prefix, edge]));
    }
  }
  return { model, graph: chartGraph(machine), starts, positions, pairs, answers, taken, unheard };
}

function readableCause({ by, type, id, event }: Cause): string {
  if (by === 'timer') return type.replace(/^xstate\.after\.([^.]+)\..*/, 'after $1');
  if (by === 'actor') return `${id}: ${type.split('.')[1]}`;
  const { type: _type, ...payload } = event;
  const text = Object.keys(payload).length > 0 ? ` ${plainJson(payload)}` : '';
  return `${type}${text.length > 60 ? `${text.slice(0, 57)}…` : text}`;
}

/** The chart's own guards, with their results recorded. Guards combined by `and`, `or`, `not` are recorded through their parts. */
function watchedGuards(machine: AnyStateMachine, answers: Map<string, Set<boolean>>) {
  const guards = Object.entries(machine.implementations.guards as Record<string, (...args: unknown[]) => boolean>);
  return Object.fromEntries(
    guards
      .filter(([, guard]) => typeof guard === 'function' && !('check' in guard))
      .map(([name, guard]) => {
        const said = new Set<boolean>();
        answers.set(name, said);
        const watched = (...args: unknown[]) => {
          const answer = guard(...args);
          said.add(Boolean(answer));
          return answer;
        };
        return [name, watched];
      }),
  );
}

/** What a walk covers: every (state, event) pair, or each transition once in as few steps as possible (for screens). */
export type Cover = 'steps' | 'transitions';

/** Paths through an explored model. With `'steps'`, paths that are a prefix of another are left out. */
export function modelPaths({ pairs }: ExploredModel, cover: Cover): ModelPath[] {
  if (cover === 'transitions') return fewestSteps(pairs);
  // Each path prefix gets a number, which represents it in the keys of longer paths.
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const begun = new Set<number>();
  const ends = pairs.map(({ input, steps }) => {
    let at = numberOf(plainJson(input ?? null));
    for (const { cause } of steps) {
      begun.add(at);
      at = numberOf(`${at} ${causeKey(cause)}`);
    }
    return at;
  });
  return pairs.filter((_path, index) => !begun.has(ends[index] as number));
}

/** Cost of starting a new path, in steps: a screen has to be mounted. */
const START_COST = 4;

/** Greedy set cover: repeatedly picks the path that adds the most transitions for its cost. Paths with timers in order come first. */
function fewestSteps(paths: readonly ModelPath[]): ModelPath[] {
  const candidates = paths.map((path) => ({
    path,
    inTime: path.steps.every(({ inTime }) => inTime),
    taken: [...new Set([...path.begins, ...path.steps.flatMap(({ taken }) => taken)])],
  }));
  const todo = new Set(candidates.flatMap(({ taken }) => taken));
  const chosen: typeof candidates = [];
  for (const group of [candidates.filter(({ inTime }) => inTime), candidates]) {
    for (;;) {
      let best: (typeof candidates)[number] | undefined;
      let bestGain = 0;
      for (const candidate of group) {
        const gain = candidate.taken.filter((id) => todo.has(id)).length / (candidate.path.steps.length + START_COST);
        if (gain > bestGain) [best, bestGain] = [candidate, gain];
      }
      if (!best) break;
      for (const id of best.taken) todo.delete(id);
      chosen.push(best);
    }
  }
  // Later choices together may cover everything that an earlier one does.
  for (const choice of [...chosen]) {
    const others = new Set(chosen.filter((other) => other !== choice).flatMap(({ taken }) => taken));
    if (choice.taken.every((id) => others.has(id))) chosen.splice(chosen.indexOf(choice), 1);
  }
  return chosen.map(({ path }) => path);
}

/** Problems of a chart or its model, found without running anything. Each entry names the culprit. */
export function modelProblems(explored: ExploredModel): string[] {
  const { model, graph, positions, pairs, answers, taken, unheard } = explored;
  const problems = [...unheard].map((end) => `an end that nobody takes: ${end}`);
  const entered = new Set(positions.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
  for (const step of pairs.flatMap(({ steps }) => steps)) for (const { id } of step.snapshot._nodes) entered.add(id);
  for (const { id, type } of graph.nodes) {
    // A state that `always` leaves at once counts as entered if one of its transitions is taken.
    const passed = graph.edges.some((edge) => edge.source === id && taken.has(edge.id));
    if (type !== 'history' && !entered.has(id) && !passed) problems.push(`unreachable state: ${id}`);
  }
  for (const edge of graph.edges) if (!taken.has(edge.id)) problems.push(`transition that no path takes: ${edgeName(edge)}`);
  const sent = new Set((model.events as readonly AnyEventObject[]).map(({ type }) => type));
  const received = new Set(pairs.map(({ steps }) => steps.at(-1)?.cause.type));
  const outside = graph.edges.filter(({ kind }) => kind !== 'after' && kind !== 'always' && kind !== 'completed');
  for (const type of new Set(outside.map(({ eventType }) => eventType))) {
    const isKnown = sent.has(type) || received.has(type) || type.includes('*');
    if (!isKnown) problems.push(`event of the chart that the model never sends: ${type}`);
  }
  for (const type of sent) if (!received.has(type)) problems.push(`dead event, taken in no state: ${type}`);
  for (const [name, said] of answers) {
    if (said.size === 0) problems.push(`guard that is never asked: ${name}`);
    else if (said.size === 1) problems.push(`guard that only ever says ${said.has(true) ? 'yes' : 'no'}: ${name}`);
  }
  const sentences = Object.entries(model.invariants ?? {});
  const step = stepsOf(model.machine);
  for (const { snapshot, path } of positions) {
    for (const [sentence, holds] of sentences) {
      if (!holds(snapshot as never)) problems.push(`"${sentence}" is broken after: ${path.description}`);
    }
    if (snapshot.status !== 'active') continue;
    for (const event of model.events as readonly AnyEventObject[]) {
      if (event.type.startsWith('xstate.') || model.machine.getTransitionData(snapshot as never, event as never).length > 0) continue;
      const [after] = step(snapshot, event);
      if (plainJson(after.value) !== plainJson(snapshot.value)) {
        problems.push(`${event.type} is taken by no transition, yet moves ${plainJson(snapshot.value)} to ${plainJson(after.value)}`);
      }
    }
  }
  return problems;
}
