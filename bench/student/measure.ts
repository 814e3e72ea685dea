import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { inbox } from '../../contract/inbox.ts';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { makeSchoolFile } from '../../server/storage.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const { assignments: sizes, openings } = counts.student;
const day = 24 * 3600 * 1000;
const nameOf = (size: number) => `bench${size}`;

/** A sample school with one additional student per size, who has that many open assignments. */
async function prepare(file: string): Promise<void> {
  await makeSchoolFile(file, 30);
  const db = await openDatabase(file);
  try {
    const maya = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'maya').executeTakeFirstOrThrow();
    const { district_id } = maya;
    const given = await db
      .selectFrom('group_assignment')
      .selectAll()
      .where('district_id', '=', district_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const group = await db.selectFrom('class_group').selectAll().where('group_puid', '=', given.group_puid).executeTakeFirstOrThrow();
    const assignment = await db
      .selectFrom('assignment')
      .selectAll()
      .where('assignment_id', '=', given.assignment_id)
      .executeTakeFirstOrThrow();
    for (const size of sizes) {
      const base = size * 1_000_000;
      const [user_puid, group_puid] = [base + 1, base + 2];
      const user_name = nameOf(size);
      await insertAll(db, 'app_user', [{ ...maya, user_puid, user_name, user_key: user_name, email: null, sourced_id: null }]);
      await insertAll(db, 'class_group', [{ ...group, group_puid, name: `Bench ${size}`, sourced_id: null }]);
      await insertAll(db, 'enrollment', [{ district_id, group_puid, user_puid, role: 'student', sourced_id: null, active: 1 }]);
      const all = Array.from({ length: size }, (_, at) => at + 10);
      await insertAll(
        db,
        'assignment',
        all.map((at) => ({ ...assignment, assignment_id: base + at, assignment_no: base + at })),
      );
      await insertAll(
        db,
        'group_assignment',
        all.map((at) => ({
          ...given,
          group_puid,
          assignment_id: base + at,
          group_assignment_id: base + at,
          is_individual: 0,
          unassigned_at: null,
          from_date: Date.now() - day,
          to_date: Date.now() + at * day,
        })),
      );
    }
  } finally {
    await db.destroy();
  }
}

interface Cost {
  /** Main-thread time until the page is idle, ms, on a slow laptop (4× CPU). */
  time: number;
  /** Elements in the document. */
  elements: number;
}

/** Cost of loading a screen with its code in the browser's cache. */
async function costOf(browser: Browser, url: string, size: number, path: string, ready: string): Promise<Cost> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await signIn(page, '/', nameOf(size));
    const open = async () => {
      // The last request a page makes on its own, so that every size is measured to the same end.
      const last = page.waitForResponse((response) => response.url().includes(inbox.notification.path));
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await last;
      await page.waitForLoadState('networkidle');
    };
    await open();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const times: number[] = [];
    for (let opening = 0; opening < openings; opening++) {
      await open();
      // Counts from the navigation on.
      const { metrics } = await session.send('Performance.getMetrics');
      times.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000);
    }
    return { time: median(times), elements: await page.evaluate(() => document.querySelectorAll('*').length) };
  } finally {
    await context.close();
  }
}

/** The student's home page and list with 10, 100 and 1,000 assignments. The cost must follow what is visible, not what exists. */
export async function measureStudent(): Promise<Measure[]> {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  await prepare(join(folder, 'orrery.sqlite'));
  const server = await spawnServer({ ORRERY_DATA: folder }, builtServer);
  const browser = await launchChromium();
  try {
    const screens = [
      { name: 'home page', path: '/authenticated/studentDashboard/studentDashboard/0', ready: 'main article', time: 1.3, elements: 1.3 },
      { name: 'list of all', path: '/authenticated/studentDashboard/viewAllAssignment', ready: 'main tbody tr a', time: 3, elements: 2 },
    ];
    const measures: Measure[] = [];
    for (const { name, path, ready, time, elements } of screens) {
      const costs = new Map<number, Cost>();
      for (const size of sizes) costs.set(size, await costOf(browser, server.url, size, path, ready));
      // The list of ten has only ten rows; the visible part is full from a hundred on.
      const of = name === 'home page' ? sizes[0] : sizes[1];
      const floor = costs.get(of) as Cost;
      for (const size of sizes.filter((one) => one > of)) {
        const cost = costs.get(size) as Cost;
        measures.push(
          {
            name: `${name}, ${size} assignments beside ${of}, main thread`,
            unit: 'ms',
            ours: cost.time,
            floor: floor.time,
            goal: { atMost: time },
          },
          {
            name: `${name}, ${size} assignments beside ${of}, elements`,
            unit: 'elements',
            ours: cost.elements,
            floor: floor.elements,
            goal: { atMost: elements },
          },
        );
      }
    }
    return measures;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
