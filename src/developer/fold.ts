import type { ChartEdge, ChartGraph, ChartNode } from './chartGraph.ts';

/** A chart with closed states. */
export interface Folded {
  graph: ChartGraph;
  /** The arrow in which a transition is drawn, by transition id. Transitions inside a closed state have none. */
  shownAs: ReadonlyMap<string, string>;
}

/** Key of the view in which every state is closed. Other views have the id of the state that is open in them. */
export const overview = '';

/** Ids of the states that can be opened and closed, outermost first. */
export const foldable = ({ nodes }: ChartGraph): string[] => {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.filter(({ id, parent }) => parent !== undefined && parents.has(id)).map(({ id }) => id);
};

/** A state and what it is in, innermost first. */
export function lineage({ nodes }: ChartGraph, id: string): string[] {
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const line: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) line.push(at);
  return line;
}

const mostLines = 5;

/**
 * The chart with only `open` and what surrounds it open. Arrows lead to and from the closed states, and those with the same two ends
 * become one.
 */
export function folded(graph: ChartGraph, open: string): Folded {
  const isOpen = new Set([graph.id, ...(open === overview ? [] : lineage(graph, open))]);
  const closed = new Set(foldable(graph).filter((id) => !isOpen.has(id)));
  const shown = (id: string) =>
    lineage(graph, id)
      .toReversed()
      .find((one) => closed.has(one)) ?? id;
  const nodes = graph.nodes
    .filter(({ id }) => shown(id) === id)
    .map((node): ChartNode => {
      if (!closed.has(node.id)) return node;
      const inside = graph.nodes.filter(({ id }) => id !== node.id && shown(id) === node.id).length;
      return { ...node, type: 'atomic', initial: undefined, inside };
    })
    .map((node) => (node.initial ? { ...node, initial: shown(node.initial) } : node));
  return bundled({ ...graph, nodes }, shown);
}

/** The inside of one state as a chart of its own, its own states closed. Ways out of it are lines in the states that they leave. */
export function inside(graph: ChartGraph, id: string, isOpen = false): ChartGraph {
  const within = (one: string) => lineage(graph, one).includes(id);
  const prefix = id === graph.id ? `${id}.` : `${graph.id}.`;
  const nodes = graph.nodes.filter((node) => within(node.id)).map((node) => (node.id === id ? { ...node, parent: undefined } : node));
  const edges = graph.edges
    .filter(({ source }) => within(source))
    .map((edge): ChartEdge => {
      const leaving = edge.targets.filter((target) => !within(target));
      if (leaving.length === 0) return edge;
      return {
        ...edge,
        targets: [],
        actions: [],
        event: `${edge.event} → ${leaving.map((target) => target.replace(prefix, '')).join(', ')}`,
      };
    });
  const part: ChartGraph = { ...graph, id, nodes, edges };
  return isOpen ? part : folded(part, overview).graph;
}

/** Moves the ends of arrows to the states that are shown, and makes one arrow of those with the same ends. */
function bundled(graph: ChartGraph, shown: (id: string) => string): Folded {
  const shownAs = new Map<string, string>();
  const bundles = new Map<string, ChartEdge & { lines: string[] }>();
  const edges: ChartEdge[] = [];
  for (const edge of graph.edges) {
    const source = shown(edge.source);
    const targets = [...new Set(edge.targets.map(shown))];
    const isHidden = source !== edge.source && (targets.length === 0 || targets.every((target) => target === source));
    if (isHidden) continue;
    if (targets.length === 0) {
      edges.push(edge);
      shownAs.set(edge.id, edge.id);
      continue;
    }
    const ends = `${source} ${targets.join(' ')}`;
    const bundle = bundles.get(ends) ?? { ...edge, source, targets, lines: [] };
    if (!bundles.has(ends)) {
      bundles.set(ends, bundle);
      edges.push(bundle);
    }
    if (!bundle.lines.includes(edge.event)) bundle.lines.push(edge.event);
    shownAs.set(edge.id, bundle.id);
  }
  for (const { lines } of bundles.values()) {
    if (lines.length > mostLines) lines.splice(mostLines - 1, lines.length, `and ${lines.length - mostLines + 1} more`);
  }
  return { graph: { ...graph, edges }, shownAs };
}
