import type { ChartGraph } from './chartGraph.ts';

/** A place in a chart that a search finds. */
export interface Place {
  kind: 'chart' | 'state' | 'event' | 'guard' | 'call';
  chart: string;
  /** Id of the state or transition; null for the chart itself. */
  at: string | null;
  name: string;
  /** Everything said about it: descriptions, reasons, announced texts. */
  texts: readonly string[];
}

/** A place with the text to show beside its name: the one that the search has found, else the first. */
export interface Found extends Place {
  text: string;
}

/** Everything in the charts that can be found. `said` is the text of an announcement, by its key. */
export function placesIn(graphs: readonly ChartGraph[], said: (key: string) => string | undefined): Place[] {
  return graphs.flatMap(({ id: chart, description, nodes, edges, guards, actors }): Place[] => {
    const events = Map.groupBy(
      edges.filter(({ kind }) => kind === 'event'),
      ({ eventType }) => eventType,
    );
    const stateWith = (slot: string) => nodes.find(({ invokes }) => invokes.some(({ src }) => src === slot))?.id ?? null;
    return [
      { kind: 'chart', chart, at: null, name: chart, texts: [description] },
      ...nodes
        .filter(({ parent, type }) => parent !== undefined && type !== 'history')
        .map(({ id, path, tags, announce, ...node }): Place => {
          const texts = [node.description, (announce && said(announce)) ?? '', tags.join(', ')];
          return { kind: 'state', chart, at: id, name: path, texts: texts.filter(Boolean) };
        }),
      ...[...events].map(
        ([name, all]): Place => ({
          kind: 'event',
          chart,
          at: all[0]?.id ?? null,
          name,
          texts: [...new Set(all.map((edge) => edge.description))].filter(Boolean),
        }),
      ),
      ...guards.map(
        ({ name, reason }): Place => ({
          kind: 'guard',
          chart,
          at: edges.find(({ guard }) => guard?.includes(name))?.id ?? null,
          name,
          texts: reason ? [reason] : [],
        }),
      ),
      ...actors.flatMap(({ name, call }): Place[] => (call ? [{ kind: 'call', chart, at: stateWith(name), name, texts: [call] }] : [])),
    ];
  });
}

/** Places whose name, chart and texts have all words; those with the words in their name first. */
export function search(places: readonly Place[], wanted: string): Found[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const hasAny = (text: string) => words.some((word) => text.toLowerCase().includes(word));
  const rank = ({ name }: Place) => {
    const text = name.toLowerCase();
    if (text === wanted.trim().toLowerCase()) return 0;
    if (text.startsWith(words[0] ?? '')) return 1;
    return hasAll(text) ? 2 : 3;
  };
  return places
    .filter(({ name, chart, texts }) => hasAll([chart, name, ...texts].join('\n')))
    .map((place) => ({ ...place, text: (hasAll(place.name) ? place.texts[0] : place.texts.find(hasAny)) ?? place.texts[0] ?? '' }))
    .sort((a, b) => rank(a) - rank(b));
}
