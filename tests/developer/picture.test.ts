import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutChart } from '../../scripts/layoutChart.ts';
import { chartGraph } from '../../src/developer/chartGraph.ts';
import { type Box, type ChartLayout, isArrow, palettes, picture, type Shape, svgFile, unplaced } from '../../src/developer/picture.ts';
import { loginSample } from '../kit/samples/loginSample.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

const layoutOf = async (machine: typeof loginSample | typeof playerSample): Promise<ChartLayout> => ({
  chart: machine.id,
  inputs: {},
  events: [],
  views: {},
  ...(await layoutChart(chartGraph(machine as never))),
});
const all = (shapes: readonly Shape[]): Shape[] => shapes.flatMap((shape) => [shape, ...all(shape.children ?? [])]);
const inside = ([x, y, width, height]: Box, [outerX, outerY, outerWidth, outerHeight]: Box) =>
  x >= outerX && y >= outerY && x + width <= outerX + outerWidth && y + height <= outerY + outerHeight;
const overlap = (a: Box, b: Box) => a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

describe.each([loginSample, playerSample])('the layout of $id', (machine) => {
  const graph = chartGraph(machine as never);

  it('places every state inside its parent, beside its siblings', async () => {
    const { nodes } = await layoutOf(machine);
    for (const node of graph.nodes) {
      const box = nodes[node.id] as Box;
      if (node.parent) expect(inside(box, nodes[node.parent] as Box), node.id).toBe(true);
      for (const other of graph.nodes.filter(({ id, parent }) => parent === node.parent && id !== node.id)) {
        expect(overlap(box, nodes[other.id] as Box), `${node.id} and ${other.id}`).toBe(false);
      }
    }
  });

  it('gives every arrow a line and a label that covers no other label and no innermost state', async () => {
    const { nodes, edges } = await layoutOf(machine);
    const arrows = graph.edges.filter(isArrow);
    const labels = arrows.map(({ id }) => edges[id]?.label as Box);
    const leaves = graph.nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => nodes[id] as Box);
    for (const [index, label] of labels.entries()) {
      expect(label[2]).toBeGreaterThan(20);
      for (const other of [...labels.slice(index + 1), ...leaves]) expect(overlap(label, other), arrows[index]?.id).toBe(false);
    }
    for (const { id } of arrows) expect(edges[id]?.points.length).toBeGreaterThanOrEqual(2);
  });

  it('is the same every time', async () => {
    expect(await layoutOf(machine)).toEqual(await layoutOf(machine));
  });
});

describe('a drawing', () => {
  const graph = chartGraph(loginSample);

  it('lights states and transitions, the lit arrows on top', async () => {
    const id = 'loginSample.failed|login.retried|0';
    const shapes = picture(graph, await layoutOf(loginSample), {
      nodes: new Set(['loginSample', 'loginSample.editing']),
      edges: new Set([id]),
    });
    const lit = all(shapes).filter(({ attributes }) => String(attributes.class).split(' ').includes('lit'));
    expect(lit.map(({ attributes }) => attributes['data-node'] ?? attributes['data-edge']).filter(Boolean)).toEqual([
      'loginSample',
      'loginSample.editing',
      id,
      id,
    ]);
    const arrows = shapes.filter(({ attributes }) => String(attributes.class).startsWith('arrow '));
    expect(arrows.at(-1)?.attributes['data-edge']).toBe(id);
  });

  it('leaves out what the layout does not know, and names it', async () => {
    const { nodes, edges, ...rest } = await layoutOf(loginSample);
    const { 'loginSample.failed': _state, ...known } = nodes;
    const { 'loginSample.failed|login.retried|0': _arrow, ...knownEdges } = edges;
    const layout = { ...rest, nodes: known, edges: knownEdges };
    expect(unplaced(graph, layout)).toEqual(['loginSample.failed', 'loginSample.failed|login.retried|0']);
    expect(all(picture(graph, layout)).some(({ attributes }) => attributes['data-node'] === 'loginSample.failed')).toBe(false);
  });

  it('becomes a file that stands alone, in both themes', async () => {
    const rules = readFileSync(join(import.meta.dirname, '../../src/developer/drawing.css'), 'utf8');
    const looks = palettes((token) => (token === '--color-bg' ? 'light-dark(#fefefe, #010101)' : '#777'));
    const file = svgFile({ ...graph, description: 'A "quoted" <chart> & more' }, await layoutOf(loginSample), { ...looks, rules });
    expect(file).toContain('<title>loginSample: A &#34;quoted&#34; &#60;chart&#62; &#38; more</title>');
    expect(file).toContain('--color-bg: #fefefe;');
    expect(file).toMatch(/prefers-color-scheme: dark\) \{ :root \{ --color-bg: #010101;/);
    const used = [...file.matchAll(/var\((--color-[\w-]+)/g)].map((match) => match[1]);
    for (const token of new Set(used)) expect(file, `${token} has a value`).toContain(`${token}: #`);
    expect(isBalanced(file)).toBe(true);
    expect(isBalanced(file.replace('</text>', ''))).toBe(false);
  });
});

/** Whether every opened element is closed, in order. */
function isBalanced(file: string): boolean {
  const open: string[] = [];
  for (const [, slash, name, rest] of file.replace(/<style>[\s\S]*?<\/style>/, '').matchAll(/<(\/?)([a-z]+)([^>]*)>/g)) {
    if (slash ? open.pop() !== name : !rest?.endsWith('/') && open.push(name ?? '') === 0) return false;
  }
  return open.length === 0;
}
