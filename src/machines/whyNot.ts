import type { AnyMachineSnapshot, AnyStateNode, EventObject } from 'xstate';
import { and, evaluateGuard, not, or } from 'xstate/guards';

type Guard = Parameters<typeof evaluateGuard>[0];

/** Why an event cannot be sent now. */
export type Refusal =
  /** No active state handles the event. */
  | { kind: 'notHere' }
  /** Every transition for the event has a guard that refuses. Holds their names; for an `and`, the names of its refusing parts. */
  | { kind: 'guard'; guards: string[] };

/**
 * Explains why `snapshot` would not accept `event`; `undefined` if it would. Screens show it beside a disabled control, and the visualizer
 * beside a disabled event.
 */
export function whyNot(snapshot: AnyMachineSnapshot, event: EventObject): Refusal | undefined {
  if (snapshot.status !== 'active') return { kind: 'notHere' };
  if (snapshot.can(event)) return undefined;
  const guards = new Set<string>();
  for (const node of snapshot._nodes as AnyStateNode[]) {
    for (const { guard } of node.transitions.get(event.type) ?? []) {
      if (guard) for (const name of refusing(guard as Guard, snapshot, event)) guards.add(name);
    }
  }
  return guards.size > 0 ? { kind: 'guard', guards: [...guards] } : { kind: 'notHere' };
}

/** Names of the guards that make `guard` false. Looks inside `and` and `or`; reports `not` as a whole. */
function refusing(guard: Guard, snapshot: AnyMachineSnapshot, event: EventObject): string[] {
  if (evaluateGuard(guard, snapshot.context, event, snapshot)) return [];
  const name = typeof guard === 'string' ? guard : 'type' in guard ? guard.type : undefined;
  const { check, guards = [] } = combined(name === undefined ? guard : snapshot.machine.implementations.guards[name]);
  const inner = check === combinators.not ? [] : guards.flatMap((part) => refusing(part, snapshot, event));
  return inner.length > 0 ? inner : [name ?? guardName(guard)];
}

/** Properties that `and`, `or`, `not`, and `stateIn` set on the guard they create. */
interface Combined {
  check?: unknown;
  guards?: Guard[];
  stateValue?: unknown;
}
const combined = (guard: unknown): Combined => Object(guard) as Combined;

/** Told apart by their check function, because a minified build does not keep function names. */
const combinators = {
  and: combined(and([])).check,
  or: combined(or([])).check,
  not: combined(not('')).check,
};

/** A guard as text: its name, `and(a, b)`, `not(a)`, `stateIn("editing")`; `inline` for a function written in the chart itself. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { check, guards, stateValue } = combined(guard);
  if (guards) {
    const combinator = Object.entries(combinators).find(([, known]) => known === check)?.[0] ?? 'guard';
    return `${combinator}(${guards.map(guardName).join(', ')})`;
  }
  if (stateValue !== undefined) return `stateIn(${JSON.stringify(stateValue)})`;
  return (Object(guard) as { type?: string }).type ?? 'inline';
}
