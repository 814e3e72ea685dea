import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ActorOptions, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type Inspection, recordEverywhere } from '../../../developer/inspection.ts';
import { activeStates } from '../../../developer/lit.ts';
import { unplaced } from '../../../developer/picture.ts';
import type { Cause } from '../../../developer/pureChart.ts';
import type { Frame } from '../../../developer/recorder.ts';
import { type Simulation, simulate, snapshotOf } from '../../../developer/simulation.ts';
import { supportCard } from '../../../developer/supportCard.ts';
import { visualizerMachine } from '../../../machines/developer/visualizerMachine.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconArrowLeft, IconExternalLink, IconPlayerPlay, IconX } from '../../../ui/icons.ts';
import { Link } from '../../../ui/Link.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useChartMeta } from '../../hooks.ts';
import { paths } from '../../paths.ts';
import { AboutPanel } from './AboutPanel.tsx';
import { ChartCanvas } from './ChartCanvas.tsx';
import { ChartList } from './ChartList.tsx';
import { CopyMenu } from './CopyMenu.tsx';
import { EventLog } from './EventLog.tsx';
import { type LoadLayout, useGraph, useInspected, useLayout, useOtherWindows, useSource } from './hooks.ts';
import { SendPanel } from './SendPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import s from './statecharts.module.css';
import { loggedStep, simulatedStep, type ViewStep } from './steps.ts';

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
  /** For tests: clock and inspection of the visualizer's own chart. */
  options?: ActorOptions<typeof visualizerMachine>;
}

const announcements = { developer_in_the_past: m.developer_in_the_past };
const self = 'self';

const namesShown = 3;
/** The first few names, and the number of the rest. */
const fewNames = (names: readonly string[]) =>
  names.length > namesShown
    ? m.developer_names_and_more({ names: names.slice(0, namesShown).join(', '), count: names.length - namesShown })
    : names.join(', ');

/** A snapshot to evaluate guards on, or the sentence that says why there is none. */
function asked(machine: AnyStateMachine, frame: Frame): AnyMachineSnapshot | undefined {
  try {
    return snapshotOf(machine, frame);
  } catch {
    return undefined;
  }
}

