import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartGraph } from '../../src/developer/chartGraph.ts';
import { toMermaid } from '../../src/developer/toMermaid.ts';
import { charts } from '../../src/machines/index.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

/** The lines that Mermaid's grammar of state diagrams has for what we write, each strictly as we write it. */
const grammar = {
  direction: /^direction LR$/,
  open: /^state (?:[A-Za-z_]\w*) \{$/,
  close: /^\}$/,
  named: /^state "[^"\n{}#;:]+" as [A-Za-z_]\w*$/,
  region: /^--$/,
  text: /^[A-Za-z_]\w* : [^:\n;#{}%]+$/,
  arrow: /^(?:\[\*\]|[A-Za-z_]\w*) --> (?:\[\*\]|[A-Za-z_]\w*)(?: : [^:\n;#{}%]+)?$/,
} as const;
/** Words that begin another kind of line, or end a name: no state may be called so. */
const reserved = /^(default|note|class|classDef|click|direction|end|hide|scale|state|style|stateDiagram)$/i;

/** What Mermaid would refuse, line by line; empty if it takes the text. The rules are those of its parser and of its drawing. */
function mermaidFaults(text: string): string[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  const faults: string[] = head === 'stateDiagram-v2' ? [] : ['the first line must be stateDiagram-v2'];
  const open: string[] = [];
  const groups = new Set<string>();
  const described = new Set<string>();
  for (const line of lines) {
    const part = line.trim();
    const kind = Object.entries(grammar).find(([, pattern]) => pattern.test(part))?.[0];
    const refuse = (why: string) => faults.push(`${part}: ${why}`);
    if (!kind) refuse('no such line');
    if (kind === 'arrow' || kind === 'text') {
      if (reserved.test(part.split(' ')[0] ?? '')) refuse('a reserved word');
    }
    if (kind === 'open') {
      const id = part.split(' ')[1] ?? '';
      if (reserved.test(id)) refuse('a reserved word');
      open.push(id);
      groups.add(id);
    }
    if (kind === 'close' && open.pop() === undefined) refuse('nothing is open');
    if (kind === 'region' && open.length === 0) refuse('regions are parts of a state');
    if (kind === 'text') described.add(part.split(' ')[0] ?? '');
  }
  if (open.length > 0) faults.push(`never closed: ${open.join(', ')}`);
  for (const id of described) if (groups.has(id)) faults.push(`${id}: a state with parts takes no text`);
  return faults;
}

describe('Mermaid', () => {
  it.each([...Object.entries(charts), ['playerSample', playerSample]] as [string, AnyStateMachine][])('takes %s', (_, machine) => {
    expect(mermaidFaults(toMermaid(chartGraph(machine)))).toEqual([]);
  });

  it.each([
    ['a region outside a state', 'stateDiagram-v2\n  direction LR\n  state "a" as a\n  --\n  state "b" as b'],
    ['text of a state with parts', 'stateDiagram-v2\n  a : runs x\n  state a {\n    state "b" as b\n  }'],
    ['a colon in a label', 'stateDiagram-v2\n  a --> b : x: done'],
    ['an open state', 'stateDiagram-v2\n  state a {'],
    ['a name of the language', 'stateDiagram-v2\n  note --> b : go'],
    ['another diagram', 'graph LR\n  a --> b'],
  ])('would refuse %s', (_, text) => {
    expect(mermaidFaults(text)).not.toEqual([]);
  });
});
