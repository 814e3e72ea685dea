import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { edgeName, stateNodes } from '../../src/developer/chartGraph.ts';
import type { Cause } from '../../src/developer/pureChart.ts';
import { type ExploredModel, type ModelPath, plainJson, type Step } from './modelKit.ts';
import { callsOf } from './tags.ts';

/** Some states of a chart: paths below the root (`''`: the root), or a condition. */
export type Place<Snapshot = AnyMachineSnapshot> = readonly string[] | ((snapshot: Snapshot) => boolean);

/** Some steps of a chart: types of events, or a condition. */
export type Telling<Snapshot = AnyMachineSnapshot> =
  | string
  | readonly string[]
  | ((before: Snapshot, event: AnyEventObject, after: Snapshot) => boolean);

const pathOf = ({ path }: AnyStateNode) => path.join('.');

const isAt = (place: Place, snapshot: AnyMachineSnapshot): boolean =>
  typeof place === 'function' ? place(snapshot) : snapshot._nodes.some(({ path }) => place.includes(path.join('.')));

const lastOf = ({ start, steps }: ModelPath) => {
  const step = steps.at(-1) as Step;
  return { step, before: steps.at(-2)?.snapshot ?? start, after: step.snapshot };
};

/** Names of events and delays that a state itself waits for. */
const awaitedBy = ({ transitions, after }: AnyStateNode): string[] => {
  const events = [...transitions.keys()].filter((type) => !type.startsWith('xstate.'));
  return [...new Set([...events, ...after.map(({ delay }) => String(delay))])];
};

/** Where an event that several states take is not taken, or is taken without reason. One that a single state takes is missed anyway. */
function takingProblems({ model, positions }: ExploredModel): string[] {
  const problems = new Set<string>();
  const { machine, tags = {}, takes = {} } = model;
  const explained = new Set(['form.edited', ...Object.values(tags).flatMap((meaning) => (typeof meaning === 'function' ? [] : meaning))]);
  const owners = Map.groupBy(
    stateNodes(machine).flatMap((node) => awaitedBy(node).map((name) => ({ name, node }))),
    ({ name }) => name,
  );
  for (const [name, all] of owners) {
    if (all.length > 1 && !explained.has(name) && !(name in takes)) problems.add(`the model does not say where the chart takes ${name}`);
  }
  for (const { snapshot } of positions) {
    if (snapshot.status !== 'active') continue;
    for (const [name, place] of Object.entries(takes)) {
      const takers = snapshot._nodes.filter((node) => awaitedBy(node).includes(name)).map(pathOf);
      const isMeant =
        typeof place === 'function'
          ? takers.length > 0 === place(snapshot as never)
          : plainJson(takers) === plainJson(snapshot._nodes.map(pathOf).filter((path) => place.includes(path)));
      if (!isMeant) problems.add(`${name} is taken by ${takers.join(' and ') || 'nothing'} in ${plainJson(snapshot.value)}`);
    }
  }
  return [...problems];
}

/** Where a spawned actor runs and should not, or does not and should. */
function runningProblems({ model: { runs = {} }, positions }: ExploredModel): string[] {
  const problems = new Set<string>();
  for (const { snapshot } of positions) {
    if (snapshot.status !== 'active') continue;
    const invoked = snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id));
    for (const id of Object.keys(snapshot.children)) {
      if (!invoked.includes(id) && !(id in runs)) problems.add(`the model does not say where ${id} runs`);
    }
    for (const [id, place] of Object.entries(runs)) {
      const isRunning = id in snapshot.children;
      if (isRunning !== isAt(place, snapshot)) problems.add(`${id} ${isRunning ? 'runs' : 'does not run'} in ${plainJson(snapshot.value)}`);
    }
  }
  return [...problems];
}

/** A timer's delay, or the type of an event. */
const nameOf = ({ by, type }: Cause) => (by === 'timer' ? type.replace(/^xstate\.after\.([^.]+)\..*/, '$1') : type);

/** What others hear of a step. */
const toldIn = ({ emitted, sent, snapshot }: Step): string[] => [
  ...emitted.map(({ type }) => type),
  ...sent.map(({ to, event }) => (to in snapshot.children ? `${event.type} to ${to}` : event.type)),
];

