import type { ChartEdge, ChartGraph } from '../src/developer/chartGraph.ts';
import { foldable, inside } from '../src/developer/fold.ts';
import { edgeLines, type Geometry, isArrow } from '../src/developer/picture.ts';
import { layoutChart } from './layoutChart.ts';

/** A picture on a chart's page. */
export interface Picture {
  /** The state whose inside it shows: the chart's own id for all of it. */
  id: string;
  graph: ChartGraph;
  layout: Geometry;
  /** What the numbers on its arrows stand for. */
  legend: string[];
}

/** Width of a page's column where the pages are read, less the margin of a picture: text is then as large as it is drawn. */
export const widest = 838 - 16;
const tallest = 1500;
const longestLine = 118;

/** Without what the tables of the page say as well. */
const brief = (graph: ChartGraph): ChartGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, entry: [], exit: [] })),
  edges: graph.edges.map((edge) => ({ ...edge, actions: [] })),
});

/** Numbers on the arrows, and what they stand for below. */
function numbered(graph: ChartGraph): { graph: ChartGraph; legend: string[] } {
  const legend: string[] = [];
  const edges = graph.edges.flatMap((edge): ChartEdge[] => {
    if (!isArrow(edge)) return [];
    const [from, to] = [edge.source, ...edge.targets].map((id) => id.split('.').at(-1));
    legend.push(`${legend.length + 1}  ${from} → ${to}: ${edgeLines(edge).join(', ')}`.slice(0, longestLine));
    return [{ ...edge, lines: [String(legend.length)] }];
  });
  const nodes = graph.nodes.map((node) => ({ ...node, invokes: [] }));
  return { graph: { ...graph, nodes, edges }, legend };
}

/** The most that can be said about a chart in a picture that is narrow enough. */
async function narrow(graph: ChartGraph): Promise<Omit<Picture, 'id'>> {
  const short = brief(graph);
  for (const one of [graph, short]) {
    const layout = await layoutChart(one, widest);
    if (layout.width <= widest) return { graph: one, layout, legend: [] };
  }
  const counted = numbered(short);
  return { ...counted, layout: await layoutChart(counted.graph, widest) };
}

/**
 * The pictures of a chart's page, each readable in the page's column: all of the chart if it is small enough, otherwise an overview and
 * the inside of its states.
 */
export async function chartPictures(graph: ChartGraph): Promise<Picture[]> {
  const isFoldable = new Set(foldable(graph));
  const of = async (id: string): Promise<Picture[]> => {
    const open = inside(graph, id, true);
    const inner = open.nodes.filter((node) => node.id !== id && isFoldable.has(node.id));
    if (inner.length === 0) return [{ id, ...(await narrow(open)) }];
    const layout = await layoutChart(open, widest);
    if (layout.width <= widest && layout.height <= tallest) return [{ id, graph: open, layout, legend: [] }];
    const children = inner.filter(({ parent }) => parent === id || !inner.some((other) => other.id === parent));
    return [{ id, ...(await narrow(inside(graph, id))) }, ...(await Promise.all(children.map((child) => of(child.id)))).flat()];
  };
  return of(graph.id);
}
