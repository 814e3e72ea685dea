import { act, type RenderResult, render, waitFor } from '@testing-library/react';
import { createElement, type ReactElement, StrictMode } from 'react';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InspectionEvent,
  SimulatedClock,
  type SnapshotFrom,
  type StateValue,
} from 'xstate';
import { stubActors } from './actors.ts';
import { ChartWatch, untaken, writeCoverage } from './coverage.ts';
import { expectNone } from './describeModel.ts';
import { exploreModel, type Model, type ModelPath, modelPaths, plainJson, type Step } from './modelKit.ts';
import { brokenInvariants, elapse } from './walkActor.ts';

/** Tools for walking one path in a view test. */
export interface Stage<M extends AnyStateMachine> {
  /** Pass it to the actor (`useActorRef(logic, { clock })`, `createActor(…, { clock })`). */
  clock: SimulatedClock;
  /** Pass it to the actor, too. It finds the chart's actor and records the transitions taken. */
  inspect: (inspected: InspectionEvent) => void;
  /** The chart's input for this path. */
  input: unknown;
  /** The chart with actors that stay pending until `settle`. A test against the reference backend provides real services instead. */
  stubbed: M;
  /** Settles a pending stub. */
  settle: (event: AnyEventObject) => void;
  /** Sends an event past the screen. Only those in `outside` may be sent. */
  send: (event: EventFromLogic<M>) => void;
  /** Renders, under StrictMode if the mode says so. */
  render: (ui: ReactElement) => RenderResult;
}

type Events<M extends AnyStateMachine> = {
  [T in EventFromLogic<M>['type']]?: (event: Extract<EventFromLogic<M>, { type: T }>, stage: Stage<M>) => unknown;
};

/** Why an event is sent past the screen, by its type. */
export type Outside<M extends AnyStateMachine> = { [T in EventFromLogic<M>['type']]?: string };

/** Counts the steps of a walk that are sent past its screen, and refuses those that `outside` does not name. */
export function countPast(outside: Readonly<Record<string, string | undefined>> = {}) {
  const sent = new Map<string, number>();
  return {
    count: ({ type }: AnyEventObject) => {
      if (!outside[type])
        throw new Error(`${type} is sent past the screen. Drive it as a person causes it, or say in \`outside\` what does.`);
      sent.set(type, (sent.get(type) ?? 0) + 1);
    },
    steps: () => [...sent.values()].reduce((sum, steps) => sum + steps, 0),
    /** Events in `outside` that were never sent. */
    unused: () => Object.keys(outside).filter((type) => !sent.has(type)),
  };
}

/** How a screen is walked. */
export interface ViewWalk<M extends AnyStateMachine> {
  /** Renders the view and resolves when it shows the initial state. */
  mount: (stage: Stage<M>) => unknown;
  /** One driver per event: a user action, or a response of the gated backend. Stubs (`settle`) and delays already have drivers. */
  drive: Events<M> & Record<`xstate.${string}`, (event: any, stage: Stage<M>) => unknown>;
  /** One check per state, by path (`signedIn.student`). The check of a parent state also applies to its children. */
  see: Record<string, (snapshot: SnapshotFrom<M>, stage: Stage<M>) => unknown>;
  /** Events that nobody causes on this screen, each with what does. The others are driven as a person would cause them. */
  outside?: Outside<M>;
  /** False for events that the screen cannot cause in a state, although the chart would take them (`Model.can`). */
  can?: Model<M>['can'];
  /**
   * For a chart that is a rule and never runs: the state that the screen shows. A transition counts as taken when the screen shows its
   * target state.
   */
  shownState?: (stage: Stage<M>) => StateValue | undefined;
  /** Render modes, in turn. Default: StrictMode for every other path. */
  modes?: readonly ('plain' | 'StrictMode')[];
}

/** Events of `paths` without a driver, and states without a check, by name. */
export function missingParts(
  paths: readonly ModelPath[],
  { drive, see }: { drive: Record<string, unknown>; see: Record<string, unknown> },
  hasDriver: (step: Step) => boolean = () => false,
): string[] {
  const problems = new Set<string>();
  for (const { start, steps } of paths) {
    for (const step of steps) if (!drive[step.cause.type] && !hasDriver(step)) problems.add(`no driver for ${step.cause.type}`);
    for (const snapshot of [start, ...steps.map((step) => step.snapshot)]) {
      for (const path of leaves(snapshot)) if (checksOf(see, path).length === 0) problems.add(`no check for the state ${path}`);
    }
  }
  return [...problems];
}

/** Paths of the innermost active states. */
export const leaves = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ path }) => path.join('.'));

/** Names in `see` that apply to a state: the state itself and its ancestors, outermost first. */
const checksOf = (see: Record<string, unknown>, path: string): string[] => {
  const parts = path.split('.');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('.')).filter((name) => see[name]);
};