/** Where a step tells others what it should not, or does not and should. */
function tellingProblems({ model: { tells = {} }, starts, pairs }: ExploredModel): string[] {
  const problems = new Set<string>();
  const begun = starts.map((step) => ({ step, before: step.snapshot, after: step.snapshot, description: '(start)' }));
  const taken = pairs.map((path) => ({ ...lastOf(path), description: path.description }));
  for (const { step, before, after, description } of [...begun, ...taken]) {
    const told = new Set(toldIn(step));
    for (const what of told) if (!(what in tells)) problems.add(`the model does not say when the chart tells ${what}`);
    for (const [what, when] of Object.entries(tells)) {
      const expected =
        typeof when === 'function' ? when(before as never, step.cause.event, after as never) : [when].flat().includes(nameOf(step.cause));
      if (told.has(what) !== expected) problems.add(`${what} is ${expected ? 'not told' : 'told'} after: ${description}`);
    }
  }
  return [...problems];
}

/** Events whose targets would not be missed, since other transitions lead there, too. */
function unmissed({ edges, nodes }: ExploredModel['graph']): Set<string> {
  const ways = new Map(nodes.map(({ id }) => [id, nodes.some(({ initial }) => initial === id) ? 1 : 0]));
  for (const id of edges.flatMap(({ targets }) => targets)) ways.set(id, (ways.get(id) ?? 0) + 1);
  const shared = edges.filter(({ targets }) => targets.some((id) => (ways.get(id) ?? 0) > 1));
  return new Set(shared.map(({ eventType }) => eventType).filter((type) => !/^$|^xstate\.(done\.state|init)/.test(type)));
}

/** Where an event leads to other states than its model says. */
function leadingProblems({ model: { leads = {} }, graph, pairs }: ExploredModel): string[] {
  const problems = new Set<string>();
  const asked = unmissed(graph);
  const targets = new Map(graph.edges.map((edge) => [edge.id, edge.targets]));
  const missing = new Set(Object.entries(leads).flatMap(([name, places]) => places.map((place) => `${name} never leads to ${place}`)));
  for (const path of pairs) {
    const { step, after } = lastOf(path);
    const name = nameOf(step.cause);
    if (!asked.has(step.cause.type) && !(name in leads)) continue;
    const meant = new Set(step.taken.flatMap((id) => targets.get(id) ?? []));
    for (const place of after._nodes.filter(({ id }) => meant.has(id)).map(pathOf)) {
      missing.delete(`${name} never leads to ${place}`);
      if (!leads[name]?.includes(place)) problems.add(`${name} leads to ${place || 'the root'}, after: ${path.description}`);
    }
  }
  return [...problems, ...missing];
}

/** Where a chart does not keep what its model says that it keeps of an event, and where no path could show that. */
function keepingProblems({ model: { keeps = {} }, pairs }: ExploredModel): string[] {
  const problems = new Set<string>();
  const unchanged = new Set(Object.entries(keeps).flatMap(([type, fields]) => Object.keys(fields).map((field) => `${field} of ${type}`)));
  for (const path of pairs) {
    const { step, before, after } = lastOf(path);
    const { type, by, event } = step.cause;
    const isWrong = by === 'sender' && after.hasTag('failed');
    for (const [field, how] of Object.entries(keeps[type] ?? {})) {
      const kept = typeof how === 'string' ? how : how.as;
      const value = field.split('.').reduce<unknown>((one, key) => Object(one)[key], event);
      if (value === undefined || (typeof how === 'string' ? isWrong && kept !== 'problem' : !isAt(how.in, after))) continue;
      const said = plainJson(value);
      if (plainJson(after.context[kept]) !== said) problems.add(`${field} of ${type} is not kept as ${kept} after: ${path.description}`);
      else if (plainJson(before.context[kept]) !== said) unchanged.delete(`${field} of ${type}`);
    }
  }
  return [...problems, ...[...unchanged].map((what) => `what is kept was there before on every path: ${what}`)];
}

/** Where a chart ends in another way than its model says. */
function endingProblems({ model: { ends = {} }, pairs }: ExploredModel): string[] {
  const problems = new Set<string>();
  for (const path of pairs) {
    const { step, after } = lastOf(path);
    const { kind } = Object(after.output) as { kind?: string };
    if (kind !== undefined && kind !== ends[nameOf(step.cause)]) problems.add(`${nameOf(step.cause)} ends the chart as ${kind}`);
  }
  return [...problems];
}

