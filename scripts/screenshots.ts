import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { idOf } from '../server/content/ids.ts';
import { build, builtServer } from './build.ts';
import { launchChromium } from './chromium.ts';
import { compileMessages, root } from './kit.ts';
import { spawnServer } from './spawnServer.ts';

// Usage: npm run docs:screenshots. Takes the pictures of the README, of the statecharts' index and of the help from a new sample school. With
// `-- help`, only those of the help; names after it (`-- help sign-in`) take only these.
await compileMessages();
const { m } = await import('../src/paraglide/messages.js');
const { overwriteGetLocale } = await import('../src/paraglide/runtime.js');
const { paths } = await import('../src/views/paths.ts');
const { takeHelpPictures } = await import('./helpPictures.ts');
overwriteGetLocale(() => 'en');

await build();
const server = await spawnServer({}, builtServer);
const browser = await launchChromium();

const item = (code: string) => paths.previewItem(idOf(`middle-school-science/${code}`));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const settle = (page: Page) => page.waitForLoadState('networkidle');
async function save(page: Page, name: string): Promise<void> {
  await settle(page);
  // The page's heading has the focus after each visit.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: join(root, 'docs/screenshots', `${name}.png`), animations: 'disabled' });
}
async function open(username: string, size: { width: number; height: number }, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ baseURL: server.url, viewport: size, colorScheme });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill(username);
  await page.locator('input[type=password]').fill('science-rocks');
  await press(page, m.login_submit());
  await page.waitForURL(/\/authenticated\//);
  return page;
}

/** Plays the student's next lesson up to its quiz. */
async function playToQuiz(page: Page): Promise<void> {
  await page.locator('main article a').first().click();
  await page.getByRole('button', { name: m.player_next(), exact: true }).waitFor();
  const start = page.getByRole('button', { name: m.quiz_start() });
  const next = page.getByRole('button', { name: m.player_next(), exact: true });
  for (;;) {
    await settle(page);
    await start.or(next).first().waitFor();
    if (await start.isVisible()) break;
    const done = page.getByRole('button', { name: m.player_mark_done() });
    if (await done.isVisible()) await done.click();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await next.click();
    await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor({ state: 'detached' });
  }
  await start.click();
  await page.getByRole('radio').nth(1).check({ force: true });
}

async function openCharts(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/developer/statecharts?inspect');
  await page.getByRole('navigation', { name: m.developer_list() }).waitFor();
  return page;
}

async function takeDocumentPictures(): Promise<void> {
  const desk = { width: 1280, height: 800 };
  const student = await open('maya', desk);
  await student.locator('main article').first().waitFor();
  await save(student, 'student');
  await playToQuiz(student);
  await save(student, 'quiz');

  const teacher = await open('rivera', desk);
  await teacher.goto(paths.assignments);
  // The newest ones have not started.
  await teacher.locator('main a[href*="reportHome"]').nth(4).click();
  await teacher.getByText(m.reports_hide_names()).waitFor();
  await teacher.getByRole('table').first().waitFor();
  await save(teacher, 'results');
  for (const [name, code, shown] of [
    ['reading', 'matter/particles-and-states/particles-in-motion', 'main h2'],
    ['simulation', 'solar-system-and-beyond/sun-earth-moon/seasons-model', 'h1'],
    ['lesson', 'matter/particles-and-states/gas-particles', 'h1'],
    ['data-lab', 'earth-systems-and-climate/climate/mauna-loa-data-lab', 'main ol'],
  ] as const) {
    await teacher.goto(item(code));
    await settle(teacher);
    // Below the bars at the top.
    await teacher
      .locator(shown)
      .first()
      .evaluate((element) => {
        element.style.scrollMarginTop = '8rem';
        element.scrollIntoView();
      });
    await save(teacher, name);
  }

  const wide = { width: 1440, height: 900 };
  const administrator = await open('okafor', wide);
  const charts = await openCharts(administrator.context());
  const running = charts.locator('section', { has: charts.getByRole('heading', { name: m.developer_running() }) });
  await running.getByRole('link', { name: 'session' }).click();
  await save(charts, 'statecharts');

  const dark = await openCharts((await open('okafor', wide, 'dark')).context());
  await dark.getByRole('link', { name: 'quiz', exact: true }).click();
  await press(dark, m.developer_simulate());
  await press(dark, 'done');
  await save(dark, 'statecharts-simulation');
}

try {
  const [what, ...names] = process.argv.slice(2);
  await takeHelpPictures(browser, server.url, names);
  if (what !== 'help') await takeDocumentPictures();
} finally {
  await browser.close();
  await server.stop();
}
