import { useActorRef } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ActorOptions, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type Inspection, recordEverywhere } from '../../../developer/inspection.ts';
import { activeStates } from '../../../developer/lit.ts';
import { unplaced } from '../../../developer/picture.ts';
import type { Cause } from '../../../developer/pureChart.ts';
import type { ActorInfo, Frame } from '../../../developer/recorder.ts';
import { snapshotOf } from '../../../developer/simulation.ts';
import { supportCard } from '../../../developer/supportCard.ts';
import { visualizerMachine } from '../../../machines/developer/visualizerMachine.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useChartMeta } from '../../hooks.ts';
import { paths } from '../../paths.ts';
import { useEmitted } from '../../useChart.ts';
import { useFields } from '../../useFields.ts';
import { ChartCanvas } from './ChartCanvas.tsx';
import { ChartList } from './ChartList.tsx';
import { CopyMenu } from './CopyMenu.tsx';
import { EventLog } from './EventLog.tsx';
import { type LoadLayout, useGraph, useInspected, useLayout, useOtherWindows, useSource } from './hooks.ts';
import { Notices } from './Notices.tsx';
import { SendPanel } from './SendPanel.tsx';
import { SimulationTools } from './SimulationTools.tsx';
import s from './statecharts.module.css';
import type { ViewStep } from './steps.ts';
import { TopBar } from './TopBar.tsx';
import { type Looking, useShown } from './useShown.ts';
import { useSimulation } from './useSimulation.ts';
import { withOwnData } from './withOwnData.ts';

/** The steps of the guide, as the visualizer's chart names them. */
const guideSteps = ['chart', 'actors', 'log', 'events'] as const;

const Guide = lazy(() => import('./Guide.tsx'));
// Only the tab with the events is there at first.
const AboutPanel = lazy(() => import('./AboutPanel.tsx'));
const StatePanel = lazy(() => import('./StatePanel.tsx'));
const SendQuestion = lazy(() => import('./SendQuestion.tsx'));

/** The chart to begin with: all others are part of what it shows. */
export const firstChart = 'app';

/** Charts by id; undefined if not loaded yet. */
export type Charts = Readonly<Record<string, AnyStateMachine | undefined>>;

export interface StatechartsProps {
  charts: Charts;
  inspection: Inspection;
  loadLayout: LoadLayout;
  /** Product version, for the support card. */
  version: string;
  /** ms since 1970. */
  now: () => number;
  /** The guided look: whether nobody has read it on this device, and what to do once somebody has. */
  guide?: { isNew: boolean; onLeft: () => void };
  /** For tests: clock and inspection of the visualizer's own chart. */
  options?: ActorOptions<typeof visualizerMachine>;
}

const announcements = { developer_in_the_past: m.developer_in_the_past };
/** A snapshot to evaluate guards on, or the sentence that says why there is none. */
function asked(machine: AnyStateMachine, frame: Frame): AnyMachineSnapshot | undefined {
  try {
    return snapshotOf(machine, frame);
  } catch {
    return undefined;
  }
}

/** Why no event can be sent; undefined if one can. */
function reasonOf({ actor, isSimulating, isPast }: Looking, info: ActorInfo | undefined): string | undefined {
  if (isSimulating) return undefined;
  if (isPast) return m.developer_reason_past();
  if (!actor) return m.developer_reason_drawing();
  return info?.status === 'active' ? undefined : m.developer_reason_ended();
}

/** Stands where the chart is drawn, until its drawing is loaded, or if it has none. */
function NoDrawing({ chart, isLoading }: { chart: string; isLoading: boolean }) {
  return (
    <div className={s.canvasArea}>
      {isLoading ? (
        <p className={s.empty}>{m.developer_layout_loading()}</p>
      ) : (
        <EmptyState art="lost" title={m.developer_layout_missing({ chart })}>
          {m.developer_layout_help()}
        </EmptyState>
      )}
    </div>
  );
}

const panel = (content: ReactNode) => <Suspense fallback={<Skeleton shape="text" count={4} />}>{content}</Suspense>;