/** Whether a chart keeps why something failed. */
const hasProblem = ({ context }: AnyMachineSnapshot) => (Object(context).problem ?? null) !== null;

/** Where a call fails that came through, gives another reason than it got, or is not made again. */
function callProblems({
  model: { machine, failures = {}, refusals = [], retriesLater, oldProblems = [] },
  pairs,
}: ExploredModel): string[] {
  const problems = new Set<string>();
  for (const path of pairs) {
    const { step, before, after } = lastOf(path);
    const { type, by, id = '', event } = step.cause;
    if (after.status !== 'active') continue;
    const at = plainJson(after.value);
    const isDone = type.startsWith('xstate.done.') && callsOf(machine, before).includes(id) && !refusals.includes(id);
    if (isDone && after.hasTag('failed') && !before.hasTag('failed')) problems.add(`a call that came through has failed: ${id} in ${at}`);
    const isSame = Object.keys(after.children).every((child) => before.children[child] === after.children[child]);
    if (type.endsWith('.retried') && isSame && !retriesLater?.(after as never)) problems.add(`${type} calls nothing: ${at}`);
    if (by === 'sender' && after.hasTag('fieldError') && !before.hasTag('fieldError') && hasProblem(after) && !isAt(oldProblems, after))
      problems.add(`an error beside a field stands under an old problem: ${at}`);
    const isSaid = type.startsWith('xstate.error.') && failures[id] === undefined && after.hasTag('failed') && hasProblem(after);
    if (isSaid && after.context.problem.message !== event.error.message) problems.add(`a failed call gives another reason: ${id} in ${at}`);
  }
  return [...problems];
}

/** Where what failed does not say why, and where its `problem` is kept after that. */
function reasonProblems({ model: { ownWords = [], oldProblems = [] }, pairs, positions }: ExploredModel): string[] {
  const problems = new Set<string>();
  for (const { snapshot } of [...positions, ...pairs.map(({ steps }) => steps.at(-1) as Step)]) {
    if (snapshot.status !== 'active' || snapshot.hasTag('failed') || !hasProblem(snapshot) || isAt(oldProblems, snapshot)) continue;
    problems.add(`an old problem is kept: ${plainJson(snapshot.value)}`);
  }
  for (const { snapshot } of positions) {
    const isFailed = snapshot.status === 'active' && snapshot.hasTag('failed') && !snapshot.hasTag('fieldError');
    if (isFailed && snapshot.context.problem === null && !isAt(ownWords, snapshot))
      problems.add(`what failed does not say why: ${plainJson(snapshot.value)}`);
  }
  return [...problems];
}

/** A state that stays where it is has no target: whoever names one means another. */
const idleProblems = ({ graph }: ExploredModel): string[] =>
  graph.edges
    .filter(({ source, targets, reenter }) => !reenter && targets.includes(source) && isAtomic(graph.nodes, source))
    .map((edge) => `a transition leads to where it starts: ${edgeName(edge)}`);

const isAtomic = (nodes: ExploredModel['graph']['nodes'], id: string) => nodes.find((node) => node.id === id)?.type === 'atomic';

/** States that only pass on, and rest. Beside other regions, they may wait for those. */
function restingProblems({ model: { machine }, positions }: ExploredModel): string[] {
  const passing = stateNodes(machine).filter(
    (node) => node.type === 'atomic' && (node.always?.length ?? 0) > 0 && awaitedBy(node).length + node.invoke.length === 0,
  );
  const beside = (node: AnyStateNode | undefined): boolean => node !== undefined && (node.type === 'parallel' || beside(node.parent));
  const rested = new Set(positions.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
  return passing.filter((node) => !beside(node) && rested.has(node.id)).map(({ id }) => `a state that only passes on rests: ${id}`);
}

/** Where the steps of a chart do not do what they should. Each entry names the culprit. */
export const stepProblems = (explored: ExploredModel): string[] => [
  ...takingProblems(explored),
  ...runningProblems(explored),
  ...tellingProblems(explored),
  ...leadingProblems(explored),
  ...keepingProblems(explored),
  ...endingProblems(explored),
  ...callProblems(explored),
  ...reasonProblems(explored),
  ...idleProblems(explored),
  ...restingProblems(explored),
];
