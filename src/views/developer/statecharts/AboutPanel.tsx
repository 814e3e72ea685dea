import { type ChartEdge, type ChartGraph, describeEvent } from '../../../developer/chartGraph.ts';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import s from './statecharts.module.css';

interface AboutPanelProps {
  graph: ChartGraph;
  /** Id of the selected state or transition; the chart's own id for the whole chart. */
  selected: string | null;
  onSelect: (id: string) => void;
}

/** Describes a state or the whole chart, in the chart's own words. */
export default function AboutPanel({ graph, selected, onSelect }: AboutPanelProps) {
  const edge = graph.edges.find(({ id }) => id === selected);
  const node = graph.nodes.find(({ id }) => id === (edge?.source ?? selected)) ?? graph.nodes[0];
  if (!node) return null;
  const isRoot = node.parent === undefined;
  const edges = graph.edges.filter(({ source }) => source === node.id);
  return (
    <div className={s.sections}>
      <section>
        <h3>{isRoot ? graph.id : node.path}</h3>
        <p className={node.description ? undefined : s.soft}>{node.description || m.developer_no_description()}</p>
        {node.tags.length > 0 ? (
          <p className={s.badges}>
            {node.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
        ) : null}
        <dl className={s.facts}>
          {node.announce || node.focus ? (
            <>
              <dt>{m.developer_on_entry()}</dt>
              <dd>
                {[
                  node.announce ? m.developer_announces({ key: node.announce }) : '',
                  node.focus ? m.developer_focuses({ name: node.focus }) : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </dd>
            </>
          ) : null}
          {node.invokes.length > 0 ? (
            <>
              <dt>{m.developer_runs()}</dt>
              <dd>{node.invokes.map(({ id, src }) => `${id}${callOf(graph, src)}`).join(', ')}</dd>
            </>
          ) : null}
        </dl>
        {isRoot ? null : (
          <Button size="small" variant="quiet" onPress={() => onSelect(graph.id)}>
            {m.developer_whole_chart()}
          </Button>
        )}
      </section>
      {edges.length > 0 ? (
        <section>
          <h3>{m.developer_transitions()}</h3>
          <ul className={s.plain}>
            {edges.map((one) => (
              <Transition key={one.id} graph={graph} edge={one} isSelected={one.id === selected} />
            ))}
          </ul>
        </section>
      ) : null}
      {isRoot ? <ChartFacts graph={graph} /> : null}
    </div>
  );
}

const callOf = ({ actors }: ChartGraph, src: string) => {
  const call = actors.find(({ name }) => name === src)?.call;
  return call ? ` (${call})` : '';
};

function Transition({ graph, edge, isSelected }: { graph: ChartGraph; edge: ChartEdge; isSelected: boolean }) {
  const reason = graph.guards.find(({ name }) => name === edge.guard)?.reason;
  const targets = edge.targets.map((id) => id.slice(graph.id.length + 1) || graph.id).join(', ');
  return (
    <li className={cx(s.transition, isSelected && s.chosen)}>
      <span className={s.key}>{describeEvent(edge.eventType, edge.source).text}</span>
      {edge.guard ? <span className={s.soft}> [{edge.guard}]</span> : null}{' '}
      <span className={s.soft}>{targets ? m.developer_leads_to({ targets }) : m.developer_stays()}</span>
      {edge.description ? <p>{edge.description}</p> : null}
      {reason ? <p className={s.soft}>{m.developer_guard_no({ reason })}</p> : null}
    </li>
  );
}

/** Guards, delays and actors of the whole chart. */
function ChartFacts({ graph }: { graph: ChartGraph }) {
  const number = new Intl.NumberFormat(getLocale());
  const lists = [
    { title: m.developer_guards(), items: graph.guards.map(({ name, reason }) => [name, reason ?? m.developer_no_description()] as const) },
    {
      title: m.developer_delays(),
      items: graph.delays.map(
        ({ name, ms }) =>
          [name, ms === undefined ? m.developer_delay_computed() : m.developer_delay_ms({ ms: number.format(ms) })] as const,
      ),
    },
    { title: m.developer_slots(), items: graph.actors.map(({ name, call }) => [name, call ?? ''] as const) },
  ];
  return lists.map(({ title, items }) =>
    items.length === 0 ? null : (
      <section key={title}>
        <h3>{title}</h3>
        <dl className={s.facts}>
          {items.map(([name, text]) => (
            <div key={name} className={s.fact}>
              <dt className={s.key}>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    ),
  );
}
