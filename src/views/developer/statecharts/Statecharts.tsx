import { useActorRef } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
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
import { ChartList } from './ChartList.tsx';
import { CopyMenu } from './CopyMenu.tsx';
import { EventLog } from './EventLog.tsx';
import { type LoadLayout, type LoadMap, useGraph, useInspected, useLayout, useOtherWindows, useSource } from './hooks.ts';
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

const ChartCanvas = lazy(() => import('./ChartCanvas.tsx'));
const MapView = lazy(() => import('./MapView.tsx'));
const Guide = lazy(() => import('./Guide.tsx'));
// Only the tab with the events is there at first.
const AboutPanel = lazy(() => import('./AboutPanel.tsx'));
const StatePanel = lazy(() => import('./StatePanel.tsx'));
const SendQuestion = lazy(() => import('./SendQuestion.tsx'));

/** Charts by id; undefined if not loaded yet. */
export type Charts = Readonly<Record<string, AnyStateMachine | undefined>>;

export interface StatechartsProps {
  charts: Charts;
  inspection: Inspection;
  loadLayout: LoadLayout;
  loadMap: LoadMap;
  /** Product version, for the support card. */
  version: string;
  /** ms since 1970. */
  now: () => number;
  /** The guided look: whether nobody has read it on this device, and what to do once somebody has. */
  guide?: { isNew: boolean; onLeft: () => void };
  /** For tests: clock and inspection of the visualizer's own chart. */
  options?: ActorOptions<typeof visualizerMachine>;
}

/** What an address of the visualizer leads to. */
export interface Target {
  /** Null for the map. */
  chart: string | null;
  actor: string | null;
  /** Id of a recording window; null for this one. */
  window: string | null;
  /** Number of a step in the log. */
  step: number | null;
  /** Id of a state or transition. */
  at: string | null;
}

