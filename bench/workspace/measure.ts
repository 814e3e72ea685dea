import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { type Measure, median, report } from '../lib/report.ts';

const sizes = [10, 1_000, 10_000] as const;
const visits = 7;
/** Wheel turns of one look through the list, and how far each goes, in px. */
const turns = 40;
const turn = 600;

/** What a person meets with a workspace of one size. */
interface Met {
  /** From the click on the tab to the first lesson on the screen, in ms. */
  firstRow: number;
  /** Work of the page for one turn of the wheel, in ms. */
  scroll: number;
  /** Rows in the document afterwards. */
  rows: number;
}

/** Gives the sample school's teacher this many lessons in place of those that an earlier round made. */
async function fill(data: string, count: number): Promise<void> {
  const db = await openDatabase(join(data, 'orrery.sqlite'));
  const teacher = await db
    .selectFrom('app_user')
    .select(['district_id', 'user_puid'])
    .where('user_name', '=', 'rivera')
    .executeTakeFirstOrThrow();
  const product = await db.selectFrom('product').select('product_id').orderBy('sort_order').executeTakeFirstOrThrow();
  await db.deleteFrom('lesson').where('district_id', '=', teacher.district_id).where('owner_puid', '=', teacher.user_puid).execute();
  await insertAll(
    db,
    'lesson',
    Array.from({ length: count }, (_, index) => ({
      district_id: teacher.district_id,
      lesson_id: 1_000_000 + index,
      owner_puid: teacher.user_puid,
      lesson_name: `Lesson ${String(index).padStart(5, '0')}`,
      lesson_objective: 'Know it',
      instructions: '',
      total_time: 45,
      due_date: null,
      product_id: product.product_id,
      unit_id: null,
      sub_unit_id: null,
      level3_id: null,
      is_custom_unit: null,
      is_custom_sub_unit: null,
      is_custom_level3: null,
      is_assignment: index % 4 === 0 ? 1 : 0,
      enforce_order: 0,
      language_id: 101,
      version: 1,
      created_at: 1,
      updated_at: index,
      deleted_at: null,
    })),
  );
  await db.destroy();
}

/** Reads script and layout of the page since it was asked for, in ms. */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
    return (value('ScriptDuration') + value('LayoutDuration') + value('RecalcStyleDuration')) * 1000;
  };
}

async function meet(url: string): Promise<Met> {
  const browser = await launchChromium();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
    await page.goto(url);
    await page.locator('input[name=username]').fill('rivera');
    await page.locator('input[name=password]').fill('science-rocks');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/authenticated\//);
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      await page.goto(`${url}/authenticated/workspace/workspaceHome?tab=content`);
      await page.getByRole('row').nth(2).waitFor();
      times.push(
        await page.evaluate(async () => {
          const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')][0];
          const started = performance.now();
          tab?.click();
          for (;;) {
            if (document.querySelector('[data-position="0"] a')) return performance.now() - started;
            await new Promise((drawn) => requestAnimationFrame(drawn));
          }
        }),
      );
    }
    const list = page.locator('[data-position="0"]');
    await list.hover();
    const work = await watchWork(page);
    const before = await work();
    for (let at = 0; at < turns; at++) {
      await page.mouse.wheel(0, turn);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    const scroll = ((await work()) - before) / turns;
    return { firstRow: median(times), scroll, rows: await page.locator('[data-position]').count() };
  } finally {
    await browser.close();
  }
}

/** First paint and scrolling of a workspace must not grow with what is out of sight. */
export async function measureWorkspace(): Promise<void> {
  await build();
  const data = mkdtempSync(join(tmpdir(), 'orrery-workspace-'));
  try {
    await (await spawnServer({ ORRERY_DATA: data }, builtServer)).stop();
    const met = new Map<number, Met>();
    for (const size of sizes) {
      await fill(data, size);
      const server = await spawnServer({ ORRERY_DATA: data }, builtServer);
      try {
        met.set(size, await meet(server.url));
      } finally {
        await server.stop();
      }
    }
    const [few, many, most] = sizes.map((size) => met.get(size) as Met) as [Met, Met, Met];
    const measures: Measure[] = [
      { name: 'first lesson of 1,000, beside that of 10', unit: 'ms', ours: many.firstRow, floor: few.firstRow, goal: { atMost: 2 } },
      {
        name: 'first lesson of 10,000, beside that of 1,000',
        unit: 'ms',
        ours: most.firstRow,
        floor: many.firstRow,
        goal: { atMost: 1.5 },
      },
      { name: 'a turn of the wheel in 10,000, beside 1,000', unit: 'ms', ours: most.scroll, floor: many.scroll, goal: { atMost: 1.3 } },
      { name: 'rows in the document with 10,000', unit: 'rows', ours: most.rows, goal: { atMost: 60 } },
    ];
    report('workspace', measures);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
