import type { ChartEdge, ChartGraph, ChartNode } from './chartGraph.ts';

const safeId = (id: string) => id.replace(/[^A-Za-z0-9_]/g, '_');
/** Mermaid reads these as syntax, even in labels. */
const safeText = (text: string) =>
  text
    .replace(/[:;#{}"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const transitionText = ({ event, guard, actions }: ChartEdge) =>
  safeText(`${event}${guard ? ` [${guard}]` : ''}${actions.length > 0 ? ` / ${actions.join(', ')}` : ''}`);

/**
 * The chart as a Mermaid state diagram. Root transitions with a target leave a state called "anywhere". Mermaid knows regions only inside
 * a state, so a parallel root is drawn as one; and text only for states without parts, so those name what they run in their title.
 */
export function toMermaid({ nodes, edges }: ChartGraph): string {
  const root = nodes.find(({ parent }) => parent === undefined);
  const lines = ['stateDiagram-v2', '  direction LR'];
  const childrenOf = (id: string) => nodes.filter(({ parent }) => parent === id);
  const walk = (node: ChartNode, pad: string) => {
    if (node.initial) lines.push(`${pad}[*] --> ${safeId(node.initial)}`);
    for (const [index, child] of childrenOf(node.id).entries()) {
      if (node.type === 'parallel' && index > 0 && child.type !== 'history') lines.push(`${pad}--`);
      const name = child.type === 'history' ? `history${child.history === 'deep' ? ' (deep)' : ''}` : child.key;
      const hasParts = childrenOf(child.id).length > 0;
      const runs = child.invokes.map(({ id }) => `runs ${safeText(id)}`);
      lines.push(`${pad}state "${[safeText(name), ...(hasParts ? runs : [])].join(', ')}" as ${safeId(child.id)}`);
      if (!hasParts) for (const text of runs) lines.push(`${pad}${safeId(child.id)} : ${text}`);
      if (hasParts) {
        lines.push(`${pad}state ${safeId(child.id)} {`);
        walk(child, `${pad}  `);
        lines.push(`${pad}}`);
      }
      if (child.type === 'final') lines.push(`${pad}${safeId(child.id)} --> [*]`);
    }
  };
  if (root?.type === 'parallel') {
    lines.push(`  state ${safeId(root.id)} {`);
    walk(root, '    ');
    lines.push('  }');
  } else if (root) walk(root, '  ');
  if (edges.some(({ source, targets }) => source === root?.id && targets.length > 0)) lines.push('  state "anywhere" as anywhere');
  for (const edge of edges) {
    const source = edge.source === root?.id ? 'anywhere' : safeId(edge.source);
    const targets = edge.targets.length > 0 ? edge.targets.map(safeId) : edge.source === root?.id ? [] : [source];
    for (const target of targets) lines.push(`  ${source} --> ${target} : ${transitionText(edge)}`);
  }
  return `${lines.join('\n')}\n`;
}
