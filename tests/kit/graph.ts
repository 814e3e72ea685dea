import { getAdjacencyMap } from '@xstate/graph';

/** One step of a traversal, and where it leads. */
export interface Edge<State, Cause> {
  cause: Cause;
  state: State;
}

/** Everything reachable: each distinct state, the first way to it, and where each cause leads from there. */
export interface Reachable<State, Cause> {
  states: { state: State; prefix: Edge<State, Cause>[]; edges: Edge<State, Cause>[] }[];
}

export interface Exploration<State, Cause> {
  start: State;
  next: (state: State, cause: Cause) => State;
  causes: (state: State) => readonly Cause[];
  stateKey: (state: State) => string;
  causeKey: (cause: Cause) => string;
  /** Maximum number of steps. */
  limit: number;
}

/**
 * Explores breadth first, so that every `prefix` is a shortest path and replays to exactly its state. This is the only user of
 * `@xstate/graph`: if its next major version renames something, only this file changes.
 *
 * @throws when more than `limit` steps are taken: the projection of the context is not finite
 */
export function explore<State extends object, Cause extends { type: string }>({
  start,
  next,
  causes,
  stateKey,
  causeKey,
  limit,
}: Exploration<State, Cause>): Reachable<State, Cause> {
  // The package's types require actor logic, but its traversal calls only these two.
  const logic = { getInitialSnapshot: () => start, transition: next } as unknown as Parameters<typeof getAdjacencyMap>[0];
  let adjacency: Record<string, { state: State; transitions: Record<string, { event: Cause; state: State }> }>;
  try {
    adjacency = getAdjacencyMap(logic, {
      limit,
      events: causes,
      serializeState: stateKey,
      serializeEvent: causeKey,
    } as unknown as Parameters<typeof getAdjacencyMap>[1]) as unknown as typeof adjacency;
  } catch (error) {
    if (error instanceof Error && error.message === 'Traversal limit exceeded') {
      throw new Error(`the model has more than ${limit} steps; make \`project\` smaller (a counter without a ceiling?) or raise \`limit\``);
    }
    throw error;
  }
  const prefixes = new Map<string, Edge<State, Cause>[]>([[stateKey(start), []]]);
  const states: Reachable<State, Cause>['states'] = [];
  for (const [key, { state, transitions }] of Object.entries(adjacency)) {
    const prefix = prefixes.get(key) ?? [];
    const edges = Object.values(transitions).map(({ event, state: reached }) => ({ cause: event, state: reached }));
    for (const edge of edges) {
      const reached = stateKey(edge.state);
      if (!prefixes.has(reached)) prefixes.set(reached, [...prefix, edge]);
    }
    states.push({ state, prefix, edges });
  }
  return { states };
}