/** The address of a target; what it does not name stays out. */
function addressOf(target: Partial<Target>): string {
  const named = Object.entries(target).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, String(value)]]));
  return named.length > 0 ? `${paths.statecharts}?${new URLSearchParams(named)}` : paths.statecharts;
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
export function Statecharts({ charts, inspection, loadLayout, loadMap, version, now, guide, options }: StatechartsProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const window = params.get('window');
  const wanted: Target = {
    chart: params.get('chart'),
    actor: params.get('actor'),
    // A link names the window that it was made in.
    window: window === inspection.window ? null : window,
    step: Number(params.get('step')) || null,
    at: params.get('at'),
  };

  const source = useSource(inspection, wanted.window);
  const windows = useOtherWindows(inspection);
  const inspected = useInspected(source);
  const visualizer = useActorRef(visualizerMachine, { ...options, input: { chart: wanted.chart, isNew: guide?.isNew ?? false } });
  useChartMeta(visualizer, announcements);
  const looking = useFields(visualizer, (snapshot) => ({
    chart: snapshot.context.chart,
    actor: snapshot.context.actor,
    picked: snapshot.context.step,
    isMapping: snapshot.hasTag('mapping'),
    isSimulating: snapshot.hasTag('simulating'),
    isPast: snapshot.hasTag('past'),
    isFull: snapshot.hasTag('full'),
    order: snapshot.context.order,
    guideStep: snapshot.hasTag('guiding') ? guideSteps.findIndex((one) => snapshot.matches({ guide: { reading: one } })) : null,
  }));
  const { actor, picked, isMapping, isSimulating, isPast, isFull, order, guideStep } = looking;
  const chart = looking.chart ?? '';
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
  const { chart: name, actor: id, at } = wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated visit to the same address counts, too
  useEffect(() => {
    const { context } = visualizer.getSnapshot();
    if (name === null) visualizer.send({ type: 'map.opened' });
    else if (id) visualizer.send({ type: 'actor.chosen', chart: name, actor: id });
    else if (context.chart !== name || !visualizer.getSnapshot().matches({ showing: 'drawing' })) {
      visualizer.send({ type: 'chart.chosen', chart: name });
    }
    setSelected(at);
    if (at !== null) setTab('about');
    setInputName(null);
  }, [name, id, at, visit, visualizer]);

  const info = inspected.actors.find(({ id }) => id === actor);
  const { steps, current, frame } = useShown(looking, inspected, simulation, graph, showsAll);
  const linked = isSimulating || actor === null ? undefined : steps.find((one) => one.step === wanted.step && one.actor === actor);
  const followed = useRef<string>(undefined);
  useEffect(() => {
    // Once for each visit, as soon as the log has it.
    if (!linked || followed.current === visit) return;
    followed.current = visit;
    visualizer.send({ type: 'step.picked', step: linked.step, isNewest: false });
    setTab('state');
  }, [linked, visit, visualizer]);
  const active = graph && frame ? activeStates(graph, frame.value) : undefined;
  const lit = { nodes: active?.ids ?? new Set<string>(), edges: new Set(current?.taken ?? []) };
  const snapshot =
    !machine || !frame ? undefined : isSimulating ? simulation?.steps[current?.step ?? 0]?.position.snapshot : asked(machine, frame);
  const stale = graph && layout ? unplaced(graph, layout) : [];

  const hrefOf = (to: Partial<Target>) => addressOf({ window: wanted.window, ...to });
  const linkOf = () =>
    new URL(
      addressOf({ chart, actor, step: picked, at: selected, window: actor ? (wanted.window ?? inspection.window) : null }),
      location.href,
    ).href;

  const setFull = (full: boolean) => visualizer.send({ type: full ? 'canvas.enlarged' : 'canvas.reduced' });
  const cause = (next: Cause) => simulated.cause(next, current?.step);
  const send = (event: AnyEventObject) => {
    if (isSimulating && simulator) cause(simulator.send(event));
    else if (actor) visualizer.send({ type: 'event.offered', event: withOwnData(event, frame?.context) });
  };
  const pick = (one: ViewStep) => {
    if (one.actor && one.actor !== actor) {
      if (one.chart in charts) void navigate(hrefOf({ chart: one.chart, actor: one.actor, step: one.step }));
      return;
    }
    const isNewest = isSimulating && one.step === (simulation?.steps.length ?? 0) - 1;
    visualizer.send({ type: 'step.picked', step: one.step, isNewest });
    setTab((shown) => (shown === 'about' ? 'state' : shown));
  };
  const openWindow = () => {
    open(addressOf({ ...wanted, window: wanted.window ?? inspection.window }), '_blank', 'noopener');
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
    <div className={s.page} data-full={isFull || undefined} data-map={isMapping || undefined}>
      <TopBar
        windows={windows}
        watched={wanted.window}
        onWatch={(next) => void navigate(addressOf({ chart: looking.chart, window: next }))}
        onSecondWindow={openWindow}
        onGuide={() => visualizer.send({ type: 'guide.opened' })}
      />

      <ChartList charts={charts} inspected={inspected} chart={looking.chart} actor={actor} hrefOf={hrefOf} />

      <main className={s.main} aria-label={isMapping ? m.developer_map() : chart}>
        {guideStep === null ? null : (
          <Suspense>
            <Guide
              step={guideStep}
              onContinue={() => visualizer.send({ type: 'guide.continued' })}
              onDismiss={() => visualizer.send({ type: 'guide.dismissed' })}
            />
          </Suspense>
        )}
        {isMapping ? (
          panel(<MapView load={loadMap} inspected={inspected} hrefOf={hrefOf} isFull={isFull} onFull={setFull} />)
        ) : graph && machine ? (
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
              <CopyMenu machine={machine} graph={graph} layout={layout} lit={lit} card={card} link={linkOf} />
            </div>
            <Notices
              problem={simulated.problem}
              frame={frame}
              unknown={active?.unknown ?? []}
              stale={stale}
              missing={actor && !linked ? wanted.step : null}
            />
            {layout ? (
              <Suspense fallback={<NoDrawing chart={chart} isLoading />}>
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
                  onFull={setFull}
                />
              </Suspense>
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

      {isMapping ? null : (
        <>
          {' '}
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
        </>
      )}
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