/** Runs the checks of all active states, each once. */
export async function checkAll(
  see: Record<string, (snapshot: any, stage: any) => unknown>,
  snapshot: AnyMachineSnapshot,
  stage: unknown,
): Promise<void> {
  for (const name of new Set(leaves(snapshot).flatMap((path) => checksOf(see, path)))) await see[name]!(snapshot, stage);
}

/**
 * Walks paths that take every transition through a real React view. After each step, checks that the view's actor is where the chart says,
 * that the invariants hold, and that the screen shows it.
 */
export function describeView<M extends AnyStateMachine>(given: Model<M>, walk: ViewWalk<M>): void {
  const model = { ...given, ...(walk.can ? { can: walk.can } : {}) } as unknown as Model;
  const { machine, project = () => undefined } = model;
  const explored = exploreModel(model);
  const paths = modelPaths(explored, 'transitions');
  const { use } = model;
  const watch = new ChartWatch(machine.id, use);
  const drive = walk.drive as Record<string, ((event: AnyEventObject, stage: Stage<M>) => unknown) | undefined>;
  const { modes = ['plain', 'StrictMode'] } = walk;
  const past = countPast(walk.outside);
  const started = performance.now();

  const walkPath = async (path: ModelPath, strict: boolean) => {
    const stubs = stubActors(machine);
    const clock = new SimulatedClock();
    watch.actor = undefined;
    const actor = (): AnyActorRef => {
      if (!watch.actor) throw new Error(`the view runs no actor of '${use ?? machine.id}': does it get \`inspect\`?`);
      return watch.actor;
    };
    const stage: Stage<M> = {
      clock,
      inspect: watch.inspect,
      input: path.input,
      stubbed: machine.provide({ actors: { ...stubs.actors, ...model.actors } as never }) as unknown as M,
      settle: stubs.settle,
      send: (event) => {
        past.count(event);
        act(() => actor().send(event));
      },
      render: (ui) => render(strict ? createElement(StrictMode, null, ui) : ui),
    };
    const { shownState } = walk;
    const expectState = async (expected: AnyMachineSnapshot, transitions: readonly string[] = []) => {
      if (shownState) {
        await waitFor(() => expect(shownState(stage)).toEqual(expected.value));
        await checkAll(walk.see as never, expected, stage);
        for (const id of transitions) watch.taken.add(id);
        return;
      }
      const state = (snapshot: AnyMachineSnapshot) => plainJson([snapshot.value, snapshot.status, project(snapshot.context as never)]);
      await waitFor(() => expect(state(actor().getSnapshot())).toBe(state(expected)));
      // An event that changes no state may still be on its way.
      await waitFor(() => expectNone(transitions.filter((id) => !watch.taken.has(id)).map((id) => `not taken yet: ${id}`)));
      const actual = actor().getSnapshot() as AnyMachineSnapshot;
      expectNone(brokenInvariants(model, actual));
      await checkAll(walk.see as never, actual, stage);
    };
    await walk.mount(stage);
    await expectState(path.start);
    for (const step of path.steps) {
      const { by, type, event } = step.cause;
      const driver = drive[type];
      if (driver) await driver(event, stage);
      else if (by === 'timer') await act(async () => elapse(actor(), clock, step));
      else if (by === 'actor' && stubs.waits(String(step.cause.id))) await act(async () => stubs.settle(event));
      else throw new Error(`no driver for ${type}`);
      await expectState(step.snapshot, step.taken);
    }
  };

  describe(use ? `the screen of ${use}` : `the screen of the ${machine.id} chart`, () => {
    it('has a driver for every event and a check for every state', () => {
      expectNone(missingParts(paths, { drive, see: walk.see as never }, ({ cause }) => cause.by !== 'sender'));
    });
    const runs = paths.map((path, index) => [path.description, modes[index % modes.length] as string, path] as const);
    it.each(runs)('%s (%s)', (_description, mode, path) => walkPath(path, mode === 'StrictMode'));
    it('took every transition of the chart', () => {
      const asked = use ? explored.taken : undefined;
      expectNone(untaken(explored.graph, watch.taken, asked).map((name) => `transition that the screen never took: ${name}`));
    });
    it('sends past the screen only what it says', () => expectNone(past.unused().map((type) => `never sent past the screen: ${type}`)));
    it('lost no event', () => expectNone([...new Set(watch.unhandled)].map((lost) => `event that no transition takes: ${lost}`)));

    afterAll(() => {
      const missing = watch.missing(explored.graph);
      writeCoverage({
        chart: machine.id,
        walker: 'view',
        states: explored.graph.nodes.length,
        transitions: explored.graph.edges.length,
        covered: explored.graph.edges.length - missing.length,
        missing,
        paths: paths.length,
        steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
        past: past.steps(),
        ms: Math.round(performance.now() - started),
        ...(use ? { use } : {}),
      });
    });
  });
}
