import type { ChartEdge, ChartGraph, ChartNode } from './chartGraph.ts';
import type { Geometry } from './picture.ts';

/** A view or service that hears an event which a chart emits. */
export interface Hearing {
  /** Name of the view or service. */
  by: string;
  /** Its file, below the root. */
  file: string;
  /** The events that charts get from it. */
  sends: { chart: string; event: string }[];
}

/** A chart and what it has to do with others. */
export interface MapChart {
  id: string;
  /** Folder of its file. */
  area: string;
  /** Charts that it runs as its actors. */
  starts: string[];
  /** Views and services that run it. */
  runBy: string[];
  emits: { event: string; heard: Hearing[] }[];
}

/** How all charts relate, with the layout of the picture; written by `npm run docs:statecharts`, shipped as data. */
export interface ChartMap {
  charts: MapChart[];
  layout: Geometry;
}

/** Id of the whole map, as if it were a chart. */
export const mapId = 'charts';

/** Charts of parts that every screen has: arrows to them would hide all others. */
const everywhere = new Set(['notices', 'collection', 'command']);

/** Events that one chart gets when another emits an event. */
interface Told {
  from: string;
  to: string;
  emitted: string;
  got: string;
}

const toldIn = (charts: readonly MapChart[]): Told[] =>
  charts
    .flatMap(({ id, emits }) =>
      emits.flatMap(({ event, heard }) =>
        heard.flatMap(({ sends }) => sends.map((sent) => ({ from: id, to: sent.chart, emitted: event, got: sent.event }))),
      ),
    )
    .filter(({ to }) => !everywhere.has(to));

const node = (id: string, key: string, parent: string | undefined): ChartNode => ({
  id,
  key,
  path: id.slice(mapId.length + 1),
  type: parent === undefined ? 'compound' : 'atomic',
  parent,
  initial: undefined,
  history: undefined,
  description: '',
  tags: [],
  announce: undefined,
  focus: undefined,
  entry: [],
  exit: [],
  invokes: [],
});

/** An arrow, or a line in the box if there is no target. */
const edge = (id: string, source: string, targets: string[], kind: ChartEdge['kind'], event: string): ChartEdge => ({
  id,
  source,
  targets,
  kind,
  eventType: '',
  event,
  guard: undefined,
  actions: [],
  reenter: false,
  description: '',
  lines: [],
});

const areaBox = (area: string) => `${mapId}.${area}`;

/** Chart of a box of the map; undefined for an area. */
export const chartOfBox = (id: string): string | undefined => id.split('.')[2];

/**
 * The map as a graph to lay out and draw like a chart: areas are states with the charts inside. Charts without an arrow to or from another
 * are left out.
 */
export function mapGraph(charts: readonly MapChart[]): ChartGraph {
  const told = toldIn(charts);
  const starts = charts.flatMap((chart) => chart.starts.map((to) => ({ from: chart.id, to })));
  const related = new Set([...told, ...starts].flatMap(({ from, to }) => [from, to]));
  const shown = charts.filter(({ id }) => related.has(id));
  const boxes = new Map(charts.map(({ id, area }) => [id, `${areaBox(area)}.${id}`]));
  const box = (id: string) => boxes.get(id) ?? id;
  const arrows = (kind: ChartEdge['kind'], pairs: readonly { from: string; to: string }[]) =>
    [...Map.groupBy(pairs, ({ from, to }) => `${from} ${to}`)].flatMap(([key, [pair]]) =>
      pair ? [edge(`${kind} ${key}`, box(pair.from), [box(pair.to)], kind, '')] : [],
    );
  const lines = [...Map.groupBy(told, ({ from, emitted }) => `${from} ${emitted}`)].flatMap(([key, all]) =>
    [all[0]?.emitted ?? '', ...new Set(all.map(({ got }) => `→ ${got}`))].map((text) =>
      edge(`${key} ${text}`, box(all[0]?.from ?? ''), [], 'event', text),
    ),
  );
  return {
    id: mapId,
    description: 'Which charts start others, and what they tell each other.',
    nodes: [
      ...[...new Set(shown.map(({ area }) => area))].map((area) => node(areaBox(area), area, undefined)),
      ...shown.map(({ id, area }) => node(box(id), id, areaBox(area))),
    ],
    edges: [...arrows('event', starts), ...arrows('after', told), ...lines],
    guards: [],
    delays: [],
    actors: [],
  };
}
