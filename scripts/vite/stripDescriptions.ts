import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
interface Property extends Node {
  key: Node & { name?: string };
  value: Node;
}

const isProse = (value: Node) =>
  value.type === 'Literal' || (value.type === 'TemplateLiteral' && (value.expressions as Node[]).length === 0);

/** Ranges of `description: '…'` properties, with the comma behind each. */
function descriptionsIn(node: unknown, code: string, found: [number, number][]): void {
  if (Array.isArray(node)) for (const child of node) descriptionsIn(child, code, found);
  else if (node !== null && typeof node === 'object') {
    const { type, key, value } = node as Property;
    if (type === 'Property' && key.name === 'description' && isProse(value)) {
      const { start, end } = node as Node;
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      found.push([start, end + comma]);
      return;
    }
    for (const child of Object.values(node)) descriptionsIn(child, code, found);
  }
}

/**
 * Leaves the prose of charts out of the built product: nobody reads it there, and it is a third of the charts' bytes on the first screen.
 * The visualizer shows it from the layouts that the docs are generated with.
 */
export function stripDescriptions(): Plugin {
  return {
    name: 'orrery:strip-descriptions',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/machines\/.*Machine\.ts$/ },
      handler(code) {
        const found: [number, number][] = [];
        descriptionsIn(this.parse(code), code, found);
        let out = code;
        for (const [start, end] of found.toSorted((a, b) => b[0] - a[0])) out = out.slice(0, start) + out.slice(end);
        return { code: out, map: null };
      },
    },
  };
}
