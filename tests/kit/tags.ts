import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ExploredModel } from './modelKit.ts';

/**
 * What a tag says: the chart takes an event (`list.retried`), a call is in flight (its id, `loadList`), or a delay is running (its name);
 * of several, any. For anything else, a condition.
 */
export type Meaning<Snapshot = AnyMachineSnapshot> = string | readonly string[] | ((snapshot: Snapshot) => boolean);

/** Ids of the calls in flight, without charts and sources that run for as long as a state. */
export const callsOf = (machine: AnyStateMachine, { _nodes }: AnyMachineSnapshot): string[] =>
  _nodes
    .flatMap((node) => node.invoke)
    .filter(({ src }) => typeof src === 'string' && 'call' in Object(machine.implementations.actors[src]))
    .map(({ id }) => id);

/** Whether a meaning holds in a state. */
export function holds(meaning: Meaning, snapshot: AnyMachineSnapshot): boolean {
  if (typeof meaning === 'function') return meaning(snapshot);
  const names = [meaning].flat();
  return snapshot._nodes.some(({ transitions, invoke, after }) =>
    names.some((name) => transitions.has(name) || invoke.some(({ id }) => id === name) || after.some(({ delay }) => delay === name)),
  );
}

/**
 * Where tags do not say what they mean. On its own: `busy` is a call in flight, `fieldError` waits for `form.edited`, and after a failed
 * call the chart is `failed` and its `problem` says why; `form.edited` ends it. The model says the rest, and where this is not so (`tags`,
 * `failures`).
 */
export function tagProblems({ model, graph, positions, pairs }: ExploredModel): string[] {
  const { machine, tags, failures = {} } = model;
  const meanings: [string, Meaning][] = Object.entries({
    busy: (snapshot: AnyMachineSnapshot) => callsOf(machine, snapshot).length > 0,
    fieldError: 'form.edited',
    ...tags,
  });
  const problems = new Set<string>();
  for (const tag of new Set(graph.nodes.flatMap((node) => node.tags))) {
    if (tag !== 'failed' && !meanings.some(([name]) => name === tag)) problems.add(`a tag that the model does not explain: ${tag}`);
  }
  for (const { snapshot } of positions) {
    const at = JSON.stringify(snapshot.value);
    for (const [tag, meaning] of meanings) {
      // Where a chart has ended it takes and calls nothing.
      if (snapshot.status !== 'active' && typeof meaning !== 'function') continue;
      if (snapshot.hasTag(tag) === holds(meaning, snapshot)) continue;
      problems.add(`the tag ${tag} is ${snapshot.hasTag(tag) ? 'set' : 'missing'} in ${at}, against what it means`);
    }
    if (snapshot.hasTag('fieldError') && !snapshot.hasTag('failed')) problems.add(`an error beside a field is no failure: ${at}`);
  }
  for (const { steps } of pairs) {
    const { cause, snapshot } = steps.at(-1) as (typeof steps)[number];
    if (snapshot.status !== 'active') continue;
    if (cause.type === 'form.edited' && (snapshot.context.problem ?? null) !== null) {
      problems.add(`an error that was edited away is still shown: ${JSON.stringify(snapshot.value)}`);
    }
    if (!cause.type.startsWith('xstate.error.')) continue;
    if (snapshot.hasTag('failed') && snapshot.context.problem === null && failures[cause.id ?? ''] === undefined) {
      problems.add(`a failed call does not say why: ${cause.id} in ${JSON.stringify(snapshot.value)}`);
    }
    const shown = failures[cause.id ?? ''] ?? 'failed';
    if (shown === 'nowhere') continue;
    const isShown = typeof shown === 'function' ? shown(snapshot) : ['failed', shown].flat().some((tag) => snapshot.hasTag(tag));
    if (!isShown) problems.add(`a failed call shows nowhere: ${cause.id} in ${JSON.stringify(snapshot.value)}`);
  }
  return [...problems];
}

/** How the failure of a call shows beside the tag `failed`: by other tags, in another way, or `nowhere`, because nobody waits for the call. */
export type Shown<Snapshot = AnyMachineSnapshot> = string | readonly string[] | ((snapshot: Snapshot) => boolean);