/** The statechart visualizer: charts, live actors with their history, simulations. */
export function Statecharts({ charts, inspection, loadLayout, version, now, guide, options }: StatechartsProps) {
  const [params, setParams] = useSearchParams();
  const wanted = { chart: params.get('chart') ?? firstChart, actor: params.get('actor'), window: params.get('window') };

  const source = useSource(inspection, wanted.window);
  const windows = useOtherWindows(inspection);
  const inspected = useInspected(source);
  const visualizer = useActorRef(visualizerMachine, { ...options, input: { chart: wanted.chart, isNew: guide?.isNew ?? false } });
  useChartMeta(visualizer, announcements);
  const looking = useFields(visualizer, (snapshot) => ({
    chart: snapshot.context.chart,
    actor: snapshot.context.actor,
    picked: snapshot.context.step,
    isSimulating: snapshot.hasTag('simulating'),
    isPast: snapshot.hasTag('past'),
    isFull: snapshot.hasTag('full'),
    order: snapshot.context.order,
    guideStep: snapshot.hasTag('guiding') ? guideSteps.findIndex((one) => snapshot.matches({ guide: { reading: one } })) : null,
  }));
  const { chart, actor, picked, isSimulating, isPast, isFull, order, guideStep } = looking;
  useEmitted(visualizer, {
    'event.ordered': ({ event }) => actor && source.send(actor, event),
    'guide.left': () => guide?.onLeft(),
  });
  const [showsAll, setShowsAll] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [tab, setTab] = useState('events');

  useEffect(() => (wanted.window ? recordEverywhere() : undefined), [wanted.window]);

  const machine = charts[chart];
  const graph = useGraph(machine);
  const loaded = useLayout(chart, loadLayout);
  const layout = loaded.state === 'ready' ? loaded.layout : undefined;
  const inputs = layout?.inputs ?? {};
  const simulated = useSimulation(visualizer, machine, inputs);
  const { simulation, simulator, setInputName } = simulated;

  // The address holds the target, so that Back and links work; the chart holds the mode. The key is new with each visit, so that the link
  // to the current target leads out of a simulation or the past.
  const { key: visit } = useLocation();
  const target = wanted.actor ? `${wanted.chart} ${wanted.actor}` : wanted.chart;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated visit to the same address counts, too
  useEffect(() => {
    const [name = '', id] = target.split(' ');
    const { context } = visualizer.getSnapshot();
    if (id) visualizer.send({ type: 'actor.chosen', chart: name, actor: id });
    else if (context.chart !== name || !visualizer.getSnapshot().matches({ showing: 'drawing' })) {
      visualizer.send({ type: 'chart.chosen', chart: name });
    }
    setSelected(null);
    setInputName(null);
  }, [target, visit, visualizer]);

  const info = inspected.actors.find(({ id }) => id === actor);
  const { steps, current, frame } = useShown(looking, inspected, simulation, graph, showsAll);
  const active = graph && frame ? activeStates(graph, frame.value) : undefined;
  const lit = { nodes: active?.ids ?? new Set<string>(), edges: new Set(current?.taken ?? []) };
  const snapshot =
    !machine || !frame ? undefined : isSimulating ? simulation?.steps[current?.step ?? 0]?.position.snapshot : asked(machine, frame);
  const stale = graph && layout ? unplaced(graph, layout) : [];

  const hrefOf = (name: string, id?: string) => {
    const next = new URLSearchParams({ chart: name, ...(id ? { actor: id } : {}), ...(wanted.window ? { window: wanted.window } : {}) });
    return `${paths.statecharts}?${next}`;
  };

  const cause = (next: Cause) => simulated.cause(next, current?.step);
  const send = (event: AnyEventObject) => {
    if (isSimulating && simulator) cause(simulator.send(event));
    else if (actor) visualizer.send({ type: 'event.offered', event: withOwnData(event, frame?.context) });
  };
  const pick = (one: ViewStep) => {
    if (one.actor && one.actor !== actor) {
      if (one.chart in charts) setParams({ chart: one.chart, actor: one.actor, ...(wanted.window ? { window: wanted.window } : {}) });
      else return;
    }
    const isNewest = isSimulating && one.step === (simulation?.steps.length ?? 0) - 1;
    visualizer.send({ type: 'step.picked', step: one.step, isNewest });
    setTab((shown) => (shown === 'about' ? 'state' : shown));
  };
  const openWindow = () => {
    const next = new URLSearchParams({ ...Object.fromEntries(params), window: wanted.window ?? inspection.window });
    open(`${paths.statecharts}?${next}`, '_blank', 'noopener');
  };

  const simulatedStep = isSimulating && current ? simulation?.steps[current.step] : undefined;
  const card = frame && graph && !isSimulating ? () => cardOf(frame) : undefined;
  const cardOf = (shown: Frame) =>
    supportCard({
      chart,
      frame: shown,
      log: inspected.log.filter((entry) => entry.actor === actor && (picked === null || entry.step <= picked)),
      version,
      now: now(),
    });

  return (
    <div className={s.page} data-full={isFull || undefined}>
      <TopBar
        windows={windows}
        watched={wanted.window}
        onWatch={(window) => setParams({ chart, ...(window === null ? {} : { window }) })}
        onSecondWindow={openWindow}
        onGuide={() => visualizer.send({ type: 'guide.opened' })}
      />

      <ChartList charts={charts} inspected={inspected} chart={chart} actor={actor} hrefOf={hrefOf} />

      <main className={s.main} aria-label={chart}>
        {guideStep === null ? null : (
          <Suspense>
            <Guide
              step={guideStep}
              onContinue={() => visualizer.send({ type: 'guide.continued' })}
              onDismiss={() => visualizer.send({ type: 'guide.dismissed' })}
            />
          </Suspense>
        )}
        {graph && machine ? (
          <>
            <div className={s.bar}>
              <h2 className={s.name}>{chart}</h2>
              {info && info.name !== chart ? <Badge tone="neutral">{info.name}</Badge> : null}
              {isSimulating ? <Badge tone="accent">{m.developer_simulation()}</Badge> : null}
              <span className={s.lead}>{isSimulating ? m.developer_simulating() : graph.description || m.developer_no_description()}</span>
              <span className={s.space} />
              <SimulationTools
                isSimulating={isSimulating}
                inputs={Object.keys(inputs)}
                input={simulated.inputName}
                onStart={simulated.start}
                onRestart={simulated.restartWith}
                onEnd={() => visualizer.send({ type: 'simulation.ended' })}
              />
              <CopyMenu machine={machine} graph={graph} layout={layout} lit={lit} card={card} />
            </div>
            <Notices problem={simulated.problem} frame={frame} unknown={active?.unknown ?? []} stale={stale} />
            {layout ? (
              <ChartCanvas
                graph={graph}
                layout={layout}
                lit={lit}
                selected={selected}
                onSelect={(id) => {
                  setSelected(id);
                  setTab('about');
                }}
                trace={String(current?.step ?? '')}
                isFull={isFull}
                onFull={(full) => visualizer.send({ type: full ? 'canvas.enlarged' : 'canvas.reduced' })}
              />
            ) : (
              <NoDrawing chart={chart} isLoading={loaded.state === 'loading'} />
            )}
          </>
        ) : chart in charts ? (
          <p className={s.empty}>{m.developer_layout_loading()}</p>
        ) : (
          <EmptyState art="lost" title={m.developer_unknown_chart({ chart })}>
            {m.developer_unknown_chart_text()}
          </EmptyState>
        )}
      </main>

      <aside className={s.panel} aria-label={m.developer_panel()}>
        {graph ? (
          <Tabs
            label={m.developer_panel()}
            selected={tab}
            onChange={setTab}
            items={[
              {
                key: 'events',
                label: m.developer_tab_events(),
                content: (
                  <SendPanel
                    graph={graph}
                    samples={layout?.events ?? []}
                    snapshot={snapshot}
                    reason={reasonOf(looking, info)}
                    onSend={send}
                    choices={simulatedStep && simulator ? simulator.choices(simulatedStep, layout?.events ?? []) : undefined}
                    onCause={cause}
                  />
                ),
              },
              { key: 'state', label: m.developer_tab_state(), content: panel(<StatePanel frame={frame} step={current} />) },
              {
                key: 'about',
                label: m.developer_tab_about(),
                content: panel(<AboutPanel graph={graph} selected={selected} onSelect={setSelected} />),
              },
            ]}
          />
        ) : null}
      </aside>

      <EventLog
        steps={steps}
        current={current}
        isPast={isPast}
        onPick={pick}
        onPresent={() => visualizer.send({ type: 'present.resumed' })}
        isSimulated={isSimulating}
        showsAll={actor ? showsAll : undefined}
        onShowAll={setShowsAll}
        onClear={source === inspection.recorder && !isSimulating ? inspection.recorder.clear : undefined}
      />
      {order ? (
        <Suspense>
          <SendQuestion
            event={order}
            onSend={(event) => visualizer.send({ type: 'event.confirmed', event })}
            onCancel={() => visualizer.send({ type: 'event.withdrawn' })}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
