import type { ChartEdge, ChartGraph, ChartNode } from './chartGraph.ts';

/** x, y, width, height in drawing units (CSS pixels at scale 1), from the drawing's corner. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Where everything is in one drawing. */
export interface Geometry {
  width: number;
  height: number;
  /** By state id. */
  nodes: Record<string, Box>;
  /** By transition id. Transitions without a target are drawn inside their state and are not listed. */
  edges: Record<string, { points: (readonly [number, number])[]; label: Box }>;
  /** The dots that mark initial states, by id of the parent state. */
  initials: Record<string, { dot: readonly [number, number]; points: (readonly [number, number])[] }>;
}

/** The layout of a chart with every state open; written by `npm run docs:statecharts`, shipped as data. */
export interface ChartLayout extends Geometry {
  chart: string;
  /** The drawings with closed states: by the id of the state that is open in it; empty for the one where all are closed. */
  views: Record<string, Geometry>;
  /** Inputs by name and payloads from the chart's model, offered by the simulation. */
  inputs: Record<string, unknown>;
  events: { type: string; [payload: string]: unknown }[];
}

/** Sizes shared by layout and drawing. */
export const sizes = { title: 13, text: 11, line: 16, pad: 10, header: 30, dot: 5, radius: 8, labelPad: 6, fold: 26 } as const;

const longest = 44;
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** A line of text inside a state's box. */
export interface NodeRow {
  kind: 'invoke' | 'entry' | 'exit' | 'stays' | 'inside';
  text: string;
  /** Id of the transition on this line. */
  edge?: string;
}

/** Whether a transition is drawn as an arrow; those without a target are lines in the box. */
export const isArrow = ({ targets }: ChartEdge): boolean => targets.length > 0;

/** Lines in a state's box: invoked actors, entry and exit actions, transitions without a target. */
export function nodeRows({ edges }: ChartGraph, node: ChartNode): NodeRow[] {
  const stays = edges.filter((edge) => edge.source === node.id && !isArrow(edge));
  return [
    ...(node.inside ? [{ kind: 'inside' as const, text: `+ ${node.inside} states inside` }] : []),
    ...node.invokes.map(({ id }): NodeRow => ({ kind: 'invoke', text: short(`▸ ${id}`) })),
    ...(node.entry.length > 0 ? [{ kind: 'entry' as const, text: short(`on entry: ${node.entry.join(', ')}`) }] : []),
    ...(node.exit.length > 0 ? [{ kind: 'exit' as const, text: short(`on exit: ${node.exit.join(', ')}`) }] : []),
    ...stays.map((edge): NodeRow => ({ kind: 'stays', text: short(`${edge.event}${guardText(edge)}${actionText(edge)}`), edge: edge.id })),
  ];
}

const guardText = ({ guard }: ChartEdge) => (guard ? ` [${guard}]` : '');
const actionText = ({ actions }: ChartEdge) => (actions.length > 0 ? ` / ${actions.join(', ')}` : '');

/** Lines of an arrow's label: the event, its guard, its actions. */
export function edgeLines(edge: ChartEdge): string[] {
  if (edge.lines) return edge.lines.map(short);
  return [edge.event, edge.guard ? `[${edge.guard}]` : '', edge.actions.length > 0 ? `/ ${edge.actions.join(', ')}` : '']
    .filter(Boolean)
    .map(short);
}

/** Estimated width of text in a proportional sans-serif font. Errs on the large side, since the layout is computed without a browser. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const letter of text) {
    if (/[ijl.,:;'|!/[\]()tfr ]/.test(letter)) em += 0.4;
    else if (/[mwMW@%…▸]/.test(letter)) em += 0.98;
    else if (/[A-Z]/.test(letter)) em += 0.74;
    else em += 0.62;
  }
  return Math.ceil(em * size);
}

/** A shape of the drawing: an SVG element as data, shared by the page and the file. */
export interface Shape {
  tag: 'g' | 'rect' | 'path' | 'text' | 'circle' | 'line' | 'title';
  attributes: Record<string, string | number>;
  children?: Shape[];
  text?: string;
}

/** Ids of the highlighted states and transitions. */
export interface Lit {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}

const unlit: Lit = { nodes: new Set(), edges: new Set() };

/**
 * Draws a chart with its layout. States without a layout are left out: {@link unplaced} lists them. Elements carry `data-node` or
 * `data-edge`; the page and {@link svgFile} style their classes.
 */
