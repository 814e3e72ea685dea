import type { StateValue } from 'xstate';
import type { ChartGraph } from './chartGraph.ts';

/** Ids of the states in a state value, outermost first; and names that the chart does not have (any more). */
export function activeStates({ id, nodes }: ChartGraph, value: StateValue | undefined): { ids: Set<string>; unknown: string[] } {
  const byPath = new Map(nodes.map((node) => [node.path, node.id]));
  const ids = new Set([id]);
  const unknown: string[] = [];
  const visit = (part: StateValue | undefined, path: string) => {
    if (part === undefined) return;
    for (const [key, inner] of typeof part === 'string' ? [[part, undefined] as const] : Object.entries(part)) {
      const full = path ? `${path}.${key}` : key;
      const known = byPath.get(full);
      if (known) ids.add(known);
      else unknown.push(full);
      visit(inner, full);
    }
  };
  visit(value, '');
  return { ids, unknown };
}

/** A readable state value: `playing: { pages: first, saving: idle }` becomes `playing.pages.first, playing.saving.idle`. */
export function stateText(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      inner && Object.keys(inner).length > 0
        ? stateText(inner)
            .split(', ')
            .map((text) => `${key}.${text}`)
        : [key],
    )
    .join(', ');
}
