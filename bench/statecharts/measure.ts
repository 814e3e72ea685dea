import type { Page } from 'playwright-core';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { modelOf } from '../../scripts/models.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { chartGraph } from '../../src/developer/chartGraph.ts';
import { charts } from '../../src/machines/index.ts';
import { exploreModel } from '../../tests/kit/modelKit.ts';
import { walkActors } from '../../tests/kit/walkActor.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';
import { actorAtLoop, type Loop, loops } from './reducers.ts';

const { runs, events: rounds, models } = counts.statecharts;

/** Microseconds per call of `step`, median of several runs after a warmup run. */
function microseconds(step: (index: number) => void): number {
  const once = () => {
    const began = performance.now();
    for (let index = 0; index < rounds; index++) step(index);
    return ((performance.now() - began) * 1_000) / rounds;
  };
  once();
  return median(Array.from({ length: runs }, once));
}

/** One event through a chart, against an equivalent plain reducer. */
async function measureEvent(loop: Loop): Promise<Measure> {
  const { chart, events, reduce } = loop;
  const actor = await actorAtLoop(loop);
  const at = (index: number) => events[index % events.length]!;
  let state = loop.start;
  for (const event of events) {
    const before = { snapshot: actor.getSnapshot(), state };
    actor.send(event);
    state = reduce(state, event);
    if (actor.getSnapshot() === before.snapshot)
      throw new Error(`${chart}: ${event.type} does nothing in ${JSON.stringify(before.snapshot.value)}`);
    if (state === before.state) throw new Error(`${chart}: the reducer does nothing on ${event.type}`);
  }
  const ours = microseconds((index) => actor.send(at(index)));
  actor.stop();
  const floor = microseconds((index) => {
    state = reduce(state, at(index));
  });
  return { name: `one event through ${chart}`, unit: 'µs', ours, floor, goal: { atMost: 3_000 } };
}

/** All (state, event) pairs of charts with a model, walked by real actors: milliseconds per 1,000 transitions. */
async function measureModelTests(): Promise<Measure> {
  let steps = 0;
  const began = performance.now();
  for (const chart of Object.keys(charts).slice(0, models)) {
    const model = await modelOf(chart);
    if (model) steps += (await walkActors(exploreModel(model))).record.steps;
  }
  return {
    name: `model tests, all charts, 1,000 of ${steps} transitions`,
    unit: 'ms',
    ours: ((performance.now() - began) / steps) * 1_000,
    goal: { atMost: 250 },
  };
}

/** Time from choosing the largest chart until the visualizer shows it, ms, against inserting its bare SVG into a page. */
async function measureDrawing(): Promise<Measure> {
  const sizes = Object.values(charts).map((machine) => [machine.id, chartGraph(machine).edges.length] as const);
  const [largest, transitions] = sizes.reduce((most, next) => (next[1] > most[1] ? next : most));
  await build();
  const server = await spawnServer({}, builtServer);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    // In a built product, the page is for administrators only.
    await signIn(page, server.url, 'okafor');
    await page.goto(`${server.url}/developer/statecharts?chart=spinner`);
    await page.getByRole('tree', { name: /spinner/ }).waitFor();
    const chosen: number[] = [];
    for (let run = 0; run <= runs; run++) chosen.push(await choose(page, largest));
    const svg = await page.evaluate(() => document.querySelector('[role="tree"] svg')?.outerHTML ?? '');
    const bare = await browser.newPage();
    const set: number[] = [];
    for (let run = 0; run <= runs; run++) set.push(await setMarkup(bare, svg));
    return {
      name: `drawing ${largest} (${transitions} transitions) in the visualizer`,
      unit: 'ms',
      ours: median(chosen.slice(1)),
      floor: median(set.slice(1)),
      goal: { atMost: 25 },
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** From the click on a chart's name to the frame that shows it. Then returns to the small chart. */
async function choose(page: Page, chart: string): Promise<number> {
  const time = await page.evaluate(async (name) => {
    const link = [...document.querySelectorAll('nav a')].filter((one) => one.textContent === name).at(-1) as HTMLElement;
    const began = performance.now();
    link.click();
    while (!document.querySelector(`[role="tree"] [data-node="${name}"]`)) await new Promise((next) => setTimeout(next));
    await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - began;
  }, chart);
  await page.getByRole('link', { name: 'spinner' }).last().click();
  await page.getByRole('tree', { name: /spinner/ }).waitFor();
  return time;
}

const setMarkup = (page: Page, svg: string): Promise<number> =>
  page.evaluate(async (markup) => {
    document.body.textContent = '';
    const began = performance.now();
    document.body.innerHTML = markup;
    await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - began;
  }, svg);

/** The cost of statecharts: events against plain reducers, the drawing against its bare SVG, the model tests. */
export async function measureStatecharts(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const loop of loops) measures.push(await measureEvent(loop));
  const slowest = Math.max(...measures.map(({ ours }) => ours));
  measures.push({ name: 'the slowest of these', unit: 'µs', ours: slowest, goal: { atMost: 100 } });
  measures.push(await measureModelTests(), await measureDrawing());
  return measures;
}
