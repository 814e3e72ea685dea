import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyStateMachine, EventFromLogic, StateValue } from 'xstate';
import { channelName } from '../../src/developer/follow.ts';
import { recordingFlag } from '../../src/developer/inspectionPoint.ts';
import { untaken, writeCoverage } from './coverage.ts';
import { expectNone } from './describeModel.ts';
import { checkAll, countPast, missingParts, type Outside } from './describeView.ts';
import { exploreModel, type Model, type ModelPath, modelPaths } from './modelKit.ts';

/** Tools for walking one path in a browser. */
export interface PageStage {
  page: Page;
  /** The chart's input for this path. */
  input: unknown;
  /** Sends an event to the chart's actor past the screen. Only those in `PageWalk.outside` may be sent. */
  send: (event: AnyEventObject) => Promise<void>;
  /** Waits for a state outside the chart. States passed on the way are not checked. */
  reached: (value: StateValue) => Promise<void>;
  /** For a `mount` that does not reload the page: ignores the chart's earlier actors from now on. */
  forgetActors: () => Promise<void>;
}

/** How a page is walked: like a view (see `describeView`), but through what a browser shows. */
export interface PageWalk<M extends AnyStateMachine> {
  /** A fresh page without a visited address. */
  open: () => Promise<Page>;
  /**
   * Walks all paths on one page, so that signing in happens once. `mount` brings the page back to where the chart starts. After a failure,
   * the next path gets a fresh page.
   */
  isKept?: boolean;
  /** Navigates to where the chart starts. */
  mount: (stage: PageStage) => Promise<unknown>;
  drive: {
    [T in EventFromLogic<M>['type']]?: (event: Extract<EventFromLogic<M>, { type: T }>, stage: PageStage) => unknown;
  } & Record<`xstate.${string}`, (event: any, stage: PageStage) => unknown>;
  see: Record<string, (snapshot: any, stage: PageStage) => unknown>;
  /**
   * For a chart that is a rule and never runs: the state that the page shows. A transition counts as taken when the page shows its target
   * state.
   */
  shownState?: (stage: PageStage) => Promise<StateValue | undefined>;
  /** Events that nobody causes on this page, each with what does. The others are driven as a person would cause them. */
  outside?: Outside<M>;
  /** False for events that the page cannot cause in a state, although the chart would take them (`Model.can`). */
  can?: Model<M>['can'];
}

/** Reported by the page under test: the state of the chart's newest actor, and the transitions taken so far. */
interface Told {
  value: StateValue | undefined;
  status: string;
  taken: string[];
  /** The newest actor's address for events of other windows. */
  to?: { window: string; actor: string };
}

/**
 * Runs in the page before any other script. Turns on the product's recorder and listens to its messages to other windows, so the product
 * needs no hooks for tests.
 */
function listenInPage([flag, channelOfPage, chart, use]: readonly [string, string, string, string | undefined]): void {
  // An iframe has no actors, and perhaps no storage.
  if (window !== window.top) return;
  localStorage.setItem(flag, 'on');
  const told: Told = { value: undefined, status: '', taken: [] };
  const seen = new Set<string>();
  const past = new Set<string>();
  const forgetActors = () => {
    for (const actor of seen) past.add(actor);
    Object.assign(told, { value: undefined, status: '', taken: [] });
  };
  Object.assign(globalThis, { walk: told, forgetActors });
  const channel = new BroadcastChannel(channelOfPage);
  channel.onmessage = ({ data }) => {
    if (data.kind === 'here') channel.postMessage({ kind: 'follow', window: data.window });
    if (data.kind !== 'state') return;
    const names = new Map(data.actors.map(({ id, name }: { id: string; name: string }) => [id, name]));
    for (const entry of data.added) {
      if (entry.chart !== chart || past.has(entry.actor) || (use && names.get(entry.actor) !== use)) continue;
      seen.add(entry.actor);
      told.taken.push(...entry.taken);
      told.value = entry.frame.value;
      told.status = entry.frame.status;
      told.to = { window: data.window, actor: entry.actor };
    }
  };
}

/**
 * Walks paths that take every transition through the product in a browser. The page's clock advances delays. A path in which one delay
 * would have to overtake another cannot be walked, and is reported.
 */
