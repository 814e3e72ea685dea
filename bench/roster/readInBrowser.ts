import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { writeSimple } from '../../common/roster/simpleForm.ts';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const { rows, rounds } = counts.roster;

/** A student list. Unless `isGood`, a spreadsheet has mangled the username in every row. */
const studentList = (isGood: boolean): string =>
  writeSimple(
    Array.from({ length: rows }, (_, index) => ({
      student_id: String(100_000 + index),
      user_name: isGood ? `student${index}` : '1.23E+11',
      first_name: `Given${index % 900}`,
      last_name: `Family${index % 7000}`,
      grade: String(6 + (index % 3)),
      email: `s${index}@students.example`,
      class_name: `Science ${Math.floor(index / 28)}`,
      period: String(1 + (index % 7)),
      school_name: 'Sample Middle School',
    })),
  );

/** Responsiveness of the page's main thread during an operation. */
interface Heard {
  /** The longest task of the main thread in CPU time, which other programs do not affect, ms. */
  task: number;
  /** The longest time between two beats scheduled 4 ms apart, ms: the wait for a user, including other programs. */
  beat: number;
  took: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string; data?: { isMainFrame?: boolean } };
}

/** The longest main-thread task of the page's process, in ms of CPU time. */
function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
  return Math.max(...tasks.map(({ tdur }) => (tdur ?? 0) / 1000));
}

/** Monitors the page's main thread. Returns a function that ends it. */
async function listen(browser: Browser, page: Page): Promise<() => Promise<Heard>> {
  await page.evaluate(() => {
    const began = performance.now();
    let [last, beat, isOver] = [began, 0, false];
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      const now = performance.now();
      [last, beat] = [now, Math.max(beat, now - last)];
      if (!isOver) setTimeout(() => port1.postMessage(null), 4);
    };
    port1.postMessage(null);
    (globalThis as unknown as { endListening: () => Omit<Heard, 'task'> }).endListening = () => {
      isOver = true;
      return { beat, took: performance.now() - began };
    };
  });
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  return async () => {
    const trace = await browser.stopTracing();
    const heard = await page.evaluate(() => (globalThis as unknown as { endListening: () => Omit<Heard, 'task'> }).endListening());
    return { ...heard, task: longestTask(trace.toString()) };
  };
}

/** Reads long student lists on the product's own page, and monitors its main thread. */
export async function readInBrowser(folder: string): Promise<Measure[]> {
  await build();
  const files = [
    {
      file: join(folder, 'good.csv'),
      content: studentList(true),
      words: m.rostering_clean({ rows: `${inWords(rows)} rows` }),
      what: 'a good file',
    },
    {
      file: join(folder, 'wrong.csv'),
      content: studentList(false),
      words: m.rostering_with_errors({ errors: 'errors' }),
      what: 'an error in every row',
    },
  ];
  for (const { file, content } of files) writeFileSync(file, content);
  const server = await spawnServer({}, builtServer);
  const browser = await launchChromium();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
    await signIn(page, server.url, 'okafor');
    const measures: Measure[] = [];
    for (const { file, words, what } of files) {
      const heard: Heard[] = [];
      const idle: Heard[] = [];
      for (let round = 0; round < rounds; round++) {
        await page.goto(`${server.url}/authenticated/admin/manageUsers/importUsers`);
        const input = page.locator('input[type=file]');
        await input.waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        const end = await listen(browser, page);
        await input.setInputFiles(file);
        await page.getByText(words).first().waitFor();
        heard.push(await end());
        // The same duration while idle: the delay caused by the machine itself.
        const endIdle = await listen(browser, page);
        await new Promise((done) => setTimeout(done, heard.at(-1)?.took));
        idle.push(await endIdle());
      }
      const all = (of: (one: Heard) => number, some = heard) => some.map((one) => of(one).toFixed(0)).join(', ');
      // The time between beats is mostly due to other load on the machine: at rest it is just as long.
      console.log(
        `${rows} rows in the browser, ${what}: ${all(({ took }) => took)} ms, longest task ${all(({ task }) => task)} ms, ` +
          `longest time between beats ${all(({ beat }) => beat)} ms (page at rest ${all(({ beat }) => beat, idle)} ms)`,
      );
      measures.push({
        name: `${inWords(rows)} rows in the browser, ${what}: longest main-thread task, the middle of ${rounds} readings`,
        unit: 'ms',
        ours: median(heard.map(({ task }) => task)),
        goal: { atMost: 50 },
      });
    }
    return measures;
  } finally {
    await browser.close();
    await server.stop();
  }
}
