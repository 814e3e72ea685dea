import { lazy, Suspense, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import drawingRules from '../../../developer/drawing.css?raw';
import { machineJson } from '../../../developer/machineJson.ts';
import { type ChartLayout, type Lit, palettes, svgFile } from '../../../developer/picture.ts';
import { toMermaid } from '../../../developer/toMermaid.ts';
import { m } from '../../../paraglide/messages.js';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { downloadText } from '../../../ui/download.ts';
import { IconCopy } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/Menu.tsx';
import s from './statecharts.module.css';

const CopyByHand = lazy(() => import('./CopyByHand.tsx'));

interface CopyMenuProps {
  machine: AnyStateMachine;
  graph: ChartGraph;
  layout: ChartLayout | undefined;
  lit: Lit;
  /** Built on demand; undefined while nothing runs. */
  card: (() => string) | undefined;
  /** Address of what is shown. */
  link: () => string;
}

/** Files for other tools, by the key of their menu item. The code that writes them loads when one is wanted. */
const files: Record<string, { ending: string; type: string; write: (machine: AnyStateMachine, graph: ChartGraph) => Promise<string> }> = {
  scxmlFile: {
    ending: 'scxml',
    type: 'application/scxml+xml',
    write: async (_, graph) => (await import('../../../developer/exports.ts')).toScxml(graph),
  },
  jsonFile: { ending: 'json', type: 'application/json', write: async (machine) => machineJson(machine) },
  statelyFile: {
    ending: 'ts',
    type: 'text/plain',
    write: async (machine) => (await import('../../../developer/exports.ts')).toStately(machine),
  },
};

/** Copies the chart as a drawing or as text for other tools, or the support card. Saves it as a file for other tools. */
export function CopyMenu({ machine, graph, layout, lit, card, link }: CopyMenuProps) {
  const [byHand, setByHand] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const texts: Record<string, () => string> = {
    svg: () => {
      const tokens = getComputedStyle(document.documentElement);
      const looks = palettes((token) => tokens.getPropertyValue(token));
      return layout ? svgFile(graph, layout, { ...looks, rules: drawingRules, lit }) : '';
    },
    mermaid: () => toMermaid(graph),
    json: () => machineJson(machine),
    card: () => card?.() ?? '',
    link,
  };
  const save = async ({ ending, type, write }: (typeof files)[string]) => {
    downloadText(`${graph.id}.${ending}`, type, await write(machine, graph));
    announce(m.developer_saved());
  };
  const copy = async (key: string) => {
    const text = texts[key]?.() ?? '';
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(m.developer_copied());
    } catch {
      setByHand(text);
    }
  };
  return (
    <>
      <Menu
        label={m.developer_copy()}
        trigger={
          <Button size="small" icon={IconCopy}>
            {m.developer_copy()}
          </Button>
        }
        groups={[
          {
            key: 'copy',
            items: [
              { key: 'link', label: m.developer_copy_link(), description: m.developer_copy_link_text() },
              { key: 'svg', label: m.developer_copy_svg(), reason: layout ? null : m.developer_layout_missing({ chart: graph.id }) },
              { key: 'mermaid', label: m.developer_copy_mermaid() },
              { key: 'json', label: m.developer_copy_json() },
              {
                key: 'card',
                label: m.developer_copy_card(),
                description: m.developer_copy_card_text(),
                reason: card ? null : m.developer_reason_drawing(),
              },
            ],
          },
          {
            key: 'save',
            title: m.developer_save(),
            items: [
              { key: 'scxmlFile', label: m.developer_save_scxml() },
              { key: 'jsonFile', label: m.developer_save_json() },
              { key: 'statelyFile', label: m.developer_save_stately(), description: m.developer_save_stately_text() },
            ],
          },
        ]}
        onAction={(key) => {
          setCopied(false);
          const file = files[key];
          void (file ? save(file) : copy(key));
        }}
      />
      {isCopied ? <span className={s.soft}>{m.developer_copied()}</span> : null}
      {byHand === null ? null : (
        <Suspense>
          <CopyByHand text={byHand} onClose={() => setByHand(null)} />
        </Suspense>
      )}
    </>
  );
}
