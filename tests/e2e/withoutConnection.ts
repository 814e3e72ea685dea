import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { builtFile } from '../../scripts/sizes.ts';
import { m } from '../../src/paraglide/messages.js';
import { signIn } from './gates.ts';

/** Without a connection, the browser logs each failed request to the console. */
export const noConnection = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to (fetch|load)/, /Unable to preload CSS/];
/** A student's home page. */
export const start = '/authenticated/studentDashboard/studentDashboard/0';

/** Waits until the program is on the device. */
export const programOnDevice = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });

/** Goes to the lessons that a student can save, and to the button for this one, which may be behind lessons from other walks. */
export async function toSave(page: Page, title: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Resources' }).first().click();
  const save = page.getByRole('button', { name: `Save ${title} for offline` });
  const more = page.getByRole('button', { name: m.student_library_more() });
  await save.or(more).first().waitFor();
  while (!(await save.isVisible())) await more.click();
  return save;
}

/** Signs in, waits until the program is on the device, and saves the lesson there. */
export async function saveLesson(page: Page, username: string, title: string): Promise<void> {
  await signIn(page, username);
  await programOnDevice(page);
  await (await toSave(page, title)).click();
  await page.getByRole('button', { name: `Save again: ${title}` }).waitFor();
}
/** Opens the saved lesson, from the home page or the offline notice. */
export const openSaved = (page: Page, title: string) => page.getByRole('button', { name: `Continue: ${title}` }).click();
export const offlineScreen = (page: Page) => page.getByText('Not able to connect to internet', { exact: false }).first();

/** Cuts the connection once the page has loaded its offline notice, shortly after it has started. */
export async function loseConnection(page: Page): Promise<void> {
  const notice = builtFile('src/views/shell/Offline.tsx');
  // The page's own timeline: a request that the service worker takes over may never end for the driver, which then sees no idle network.
  const isReady = () =>
    page.evaluate((notice) => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const isQuiet = performance.now() - Math.max(...all.map(({ responseEnd }) => responseEnd)) > 500;
      return isQuiet && all.some(({ name }) => name.endsWith(notice));
    }, notice);
  await expect.poll(isReady).toBe(true);
  await page.context().setOffline(true);
}