export function describeBrowser<M extends AnyStateMachine>(given: Model<M>, walk: PageWalk<M>): void {
  const model = { ...given, ...(walk.can ? { can: walk.can } : {}) } as unknown as Model;
  const { machine, use } = model;
  const explored = exploreModel(model);
  const paths = modelPaths(explored, 'transitions');
  const taken = new Set<string>();
  const drive = walk.drive as Record<string, ((event: AnyEventObject, stage: PageStage) => unknown) | undefined>;
  const past = countPast(walk.outside);
  const started = performance.now();

  let kept: Page | undefined;
  const begin = async () => {
    const page = await walk.open();
    await page.clock.install();
    await page.addInitScript(listenInPage, [recordingFlag, channelName, machine.id, use] as const);
    return page;
  };

  const walkPath = async (path: ModelPath) => {
    const page = kept ?? (await begin());
    kept = undefined;
    const told = () => page.evaluate(() => (globalThis as unknown as { walk: Told }).walk);
    const { shownState } = walk;
    const valueNow = async () => (shownState ? shownState(stage) : (await told())?.value);
    const reached = async (value: StateValue) => {
      await expect.poll(async () => JSON.stringify(await valueNow())).toBe(JSON.stringify(value));
    };
    const send = async (event: AnyEventObject) => {
      past.count(event);
      await page.evaluate(
        ([channelOfPage, sent]) => {
          const { walk } = globalThis as unknown as { walk: Told };
          new BroadcastChannel(channelOfPage).postMessage({ kind: 'send', ...walk.to, event: sent });
        },
        [channelName, event] as const,
      );
    };
    const forgetActors = () => page.evaluate(() => (globalThis as unknown as { forgetActors: () => void }).forgetActors());
    const stage: PageStage = { page, input: path.input, reached, forgetActors, send };
    const check = async (snapshot: ModelPath['start'], expected: readonly string[] = []) => {
      await reached(snapshot.value);
      if (shownState) {
        await checkAll(walk.see, snapshot, stage);
        for (const id of expected) taken.add(id);
        return;
      }
      // A step that stays in its state is reported a moment later.
      const left = async () => {
        const known = (await told()).taken;
        return expected.filter((id) => !known.includes(id));
      };
      await expect.poll(left, { message: 'transitions that the page did not take' }).toEqual([]);
      for (const id of (await told()).taken) taken.add(id);
      await checkAll(walk.see, snapshot, stage);
    };
    await walk.mount(stage);
    await check(path.start, shownState ? path.begins : []);
    for (const { cause, snapshot, wait, taken: expected } of path.steps) {
      const driver = drive[cause.type];
      if (driver) await driver(cause.event, stage);
      else await page.clock.runFor(wait);
      await check(snapshot, expected);
    }
    if (walk.isKept) kept = page;
  };

  describe(use ? `${use} in a browser` : `the ${machine.id} chart in a browser`, () => {
    it('has a driver for every event and a check for every state', () => {
      const parts = missingParts(paths, { drive, see: walk.see }, ({ cause }) => cause.by === 'timer');
      const outOfTime = paths
        .filter(({ steps }) => steps.some(({ inTime }) => !inTime))
        .map(({ description }) => `out of time: ${description}`);
      expectNone([...parts, ...outOfTime]);
    });
    it.each(paths.map((path) => [path.description, path] as const))('%s', (_description, path) => walkPath(path));
    it('took every transition of the chart', () => {
      const asked = use ? explored.taken : undefined;
      expectNone(untaken(explored.graph, taken, asked).map((name) => `transition that the page never took: ${name}`));
    });
    it('sends past the page only what it says', () => expectNone(past.unused().map((type) => `never sent past the page: ${type}`)));

    afterAll(() => {
      const left = untaken(explored.graph, taken);
      writeCoverage({
        chart: machine.id,
        walker: 'browser',
        states: explored.graph.nodes.length,
        transitions: explored.graph.edges.length,
        covered: explored.graph.edges.length - left.length,
        missing: left,
        paths: paths.length,
        steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
        past: past.steps(),
        ms: Math.round(performance.now() - started),
        ...(use ? { use } : {}),
      });
    });
  });
}
