import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import { chartGraph } from '../../../developer/chartGraph.ts';
import { loadChart } from '../../../developer/describedCharts.ts';
import type { Inspection } from '../../../developer/inspection.ts';
import { type Answer, type Explanation, explain } from '../../../developer/whyHere.ts';
import type { Configuration } from '../../../machines/app/appMachine.ts';
import type { explainerMachine } from '../../../machines/developer/explainerMachine.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { mayInspect } from '../../mayInspect.ts';
import { paths } from '../../paths.ts';
import type { Chart } from '../../useChart.ts';
import { useFields } from '../../useFields.ts';
import s from './explainer.module.css';

/** What a control is called on the screen. */
const nameOf = (control: Element) =>
  control.getAttribute('aria-label') ??
  ((control as HTMLElement).textContent?.trim() || (control as HTMLInputElement).labels?.[0]?.textContent || '');

const controls =
  'button, a[href], input, select, textarea, summary, [role="button"], [role="menuitem"], [role="tab"], [role="option"], [aria-disabled]';

/** Whether the user of this window may see the running charts, as far as its actors tell. */
function isAllowed({ recorder }: Inspection): boolean {
  const contextOf = (chart: string) => {
    const actor = recorder.actors().find((one) => one.chart === chart && one.status === 'active');
    return actor && (recorder.frame(actor.id)?.context as { configuration?: Configuration | null; user?: { role: number } | null });
  };
  return mayInspect(contextOf('session')?.user?.role, contextOf('app')?.configuration ?? null);
}

interface ExplainerProps {
  chart: Chart<typeof explainerMachine>;
  inspection: Inspection;
  /** The element that this is in: presses in it are its own. */
  place: HTMLElement;
  /** Loads a chart with its texts; for tests. */
  load?: typeof loadChart;
}

/** "Why can't I?": a button on every page that records, and the explanation of a picked control. */
export function Explainer({ chart, inspection, place, load = loadChart }: ExplainerProps) {
  const { recorder } = inspection;
  const mayUse = useSyncExternalStore(recorder.subscribe, () => isAllowed(inspection));
  const { control, isPicking } = useFields(chart, (snapshot) => ({
    control: snapshot.context.control,
    isPicking: snapshot.hasTag('picking'),
  }));
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!isPicking) return undefined;
    const pick = (event: Event) => {
      const target = event.target as Element;
      if (place.contains(target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type !== 'click' && event.type !== 'keydown') return;
      const picked = target.closest(controls) ?? target;
      setExplanation(explain(picked, recorder));
      chart.send({ type: 'control.picked', control: nameOf(picked) });
    };
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key === 'Escape') {
        key.preventDefault();
        key.stopImmediatePropagation();
        chart.send({ type: 'pick.cancelled' });
      } else if (key.key === 'Enter' || key.key === ' ') pick(key);
    };
    const presses = ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'submit'];
    for (const type of presses) addEventListener(type, pick, true);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      for (const type of presses) removeEventListener(type, pick, true);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [isPicking, chart, recorder, place]);

  useEffect(() => {
    if (control !== null) panel.current?.focus();
  }, [control]);

  if (!mayUse || location.pathname === paths.statecharts) return null;
  return (
    <section ref={panel} className={s.panel} tabIndex={-1} aria-label={m.developer_why()}>
      {control !== null && explanation ? (
        <Explained
          control={control}
          explanation={explanation}
          window={inspection.window}
          load={load}
          onAgain={() => chart.send({ type: 'pick.started' })}
          onClose={() => chart.send({ type: 'explanation.closed' })}
        />
      ) : isPicking ? (
        <>
          <p role="status">{m.developer_why_pick()}</p>
          <Button size="small" onPress={() => chart.send({ type: 'pick.cancelled' })}>
            {m.developer_why_cancel()}
          </Button>
        </>
      ) : (
        <Button size="small" onPress={() => chart.send({ type: 'pick.started' })}>
          {m.developer_why()}
        </Button>
      )}
    </section>
  );
}

const intros = {
  sentence: m.developer_why_sentence,
  handler: m.developer_why_handler,
  component: m.developer_why_component,
  unknown: m.developer_why_unknown,
};

interface ExplainedProps {
  control: string;
  explanation: Explanation;
  /** Id of this window. */
  window: string;
  load: typeof loadChart;
  onAgain: () => void;
  onClose: () => void;
}

function Explained({ control, explanation: { by, answers, others, isDisabled }, window, load, onAgain, onClose }: ExplainedProps) {
  const [graphs, setGraphs] = useState<Readonly<Record<string, ChartGraph>>>({});
  const names = [...new Set([...answers, ...others].map(({ chart }) => chart))].join(' ');
  useEffect(() => {
    let isWanted = true;
    for (const name of names.split(' ').filter(Boolean))
      load(name)
        .then((machine) => machine && isWanted && setGraphs((known) => ({ ...known, [name]: chartGraph(machine) })))
        .catch(console.error);
    return () => {
      isWanted = false;
    };
  }, [names, load]);
  const list = (all: readonly Answer[]) => (
    <ul className={s.answers}>
      {all.map((answer) => (
        <AnswerItem key={`${answer.actor} ${answer.event}`} answer={answer} graph={graphs[answer.chart]} window={window} />
      ))}
    </ul>
  );
  return (
    <>
      <h2 className={s.title}>{m.developer_why_title({ control: control || m.developer_why_unnamed() })}</h2>
      {isDisabled ? null : <p>{m.developer_why_usable()}</p>}
      {by === 'unknown' && !isDisabled ? null : <p>{intros[by]()}</p>}
      {list(answers)}
      {others.length > 0 ? (
        <details>
          <summary>
            {m.developer_why_others()} ({others.length})
          </summary>
          {list(others)}
        </details>
      ) : null}
      <div className={s.row}>
        <Button size="small" onPress={onAgain}>
          {m.developer_why_again()}
        </Button>
        <Button size="small" variant="primary" onPress={onClose}>
          {m.developer_why_close()}
        </Button>
      </div>
    </>
  );
}

function AnswerItem({ answer, graph, window }: { answer: Answer; graph: ChartGraph | undefined; window: string }) {
  const { actor, chart, event, states, refusal } = answer;
  const reasonOf = (guard: string) => graph?.guards.find(({ name }) => name === guard)?.reason ?? '';
  const said =
    graph?.nodes.filter(({ path, description }) => states.split(', ').includes(path) && description).map((node) => node.description) ?? [];
  const address = `${paths.statecharts}?${new URLSearchParams({ chart, actor, window })}`;
  return (
    <li>
      <p className={s.event}>{(refusal ? m.developer_why_refused : m.developer_why_accepted)({ event, chart, states })}</p>
      {refusal?.kind === 'notHere' ? <p>{m.developer_why_not_here()}</p> : null}
      {refusal?.kind === 'guard'
        ? refusal.guards.map((guard) => <p key={guard}>{m.developer_why_guard({ guard, reason: reasonOf(guard) })}</p>)
        : null}
      {said.map((text) => (
        <p key={text} className={s.soft}>
          {text}
        </p>
      ))}
      <Link href={address} isExternal>
        {m.developer_why_open({ chart })}
      </Link>
    </li>
  );
}