/** The statechart visualizer: charts, live actors with their history, simulations. */
export function Statecharts({ charts, inspection, loadLayout, version, now, options }: StatechartsProps) {
  const [params, setParams] = useSearchParams();
  const names = Object.keys(charts);
  const wanted = { chart: params.get('chart') ?? names[0] ?? '', actor: params.get('actor'), window: params.get('window') };

  const source = useSource(inspection, wanted.window);
  const windows = useOtherWindows(inspection);
  const inspected = useInspected(source);
  const visualizer = useActorRef(visualizerMachine, { ...options, input: { chart: wanted.chart } });
  useChartMeta(visualizer, announcements);
  const looking = useSelector(visualizer, (snapshot) => snapshot);
  const { chart, actor, step: picked } = looking.context;
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const [simulationProblem, setSimulationProblem] = useState<string | null>(null);
  const [inputName, setInputName] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [tab, setTab] = useState('events');

  // The address holds the target, so that Back and links work; the chart holds the mode. The key is new with each visit, so that the link
  // to the current target leads out of a simulation or the past.
  const { key: visit } = useLocation();
  const target = wanted.actor ? `${wanted.chart} ${wanted.actor}` : wanted.chart;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated visit to the same address counts, too
  useEffect(() => {
    const [name = '', id] = target.split(' ');
    const { context } = visualizer.getSnapshot();
    if (id) visualizer.send({ type: 'actor.chosen', chart: name, actor: id });
    else if (context.chart !== name || !visualizer.getSnapshot().matches('drawing')) {
      visualizer.send({ type: 'chart.chosen', chart: name });
    }
    setSelected(null);
    setInputName(null);
  }, [target, visit, visualizer]);

  useEffect(() => (wanted.window ? recordEverywhere() : undefined), [wanted.window]);

  const machine = charts[chart];
  const graph = useGraph(machine);
  const loaded = useLayout(chart, loadLayout);
  const layout = loaded.state === 'ready' ? loaded.layout : undefined;
  const inputs = layout?.inputs ?? {};
  const input = inputs[inputName ?? ''] ?? Object.values(inputs)[0];
  const simulator = useMemo(() => (machine ? simulate(machine, input) : undefined), [machine, input]);

  const isSimulating = looking.hasTag('simulating');
  const isPast = looking.hasTag('past');
  const info = inspected.actors.find(({ id }) => id === actor);

  const steps: readonly ViewStep[] = useMemo(() => {
    if (isSimulating) return graph ? (simulation?.steps ?? []).map((one, index) => simulatedStep(one, index, graph)) : [];
    const own = actor && !showsAll ? inspected.log.filter((entry) => entry.actor === actor) : inspected.log;
    return own.map(loggedStep);
  }, [isSimulating, simulation, graph, actor, showsAll, inspected.log]);
  const ofThis = isSimulating || !showsAll ? steps : steps.filter((one) => one.actor === actor);
  const current = isPast ? ofThis.find(({ step }) => step === picked) : actor || isSimulating ? ofThis.at(-1) : undefined;
  const before = current ? ofThis[ofThis.indexOf(current) - 1] : undefined;
  const live = actor ? inspected.frames.get(actor) : undefined;
  const frame = isPast || isSimulating ? current?.frame : (live ?? current?.frame);

  const active = graph && frame ? activeStates(graph, frame.value) : undefined;
  const lit = { nodes: active?.ids ?? new Set<string>(), edges: new Set(current?.taken ?? []) };
  const snapshot =
    !machine || !frame ? undefined : isSimulating ? simulation?.steps[current?.step ?? 0]?.position.snapshot : asked(machine, frame);
  const stale = graph && layout ? unplaced(graph, layout) : [];

  const hrefOf = (name: string, id?: string) => {
    const next = new URLSearchParams({ chart: name, ...(id ? { actor: id } : {}), ...(wanted.window ? { window: wanted.window } : {}) });
    return `${paths.statecharts}?${next}`;
  };

  const startSimulation = () => {
    try {
      setSimulation(simulator?.start() ?? null);
      setSimulationProblem(null);
      visualizer.send({ type: 'simulation.started' });
    } catch (error) {
      setSimulationProblem((error as Error).message);
    }
  };
  const restartWith = (name: string) => {
    setInputName(name);
    if (!machine) return;
    setSimulation(simulate(machine, inputs[name]).start());
    visualizer.send({ type: 'present.resumed' });
  };
  const cause = (next: Cause) => {
    if (!simulation || !simulator) return;
    try {
      setSimulation(simulator.next(simulation, current?.step ?? simulation.steps.length - 1, next));
      setSimulationProblem(null);
      if (isPast) visualizer.send({ type: 'present.resumed' });
    } catch (error) {
      setSimulationProblem((error as Error).message);
    }
  };
  const send = (event: AnyEventObject) => {
    if (isSimulating && simulator) cause(simulator.send(event));
    else if (actor) source.send(actor, event);
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

  const reason = isSimulating
    ? undefined
    : isPast
      ? m.developer_reason_past()
      : !actor
        ? m.developer_reason_drawing()
        : info?.status !== 'active'
          ? m.developer_reason_ended()
          : undefined;
  const simulated = isSimulating && current ? simulation?.steps[current.step] : undefined;
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
    <div className={s.page}>
      <header className={s.top}>
        <Link href={paths.signIn} look="plain">
          <IconArrowLeft size="1.2em" stroke={1.75} aria-hidden="true" /> {m.developer_back()}
        </Link>
        <h1>{m.developer_title()}</h1>
        <span className={s.space} />
        {windows.length > 0 || wanted.window ? (
          <Select
            label={m.developer_window()}
            isLabelHidden
            value={wanted.window ?? self}
            options={[
              { key: self, label: m.developer_this_window() },
              ...windows.map(({ id, title }) => ({ key: id, label: title })),
              ...(wanted.window && !windows.some(({ id }) => id === wanted.window)
                ? [{ key: wanted.window, label: m.developer_reason_window_gone() }]
                : []),
            ]}
            onChange={(key) => setParams({ chart, ...(key === self ? {} : { window: key }) })}
          />
        ) : null}
        <Button size="small" variant="quiet" icon={IconExternalLink} onPress={openWindow}>
          {m.developer_second_window()}
        </Button>
      </header>

      <ChartList charts={charts} inspected={inspected} chart={chart} actor={actor} hrefOf={hrefOf} />

      <main className={s.main} aria-label={chart}>
        {graph && machine ? (
          <>
            <div className={s.bar}>
              <h2 className={s.name}>{chart}</h2>
              {info && info.name !== chart ? <Badge tone="neutral">{info.name}</Badge> : null}
              {isSimulating ? <Badge tone="accent">{m.developer_simulation()}</Badge> : null}
              <span className={s.lead}>{isSimulating ? m.developer_simulating() : graph.description || m.developer_no_description()}</span>
              <span className={s.space} />
              {isSimulating && Object.keys(inputs).length > 1 ? (
                <Select
                  label={m.developer_simulate_input()}
                  isLabelHidden
                  value={inputName ?? Object.keys(inputs)[0] ?? null}
                  options={Object.keys(inputs).map((key) => ({ key, label: key }))}
                  onChange={restartWith}
                />
              ) : null}
              {isSimulating ? (
                <Button size="small" icon={IconX} onPress={() => visualizer.send({ type: 'simulation.ended' })}>
                  {m.developer_simulate_end()}
                </Button>
              ) : (
                <Button size="small" icon={IconPlayerPlay} onPress={startSimulation}>
                  {m.developer_simulate()}
                </Button>
              )}
              <CopyMenu machine={machine} graph={graph} layout={layout} lit={lit} card={card} />
            </div>
            <div className={s.notices}>
              {simulationProblem ? <Notice tone="error">{m.developer_simulate_failed({ message: simulationProblem })}</Notice> : null}
              {frame?.status === 'error' ? (
                <Notice tone="error" title={m.developer_actor_failed()}>
                  {String((Object(frame.error) as Error).message ?? frame.error)}
                </Notice>
              ) : null}
              {active && active.unknown.length > 0 ? (
                <Notice tone="warning" title={m.developer_unknown_states({ names: fewNames(active.unknown) })}>
                  {m.developer_unknown_states_text()}
                </Notice>
              ) : null}
              {stale.length > 0 ? (
                <Notice tone="warning" title={m.developer_layout_stale({ names: fewNames(stale) })}>
                  {m.developer_layout_help()}
                </Notice>
              ) : null}
            </div>
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
              />
            ) : (
              <div className={s.canvasArea}>
                {loaded.state === 'loading' ? (
                  <p className={s.empty}>{m.developer_layout_loading()}</p>
                ) : (
                  <EmptyState art="lost" title={m.developer_layout_missing({ chart })}>
                    {m.developer_layout_help()}
                  </EmptyState>
                )}
              </div>
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
                    reason={reason}
                    onSend={send}
                    choices={simulated && simulator ? simulator.choices(simulated, layout?.events ?? []) : undefined}
                    onCause={cause}
                  />
                ),
              },
              { key: 'state', label: m.developer_tab_state(), content: <StatePanel frame={frame} step={current} before={before?.frame} /> },
              {
                key: 'about',
                label: m.developer_tab_about(),
                content: <AboutPanel graph={graph} selected={selected} onSelect={setSelected} />,
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
    </div>
  );
}
