import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js';
import type { ChartGraph, ChartNode } from '../src/developer/chartGraph.ts';
import { foldable, folded, overview } from '../src/developer/fold.ts';
import { type Box, edgeLines, type Geometry, isArrow, nodeRows, sizes, textWidth } from '../src/developer/picture.ts';

const elk = new ELK();

/** The area that a drawing should fill. */
const screen = { width: 1000, height: 640 };

/** The first follows the flow best. To be used, the others must fill the screen better by this factor. */
const attempts = [
  { direction: 'RIGHT', cycles: 'DEPTH_FIRST', better: 1 },
  { direction: 'DOWN', cycles: 'DEPTH_FIRST', better: 1.15 },
  { direction: 'RIGHT', cycles: 'GREEDY', better: 1.6 },
  { direction: 'DOWN', cycles: 'GREEDY', better: 1.6 },
] as const;
type Attempt = (typeof attempts)[number];

/**
 * Lays a chart out: nested and parallel states as nested boxes, room for every label, arrows around the boxes.
 * @param most the width that the drawing should have at most, whatever its height; default: it should fill a screen
 * @param padding room around the states in a state
 */
export async function layoutChart(graph: ChartGraph, most?: number, padding = 20): Promise<Geometry> {
  const worth = ({ width, height }: Geometry, { better }: Attempt) => {
    if (most !== undefined) return width > most ? -width : 1 / height / better;
    return Math.min(screen.width / width, screen.height / height) / better;
  };
  let best: { layout: Geometry; worth: number } | undefined;
  for (const attempt of attempts) {
    const layout = geometry(graph, await elk.layout(toElk(graph, attempt, padding)));
    const value = worth(layout, attempt);
    if (!best || value > best.worth) best = { layout, worth: value };
  }
  if (!best) throw new Error('There is no way to lay a chart out.');
  return best.layout;
}

/** The drawings of a chart in which states are closed; none if it has no state that can be closed. */
export async function layoutViews(graph: ChartGraph): Promise<Record<string, Geometry>> {
  const views: Record<string, Geometry> = {};
  const ids = foldable(graph);
  for (const open of ids.length > 0 ? [overview, ...ids] : []) views[open] = await layoutChart(folded(graph, open).graph);
  return views;
}

/** Layout options are not inherited, so each box needs its own. */
const options = ({ direction, cycles }: Attempt) => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.cycleBreaking.strategy': cycles,
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelLabel': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
});

const initialId = (id: string) => `${id}|initial`;

function toElk(graph: ChartGraph, attempt: Attempt, padding: number): ElkNode {
  const childrenOf = (id: string) => graph.nodes.filter(({ parent }) => parent === id);
  const node = (state: ChartNode): ElkNode => {
    const rows = nodeRows(graph, state);
    const top = sizes.header + rows.length * sizes.line;
    const children = childrenOf(state.id);
    const hasFold = state.parent !== undefined && (children.length > 0 || state.inside !== undefined);
    const titleWidth = textWidth(state.key, sizes.title) + (state.type === 'parallel' ? 20 : 0) + (hasFold ? sizes.fold : 0);
    const width = Math.max(titleWidth, ...rows.map(({ text }) => textWidth(text, sizes.text))) + 2 * sizes.pad;
    if (state.type === 'history') return { id: state.id, width: 30, height: 30 };
    if (children.length === 0) return { id: state.id, width: Math.max(width, 90), height: top + (rows.length > 0 ? 6 : 4) };
    return {
      id: state.id,
      layoutOptions: {
        ...options(attempt),
        'elk.padding': `[top=${top + padding},left=${padding},bottom=${padding},right=${padding}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${top})`,
      },
      children: [
        ...(state.initial
          ? [
              {
                id: initialId(state.id),
                width: 2 * sizes.dot,
                height: 2 * sizes.dot,
                layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
              },
            ]
          : []),
        ...children.map(node),
      ],
    };
  };
  const roots = graph.nodes.filter(({ parent }) => parent === undefined);
  const arrows: ElkExtendedEdge[] = graph.edges.filter(isArrow).map((edge) => {
    const lines = edgeLines(edge);
    const width = Math.max(...lines.map((line, index) => textWidth(line, sizes.text) * (index === 0 ? 1.06 : 1))) + 2 * sizes.labelPad;
    const height = 6 + lines.length * (sizes.line - 2) + 3;
    return {
      id: edge.id,
      sources: [edge.source],
      targets: [edge.targets[0] ?? edge.source],
      labels:
        lines.length === 0
          ? []
          : [{ id: `${edge.id}|label`, text: edge.event, width, height, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    };
  });
  const starts: ElkExtendedEdge[] = graph.nodes.flatMap(({ id, initial }) =>
    initial ? [{ id: `${id}|start`, sources: [initialId(id)], targets: [initial] }] : [],
  );
  return {
    id: '(drawing)',
    layoutOptions: { ...options(attempt), 'elk.padding': '[top=0,left=0,bottom=0,right=0]' },
    children: roots.map(node),
    edges: [...arrows, ...starts],
  };
}

/** Reads ELK's result: boxes relative to their parents, arrows relative to the container that ELK chose. */
function geometry(graph: ChartGraph, drawing: ElkNode): Geometry {
  const corners = new Map<string, readonly [number, number]>();
  const boxes = new Map<string, Box>();
  const visit = (node: ElkNode, left: number, top: number) => {
    const x = left + (node.x ?? 0);
    const y = top + (node.y ?? 0);
    corners.set(node.id, [x, y]);
    boxes.set(node.id, [Math.round(x), Math.round(y), Math.round(node.width ?? 0), Math.round(node.height ?? 0)]);
    for (const child of node.children ?? []) visit(child, x, y);
  };
  visit(drawing, 0, 0);
  const arrows = new Map<string, ElkExtendedEdge & { container?: string }>();
  const collect = (node: ElkNode) => {
    for (const edge of node.edges ?? []) arrows.set(edge.id, edge);
    for (const child of node.children ?? []) collect(child);
  };
  collect(drawing);
  const line = (id: string) => {
    const edge = arrows.get(id);
    const [left, top] = corners.get(edge?.container ?? drawing.id) ?? [0, 0];
    const section = edge?.sections?.[0];
    const all: ElkPoint[] = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [];
    const [first] = edge?.labels ?? [];
    return {
      points: all.map(({ x, y }) => [Math.round(x + left), Math.round(y + top)] as const),
      label: [
        Math.round((first?.x ?? 0) + left),
        Math.round((first?.y ?? 0) + top),
        Math.round(first?.width ?? 0),
        Math.round(first?.height ?? 0),
      ] as const,
    };
  };
  const box = (id: string): Box => boxes.get(id) ?? [0, 0, 0, 0];
  return {
    width: Math.round(drawing.width ?? 0),
    height: Math.round(drawing.height ?? 0),
    nodes: Object.fromEntries(graph.nodes.map(({ id }) => [id, box(id)])),
    edges: Object.fromEntries(graph.edges.filter(isArrow).map(({ id }) => [id, line(id)])),
    initials: Object.fromEntries(
      graph.nodes
        .filter(({ initial }) => initial)
        .map(({ id }) => {
          const [x, y] = box(initialId(id));
          return [id, { dot: [x + sizes.dot, y + sizes.dot] as const, points: line(`${id}|start`).points }];
        }),
    ),
  };
}
