import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartGraph } from '../../src/developer/chartGraph.ts';
import { foldable, folded, inside, lineage, overview } from '../../src/developer/fold.ts';
import { charts } from '../../src/machines/index.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

const player = chartGraph(playerSample);
const all = (Object.values(charts) as AnyStateMachine[]).map(chartGraph);

describe('a folded chart', () => {
  it('hides what is inside closed states, and counts it', () => {
    const { graph } = folded(player, overview);
    expect(graph.nodes.every(({ path }) => !path.includes('.'))).toBe(true);
    const closed = graph.nodes.find(({ id }) => id === 'playerSample.playing');
    expect(closed).toMatchObject({ type: 'atomic', initial: undefined });
    expect(closed?.inside).toBe(player.nodes.filter(({ path }) => path.startsWith('playing.')).length);
  });

  it('opens a state with what surrounds it, and nothing else', () => {
    const { graph } = folded(player, 'playerSample.playing');
    expect(graph.nodes.map(({ path }) => path)).toContain('playing.pages');
    expect(graph.nodes.map(({ path }) => path)).not.toContain('playing.pages.second');
    expect(lineage(player, 'playerSample.playing.pages')).toEqual(['playerSample.playing.pages', 'playerSample.playing', 'playerSample']);
  });

  it.each(all.map((graph) => [graph.id, graph] as const))('%s: every arrow between states that are shown is shown, once', (_, graph) => {
    for (const open of [overview, ...foldable(graph)]) {
      const { graph: shown, shownAs } = folded(graph, open);
      const ids = new Set(shown.nodes.map(({ id }) => id));
      for (const { source, targets } of shown.edges) for (const end of [source, ...targets]) expect(ids, open).toContain(end);
      for (const node of shown.nodes) if (node.initial) expect(ids).toContain(node.initial);
      for (const edge of graph.edges.filter(({ source, targets }) => [source, ...targets].every((id) => ids.has(id)))) {
        const drawn = shown.edges.find(({ id }) => id === shownAs.get(edge.id));
        expect(drawn, edge.id).toMatchObject({ source: edge.source, targets: edge.targets });
      }
      const ends = shown.edges.filter(({ targets }) => targets.length > 0).map(({ source, targets }) => `${source} ${targets}`);
      expect(new Set(ends).size).toBe(ends.length);
    }
  });

  it('says in a part which way leads out of it', () => {
    const part = inside(player, 'playerSample.playing');
    expect(part.nodes[0]).toMatchObject({ id: 'playerSample.playing', parent: undefined });
    const out = part.edges.filter(({ targets }) => targets.length === 0).map(({ event }) => event);
    expect(out.some((event) => event.includes('→'))).toBe(true);
  });
});

/** GitHub's column. */
const column = 838;
const smallestText = 11;

it('every picture of the pages is readable where they are read', () => {
  const docs = join(import.meta.dirname, '../../docs/statecharts');
  const files = readdirSync(docs).filter((name) => name.endsWith('.svg'));
  expect(files.length).toBeGreaterThan(all.length);
  const unreadable = files.flatMap((name) => {
    const text = readFileSync(join(docs, name), 'utf8');
    const width = Number(/<svg [^>]*width="(\d+)"/.exec(text)?.[1]);
    const least = Math.min(...[...text.matchAll(/font-size="(\d+)"/g)].map(([, size]) => Number(size)));
    const shown = least * Math.min(1, column / width);
    return shown >= smallestText ? [] : [`${name}: ${shown.toFixed(1)} px`];
  });
  expect(unreadable).toEqual([]);
});