export function picture(graph: ChartGraph, layout: Geometry, lit: Lit = unlit): Shape[] {
  const nodes = graph.nodes.flatMap((node) => {
    const box = layout.nodes[node.id];
    return box ? [nodeShape(graph, node, box, lit)] : [];
  });
  const arrows = graph.edges.flatMap((edge) => {
    const place = layout.edges[edge.id];
    return place ? [{ edge, place }] : [];
  });
  const initials = Object.entries(layout.initials).flatMap(
    ([
      id,
      {
        dot: [x, y],
        points,
      },
    ]): Shape[] => [
      { tag: 'circle', attributes: { class: 'dot', cx: x, cy: y, r: sizes.dot, 'data-initial': id } },
      { tag: 'path', attributes: { class: 'arrow', d: rounded(points) } },
      { tag: 'path', attributes: { class: 'head', d: arrowHead(points) } },
    ],
  );
  // Highlighted arrows last, so that they are on top.
  const byLight = (a: { edge: ChartEdge }, b: { edge: ChartEdge }) => Number(lit.edges.has(a.edge.id)) - Number(lit.edges.has(b.edge.id));
  return [
    ...nodes,
    ...initials,
    ...arrows.toSorted(byLight).flatMap(({ edge, place }) => arrowShapes(edge, place.points, lit)),
    ...arrows.filter(({ edge }) => edgeLines(edge).length > 0).map(({ edge, place }) => labelShape(edge, place.label, lit)),
  ];
}

/** Ids of states and arrows without a layout: the chart has changed since it was laid out. */
export const unplaced = ({ nodes, edges }: ChartGraph, layout: Geometry): string[] => [
  ...nodes.filter(({ id }) => !layout.nodes[id]).map(({ id }) => id),
  ...edges.filter((edge) => isArrow(edge) && !layout.edges[edge.id]).map(({ id }) => id),
];

function nodeShape(graph: ChartGraph, node: ChartNode, [x, y, width, height]: Box, lit: Lit): Shape {
  const isLit = lit.nodes.has(node.id);
  const isOuter = node.type === 'compound' || node.type === 'parallel';
  const classes = ['state', node.type, isLit ? 'lit' : '', node.parent === undefined ? 'root' : ''].filter(Boolean).join(' ');
  const rows = nodeRows(graph, node);
  if (node.type === 'history') {
    return group(classes, node.id, [
      { tag: 'circle', attributes: { class: 'box', cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) / 2 } },
      label(node.history === 'deep' ? 'H*' : 'H', x + width / 2, y + height / 2 + 4, 'title middle'),
    ]);
  }
  return group(classes, node.id, [
    { tag: 'rect', attributes: { class: 'box', x, y, width, height, rx: sizes.radius } },
    ...(node.type === 'final'
      ? [
          {
            tag: 'rect' as const,
            attributes: { class: 'inner', x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: sizes.radius - 2 },
          },
        ]
      : []),
    ...(isOuter
      ? [{ tag: 'path' as const, attributes: { class: 'rule', d: `M${x} ${y + sizes.header + rows.length * sizes.line}h${width}` } }]
      : []),
    label(node.key, x + sizes.pad, y + 20, 'title'),
    ...(node.type === 'parallel'
      ? [{ tag: 'path' as const, attributes: { class: 'mark', d: `M${x + width - sizes.pad - 6} ${y + 9}v12m5 -12v12` } }]
      : []),
    ...rows.map((row, index) => rowShape(row, x + sizes.pad, y + sizes.header + 9 + index * sizes.line, lit)),
  ]);
}

function rowShape(row: NodeRow, x: number, y: number, lit: Lit): Shape {
  const shape = label(row.text, x, y, `row ${row.kind}${row.edge && lit.edges.has(row.edge) ? ' lit' : ''}`);
  return row.edge ? { ...shape, attributes: { ...shape.attributes, 'data-edge': row.edge } } : shape;
}

const group = (className: string, id: string, children: Shape[]): Shape => ({
  tag: 'g',
  attributes: { class: className, 'data-node': id },
  children,
});

const label = (text: string, x: number, y: number, className: string): Shape => ({
  tag: 'text',
  attributes: { class: className, x, y, 'font-size': className.startsWith('title') ? sizes.title : sizes.text },
  text,
});

function arrowShapes(edge: ChartEdge, points: Geometry['edges'][string]['points'], lit: Lit): Shape[] {
  const light = lit.edges.has(edge.id) ? ' lit' : '';
  return [
    { tag: 'path', attributes: { class: `arrow ${edge.kind}${light}`, d: rounded(points), 'data-edge': edge.id } },
    { tag: 'path', attributes: { class: `head${light}`, d: arrowHead(points) } },
  ];
}

