import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { workspace } from '../../server/areas/workspace.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const { lessons: sizes, visits, turns } = counts.workspace;
/** Distance of one turn of the wheel, px. */
const turn = 600;

/** Results for a workspace of one size. */
interface Met {
  /** From the click on the tab to the first lesson on the screen, ms. */
  firstRow: number;
  /** The page's work for one turn of the wheel, ms. */
  scroll: number;
  /** Rows in the document afterwards. */
  rows: number;
}

/** Deletes the lessons of the sample school's teacher, as the teacher would. */
async function clear(data: string): Promise<void> {
  const db = await openDatabase(join(data, 'orrery.sqlite'));
  const user = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'rivera').executeTakeFirstOrThrow();
  const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
  const context = { ports: inDistrict(ports, user.district_id), user: { ...user, role: user.role_id } } as unknown as UserContext & {
    user: never;
  };
  const all = await db
    .selectFrom('lesson')
    .select(['lesson_id', 'is_assignment'])
    .where('district_id', '=', user.district_id)
    .where('owner_puid', '=', user.user_puid)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { lesson_id, is_assignment } of all) {
    const query = { lesson_id, is_assignment: is_assignment === 1 ? ('yes' as const) : ('no' as const) };
    await workspace.deleteLesson({ query, body: {} }, context);
  }
  await db.destroy();
}

/** Adds lessons for the teacher, who has `from`, until there are `count`. */
async function fill(data: string, from: number, count: number): Promise<void> {
  const db = await openDatabase(join(data, 'orrery.sqlite'));
  const teacher = await db
    .selectFrom('app_user')
    .select(['district_id', 'user_puid'])
    .where('user_name', '=', 'rivera')
    .executeTakeFirstOrThrow();
  const product = await db.selectFrom('product').select('product_id').orderBy('sort_order').executeTakeFirstOrThrow();
  await insertAll(
    db,
    'lesson',
    Array.from({ length: count - from }, (_, at) => from + at).map((index) => ({
      district_id: teacher.district_id,
      lesson_id: 1_000_000 + index,
      owner_puid: teacher.user_puid,
      lesson_name: `Lesson ${String(index).padStart(5, '0')}`,
      lesson_objective: 'Know it',
      instructions: '',
      total_time: 45,
      due_date: null,
      product_id: product.product_id,
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

/** Returns a function that reads the page's script and layout time since this call, ms. */
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
    await signIn(page, url, 'rivera');
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

/** First paint and scrolling of a workspace must not grow with what is out of view. */
export async function measureWorkspace(): Promise<Measure[]> {
  await build();
  const data = mkdtempSync(join(tmpdir(), 'orrery-workspace-'));
  try {
    await (await spawnServer({ ORRERY_DATA: data }, builtServer)).stop();
    await clear(data);
    const met = new Map<number, Met>();
    let filled = 0;
    for (const size of sizes) {
      await fill(data, filled, size);
      filled = size;
      const server = await spawnServer({ ORRERY_DATA: data }, builtServer);
      try {
        met.set(size, await meet(server.url));
      } finally {
        await server.stop();
      }
    }
    const [few, many, most] = sizes.map((size) => met.get(size) as Met) as [Met, Met, Met];
    const [ten, thousand, tenThousand] = [inWords(sizes[0]), inWords(sizes[1]), inWords(sizes[2])];
    const measures: Measure[] = [
      {
        name: `first lesson of ${thousand}, beside that of ${ten}`,
        unit: 'ms',
        ours: many.firstRow,
        floor: few.firstRow,
        goal: { atMost: 2 },
      },
      {
        name: `first lesson of ${tenThousand}, beside that of ${thousand}`,
        unit: 'ms',
        ours: most.firstRow,
        floor: many.firstRow,
        goal: { atMost: 1.5 },
      },
      {
        name: `a turn of the wheel in ${tenThousand}, beside ${thousand}`,
        unit: 'ms',
        ours: most.scroll,
        floor: many.scroll,
        goal: { atMost: 1.3 },
      },
      { name: `rows in the document with ${tenThousand}`, unit: 'rows', ours: most.rows, goal: { atMost: 60 } },
    ];
    return measures;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
