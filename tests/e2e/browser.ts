import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { root } from '../../scripts/kit.ts';
import { m } from '../../src/paraglide/messages.js';

let launched: Promise<Browser> | undefined;
const open: { context: BrowserContext; complaints: string[]; isKept: boolean }[] = [];

/** One browser per test file: kept for sixty files, it grew to half a gigabyte. */
export const browser = (): Promise<Browser> => {
  launched ??= launchChromium();
  return launched;
};

/** URL of this worker's server. */
export const baseUrl = (): string => inject('baseUrls')[Number(process.env.VITEST_POOL_ID) - 1] as string;

export const themes = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

export const viewports = {
  desktop: { width: 1280, height: 800 },
  laptop: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
  reflow: { width: 320, height: 640 },
};

interface PageOptions {
  /** URL of the server; default: this worker's. */
  server?: string;
  theme?: Theme;
  viewport?: keyof typeof viewports;
  locale?: 'en-US' | 'es-MX';
  /** Lets the page start the service worker. Without it, every request of the page goes to the network, where tests can see it. */
  hasWorker?: boolean;
  /** Console errors that the test provokes on purpose, such as the browser's own line about a 401. */
  expected?: readonly RegExp[];
  /** Outlives its test: closed after the last test of the file. */
  isKept?: boolean;
}

/** Two devices for a flow in both languages. `said`: the language of the messages to look for. */
export const laptop = { theme: 'light', viewport: 'laptop', locale: 'en-US', said: { locale: 'en' } } as const;
export const phone = { theme: 'dark', viewport: 'phone', locale: 'es-MX', said: { locale: 'es' } } as const;
export const devices = [laptop, phone];

/** Browsers log every failed request to the console. The test checks what the page makes of it. */
const isRequestStatus = (message: ConsoleMessage) =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());

/**
 * A page in its own context (cookies, storage). Console errors, uncaught errors and violations of the content security policy fail the test
 * when it ends.
 */
export async function newPage({
  server = baseUrl(),
  theme = 'light',
  viewport = 'desktop',
  locale = 'en-US',
  hasWorker = false,
  expected = [],
  isKept = false,
}: PageOptions = {}): Promise<Page> {
  const context = await (await browser()).newContext({
    baseURL: server,
    viewport: viewports[viewport],
    locale,
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    contrast: theme === 'contrast' ? 'more' : 'no-preference',
    reducedMotion: 'reduce',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRequestStatus(message)) complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`));
  await context.exposeBinding('reportViolation', (_, text: string) => complain(`content security policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${effectiveDirective} stopped ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
      );
    });
  });
  context.setDefaultTimeout(90_000);
  open.push({ context, complaints, isKept });
  return context.newPage();
}

/** Kills a page's process. While a page closes, it may still send what it has: an emulated outage ends before the page's scripts do. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Ends a test: closes its pages, and fails it for their errors. If it failed, another failure says what each page showed. */
export async function closePages(hasFailed: boolean): Promise<void> {
  const all = open.splice(0);
  const shown = hasFailed ? await Promise.all(all.flatMap(({ context }) => context.pages()).map(whatIsShown)) : [];
  const complaints = all.flatMap((one) => one.complaints.splice(0));
  open.push(...all.filter((one) => one.isKept));
  await Promise.all(all.filter((one) => !one.isKept).map(({ context }) => context.close()));
  expect.soft(complaints, 'The pages complained.').toEqual([]);
  if (shown.length > 0) expect.fail(shown.join('\n'));
}

async function whatIsShown(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: Error) => error.message);
  return `${page.url()} showed\n${shown.slice(0, 8_000)}`;
}

/** Ends a file. */
export async function closeBrowser(): Promise<void> {
  open.length = 0;
  await (await launched)?.close();
  launched = undefined;
}

interface Point {
  x: number;
  y: number;
}

/**
 * A point of an element in the window: the middle, or `at` from its top left corner. Undefined while something covers it, or while the page
 * makes room for notices and will move.
 */
const uncovered = (element: Locator, at?: Point) =>
  element.evaluate((one, place): Point | undefined => {
    if (document.documentElement.style.getPropertyValue('--toast-room')) return undefined;
    const { left, top, width, height } = one.getBoundingClientRect();
    const point = place ? { x: left + place.x, y: top + place.y } : { x: left + width / 2, y: top + height / 2 };
    return one.contains(document.elementFromPoint(point.x, point.y)) ? point : undefined;
  }, at);

/**
 * Drags an element onto another one near it, to its middle or to `at`, once nothing covers either of them. If a notice covers the target,
 * `dragTo` scrolls with the button already down, and drags whatever is under the pointer then.
 */
export async function drag(source: Locator, target: Locator, at?: Point): Promise<void> {
  const { mouse } = target.page();
  // Notices stay while the pointer is on them.
  await mouse.move(0, (target.page().viewportSize()?.height ?? 1) - 1);
  let places: (Point | undefined)[] = [];
  const look = async () => {
    await target.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    places = [await uncovered(source), await uncovered(target, at)];
    return places;
  };
  await expect.poll(look).not.toContain(undefined);
  const [from, to] = places as [Point, Point];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 2 });
  await mouse.up();
}

/** Opens a row of a tree if it is closed. It presses a key, since a click would close a row that the page has just opened. */
export const expand = (row: Locator): Promise<void> => row.press('ArrowRight');

/** Searches a list that the server serves page by page. */
export async function searchList(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: m.ui_table_search() });
  await field.fill(text);
  await field.press('Enter');
}

/** With `SCREENSHOTS=1`, saves a full-page screenshot in `test-results/screenshots`. All of them take minutes. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const folder = join(root, 'test-results/screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}