function labelShape(edge: ChartEdge, [x, y, width, height]: Box, lit: Lit): Shape {
  const [event = '', ...details] = edgeLines(edge);
  return {
    tag: 'g',
    attributes: { class: `label ${edge.kind}${lit.edges.has(edge.id) ? ' lit' : ''}`, 'data-edge': edge.id },
    children: [
      { tag: 'rect', attributes: { class: 'pill', x, y, width, height, rx: sizes.radius - 2 } },
      label(event, x + sizes.labelPad, y + 14, 'event'),
      ...details.map((text, index) => label(text, x + sizes.labelPad, y + 14 + (index + 1) * (sizes.line - 2), 'detail')),
    ],
  };
}

/** An orthogonal line with rounded corners. */
function rounded(points: readonly (readonly [number, number])[]): string {
  const corner = 6;
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${x} ${y}`;
      if (!after) return `L${x} ${y}`;
      const from = towards([x, y], before, corner);
      const to = towards([x, y], after, corner);
      return `L${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`;
    })
    .join('');
}

const towards = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number], most: number): readonly [number, number] => {
  const distance = Math.hypot(toX - x, toY - y) || 1;
  const step = Math.min(most, distance / 2) / distance;
  return [round(x + (toX - x) * step), round(y + (toY - y) * step)];
};

const round = (value: number) => Math.round(value * 10) / 10;

function arrowHead(points: readonly (readonly [number, number])[]): string {
  const tip = points.at(-1) ?? [0, 0];
  const before = points.at(-2) ?? tip;
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const side = (turn: number) => `${round(tip[0] - 8 * Math.cos(angle + turn))} ${round(tip[1] - 8 * Math.sin(angle + turn))}`;
  return `M${tip[0]} ${tip[1]}L${side(0.42)}L${side(-0.42)}Z`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const markup = ({ tag, attributes, children = [], text }: Shape): string => {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${list.join('')}>${text === undefined ? '' : escaped(text)}${children.map(markup).join('')}</${tag}>`;
};

/** Colors of the drawing by the page's token names: `--color-bg` and so on. */
export type Palette = Record<string, string>;

/** Tokens that the drawing uses. */
const paletteTokens = [
  '--color-bg',
  '--color-surface',
  '--color-surface-2',
  '--color-border',
  '--color-border-strong',
  '--color-text',
  '--color-text-soft',
  '--color-accent',
  '--color-accent-soft',
  '--color-danger',
] as const;

/** The palettes of both themes. `read` returns a token's text: `light-dark(#fff, #000)`, or one color for both. */
export function palettes(read: (token: string) => string): { light: Palette; dark: Palette } {
  const values = paletteTokens.map((token) => {
    const text = read(token).trim();
    const [, light = text, dark = text] = /^light-dark\(([^,]+),\s*([^)]+)\)$/.exec(text) ?? [];
    return [token, light, dark] as const;
  });
  return {
    light: Object.fromEntries(values.map(([token, light]) => [token, light])),
    dark: Object.fromEntries(values.map(([token, , dark]) => [token, dark])),
  };
}

const palette = (colors: Palette) =>
  Object.entries(colors)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');

/**
 * The drawing as a standalone file.
 * @param options.rules the text of `drawing.css`
 * @param options.dark if given, the drawing follows the reader's theme
 * @param options.legend lines of text below the drawing
 */
export function svgFile(
  graph: ChartGraph,
  layout: Geometry,
  { rules, light, dark, lit, legend = [] }: { rules: string; light: Palette; dark?: Palette; lit?: Lit; legend?: readonly string[] },
): string {
  const inDark = dark ? `@media (prefers-color-scheme: dark) { :root { ${palette(dark)} } }` : '';
  const margin = 8;
  const width = Math.max(layout.width, ...legend.map((text) => textWidth(text, sizes.text)));
  const below = legend.length > 0 ? sizes.pad + legend.length * sizes.line : 0;
  const size = [-margin, -margin, width + 2 * margin, layout.height + below + 2 * margin];
  const sized = `viewBox="${size.join(' ')}" width="${size[2]}" height="${size[3]}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="drawing" ${sized} role="img">`,
    `<title>${escaped(`${graph.id}: ${graph.description}`)}</title>`,
    `<style>:root { ${palette(light)} } ${inDark}`,
    `${rules}</style>`,
    ...picture(graph, layout, lit).map(markup),
    ...legend.map((text, index) => markup(label(text, 0, layout.height + sizes.pad + (index + 0.75) * sizes.line, 'row'))),
    '</svg>\n',
  ].join('\n');
}
