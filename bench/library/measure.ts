import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Kysely } from 'kysely';
import type { Page } from 'playwright-core';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { catalogueOf } from '../../server/search/catalogue.ts';
import { find, type Wanted } from '../../server/search/find.ts';
import { m } from '../../src/paraglide/messages.js';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { frameOfScrolling } from '../lib/scrolling.ts';
import { signIn } from '../lib/signIn.ts';
import { fillCatalogue, wordAt } from './catalogue.ts';

const { items: sizes, looks } = counts.library;
const none: Wanted = { query: '', resource_types_denied: [], kinds: [], grades: [], languages: [], standards: [] };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const p95 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** Drops a letter, doubles one, or swaps two. */
function misspelt(word: string, index: number): string {
  const at = 1 + (index % Math.max(1, word.length - 2));
  if (index % 3 === 0) return word.slice(0, at) + word.slice(at + 1);
  if (index % 3 === 1) return word.slice(0, at) + word[at] + word.slice(at);
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

/** Typical teacher queries: words, two words, misspelled words, words with facets, standards. */
const queries: Wanted[] = Array.from({ length: counts.library.queries }, (_, index) => {
  const word = wordAt((index * 37) % 1_500);
  const other = wordAt((index * 11) % 60);
  const kind = index % 5;
  if (kind === 0) return { ...none, query: word };
  if (kind === 1) return { ...none, query: `${word} ${other}` };
  if (kind === 2) return { ...none, query: misspelt(word, index) };
  if (kind === 3) return { ...none, query: other, kinds: [1, 10], grades: ['6', '7'] };
  return { ...none, query: index % 2 === 0 ? 'ms ps1 4' : `msls1${1 + (index % 6)}` };
});

/** The bare counterpart: no ranking, no facets, no typo tolerance, no spelling variants of standards. */
const bareQuery = (db: Kysely<Database>, { query }: Wanted) => {
  const first = `%${query.split(' ')[0]}%`;
  return db
    .selectFrom('content_item')
    .select(['item_id', 'title', 'summary'])
    .where((eb) => eb.or([eb('title', 'like', first), eb('summary', 'like', first)]))
    .execute();
};

async function timesOf(run: (wanted: Wanted) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (const wanted of queries) {
    const began = performance.now();
    await run(wanted);
    times.push(performance.now() - began);
  }
  return times;
}

async function measureSearch(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const size of sizes) {
    const db = await openDatabase(':memory:');
    await db
      .insertInto('standard')
      .values(
        [1, 2, 3, 4, 5, 6].flatMap((n) =>
          ['MS-PS1', 'MS-LS1'].map((topic) => ({ code: `${topic}-${n}`, framework: 'NGSS', grades: '6-8', summary: '' })),
        ),
      )
      .execute();
    await fillCatalogue(db, 0, size);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const began = performance.now();
    const catalogue = await catalogueOf(db);
    const answered = performance.now() - began;
    await catalogue.ready;
    const built = performance.now() - began;
    collectGarbage();
    const heap = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    await timesOf((wanted) => find(catalogue, wanted));
    const ours = await timesOf((wanted) => find(catalogue, wanted));
    const floor = await timesOf((wanted) => bareQuery(db, wanted));
    measures.push(
      { name: `search of ${size} items, p95`, unit: 'ms', ours: p95(ours), floor: p95(floor), goal: { atMost: size < 1000 ? 20 : 3 } },
      { name: `first answer of ${size} items, from their titles`, unit: 'ms', ours: answered, goal: { atMost: 4_000 } },
      { name: `index of ${size} items, made once`, unit: 'ms', ours: built, goal: { atMost: 15_000 } },
      { name: `memory of ${size} items`, unit: 'MB', ours: heap, goal: { atMost: 700 } },
    );
    await db.destroy();
  }
  return measures;
}

interface Look {
  /** Time until the first card is in the page, ms. */
  paint: number;
  /** Time per frame while scrolling through the page, ms. */
  frame: number;
}

async function lookAround(page: Page): Promise<Look> {
  const began = performance.now();
  await page.goto('/authenticated/content/contentHome?product=7001');
  await page.getByRole('article').first().waitFor();
  const paint = performance.now() - began;
  const more = m.library_show_more({ shown: '', total: '' }).split(' (', 1)[0] as string;
  // Loads more than fits into the document. The list continues automatically when its end comes into view.
  for (let pages = 0; pages < 3; pages++) {
    const height = await page.evaluate(() => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo(0, scrollHeight);
      return scrollHeight;
    });
    await page.waitForFunction(
      ([before, words]) =>
        document.documentElement.scrollHeight > before ||
        ![...document.querySelectorAll('button')].some(({ textContent }) => textContent?.includes(words)),
      [height, more] as const,
    );
  }
  return { paint, frame: await frameOfScrolling(page) };
}

/** Waits until searches cover more than titles. */
async function indexed(page: Page): Promise<void> {
  do {
    await page.waitForTimeout(1_000);
    await page.goto(`/authenticated/content/contentHome?product=all&q=${wordAt(3)}`);
    await page.getByRole('article').first().waitFor();
  } while ((await page.getByText(m.library_titles_only()).count()) > 0);
}

async function measureScreen(): Promise<Measure[]> {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const server = await spawnServer({ ORRERY_DATA: folder }, builtServer);
  const browser = await launchChromium();
  try {
    const db = await openDatabase(join(folder, 'orrery.sqlite'));
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1366, height: 768 } });
    await signIn(page, '/', 'rivera');
    const seen: Look[] = [];
    let filled = 0;
    for (const size of sizes) {
      await fillCatalogue(db, filled, size);
      filled = size;
      // The first search builds the shared index, and is measured separately.
      await lookAround(page);
      await indexed(page);
      const met: Look[] = [];
      for (let look = 0; look < looks; look++) met.push(await lookAround(page));
      seen.push({ paint: median(met.map(({ paint }) => paint)), frame: median(met.map(({ frame }) => frame)) });
    }
    await db.destroy();
    const [small, ...larger] = seen as [Look, ...Look[]];
    return larger.flatMap((look, index) => [
      {
        name: `first card of ${sizes[index + 1]} items, beside ${sizes[0]}`,
        unit: 'ms',
        ours: look.paint,
        floor: small.paint,
        goal: { atMost: 1.5 },
      },
      {
        name: `frame while scrolling ${sizes[index + 1]} items, beside ${sizes[0]}`,
        unit: 'ms',
        ours: look.frame,
        floor: small.frame,
        goal: { atMost: 1.5 },
      },
    ]);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The library with 100, 10,000 and 100,000 items: the search against a bare SQL query, the screen against itself with few items. */
export async function measureLibrary(): Promise<Measure[]> {
  return [...(await measureSearch()), ...(await measureScreen())];
}
