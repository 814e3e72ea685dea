import { type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { type Stubs, stubActors } from './actors.ts';
import { ChartWatch, type CoverageRecord } from './coverage.ts';
import { type ExploredModel, type Model, type ModelPath, modelPaths, once, plainJson, type Step } from './modelKit.ts';

/**
 * Lets the delay behind `step` pass. If it is due next, the clock advances; otherwise only that timer fires, as if the others had been
 * started later.
 */
export function elapse(actor: AnyActorRef, clock: SimulatedClock, { cause, wait, inTime }: Pick<Step, 'cause' | 'wait' | 'inTime'>): void {
  if (inTime) {
    clock.increment(wait);
    return;
  }
  const { system } = actor as unknown as { system: TimerSystem };
  const timer = Object.values(system._snapshot._scheduledEvents).find(({ source, id }) => source === actor && id === cause.id);
  if (!timer) throw new Error(`${cause.type}: no such timer is running`);
  system.scheduler.cancel(timer.source, timer.id);
  system._relay(timer.source, timer.target, timer.event);
}

/** The part of XState's actor system that manages timers. Undocumented; used only here. */
interface TimerSystem {
  _snapshot: { _scheduledEvents: Record<string, { source: AnyActorRef; target: AnyActorRef; event: AnyEventObject; id: string }> };
  _relay: (source: AnyActorRef, target: AnyActorRef, event: AnyEventObject) => void;
  scheduler: { cancel: (source: AnyActorRef, id: string) => void };
}

const stateText = ({ value, status }: AnyMachineSnapshot) => `${JSON.stringify(value)}${status === 'active' ? '' : ` (${status})`}`;

/** Paths share most of their steps, and charts never mutate a context, so each context is serialized once. */
const contextText = once((context: object) => plainJson(context));

/** Difference between the state that the chart predicts and the state of an actor, wherever it runs. */
export function disagreement(expected: AnyMachineSnapshot, actual: AnyMachineSnapshot): string | undefined {
  if (stateText(expected) !== stateText(actual)) {
    const error = actual.status === 'error' ? ` (${plainJson(actual.error)})` : '';
    return `expected ${stateText(expected)}, is ${stateText(actual)}${error}`;
  }
  const contexts = [expected, actual].map(({ context }) => contextText(context));
  if (contexts[0] !== contexts[1]) return `in ${stateText(actual)}: expected context ${contexts[0]}, is ${contexts[1]}`;
  const tags = [expected, actual].map((snapshot) => [...snapshot.tags].sort().join(' '));
  return tags[0] === tags[1] ? undefined : `in ${stateText(actual)}: expected tags ${tags[0]}, are ${tags[1]}`;
}

/** Sentences of the model's invariants that do not hold. */
export const brokenInvariants = ({ invariants = {} }: Model, snapshot: AnyMachineSnapshot): string[] =>
  Object.entries(invariants)
    .filter(([, holds]) => !holds(snapshot as never))
    .map(([sentence]) => sentence);

/** Sentences of the model's step invariants that do not hold. */
const brokenSteps = (
  { stepInvariants = {} }: Model,
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  after: AnyMachineSnapshot,
): string[] =>
  Object.entries(stepInvariants)
    .filter(([, holds]) => !holds(before as never, event, after as never))
    .map(([sentence]) => sentence);

// Promise actors report through several microtasks, all of which finish before the next macrotask.
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Shared by all paths of one walk. The chart with stubs is made once, since that costs more than walking a path. */
interface Walk {
  model: Model;
  logic: AnyStateMachine;
  stubs: Stubs;
  watch: ChartWatch;
}

/** Walks one path with a real actor on a simulated clock. Returns what went wrong, with the steps that led there. */
async function walkPath({ model, logic, stubs, watch }: Walk, { input, start, steps }: ModelPath): Promise<string[]> {
  const clock = new SimulatedClock();
  stubs.forget();
  const actor = createActor(logic, { clock, input: input as never, inspect: watch.inspect });
  const emitted: AnyEventObject[] = [];
  actor.on('*', (event) => emitted.push(event));
  // Without an observer, XState throws an actor's error globally. Here the snapshot's status reports it.
  actor.subscribe({ error: () => {} });
  actor.start();
  const problems: string[] = [];
  let before = actor.getSnapshot() as AnyMachineSnapshot;
  const check = (expected: AnyMachineSnapshot, done: number) => {
    const actual = actor.getSnapshot() as AnyMachineSnapshot;
    const event = steps[done - 1]?.cause.event;
    const broken = [...brokenInvariants(model, actual), ...(event ? brokenSteps(model, before, event, actual) : [])];
    before = actual;
    const wrong = [disagreement(expected, actual), ...broken.map((sentence) => `"${sentence}" is broken`)];
    for (const problem of wrong) {
      if (problem)
        problems.push(`${problem}, after: ${['(start)', ...steps.slice(0, done).map(({ cause }) => plainJson(cause.event))].join(' → ')}`);
    }
  };
  check(start, 0);
  for (const [index, step] of steps.entries()) {
    emitted.length = 0;
    const { by, event, id = '' } = step.cause;
    if (by === 'timer') elapse(actor, clock, step);
    else if (by === 'actor' && stubs.waits(id)) {
      stubs.settle(event);
      await settled();
    } else actor.send(event as never);
    check(step.snapshot, index + 1);
    if (emitted.length + step.emitted.length > 0 && plainJson(emitted) !== plainJson(step.emitted)) {
      problems.push(`expected to emit ${plainJson(step.emitted)}, emitted ${plainJson(emitted)}, after: ${plainJson(event)}`);
    }
    if (problems.length > 0) break;
  }
  actor.stop();
  return problems;
}

/** Result of walking real actors. */
export interface ActorWalk {
  record: CoverageRecord;
  problems: string[];
}

/**
 * Walks every (state, event) pair of a model with real actors. Checks agreement with the chart, the invariants, and that no event is lost.
 */
export async function walkActors(explored: ExploredModel): Promise<ActorWalk> {
  const { model, graph } = explored;
  const watch = new ChartWatch(graph.id);
  const stubs = stubActors(model.machine);
  const logic = model.machine.provide({ actors: { ...stubs.actors, ...model.actors } as never });
  const paths = modelPaths(explored, 'steps');
  const started = performance.now();
  const problems: string[] = [];
  for (const path of paths) problems.push(...(await walkPath({ model, logic, stubs, watch }, path)));
  for (const lost of new Set(watch.unhandled)) problems.push(`event that no transition takes: ${lost}`);
  const missing = watch.missing(graph);
  return {
    problems,
    record: {
      chart: graph.id,
      walker: 'actor',
      states: graph.nodes.length,
      transitions: graph.edges.length,
      covered: graph.edges.length - missing.length,
      missing,
      paths: paths.length,
      steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
      ms: Math.round(performance.now() - started),
      ...(model.noScreen ? { noScreen: model.noScreen } : {}),
    },
  };
}
