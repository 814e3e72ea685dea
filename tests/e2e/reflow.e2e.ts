import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { screens } from '../../src/views/authenticatedRoutes.tsx';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { goWithin, signIn } from './gates.ts';

/** A phone, and the narrowest width at which WCAG 2.2 (1.4.10) asks that nothing be read by scrolling both ways, in px. */
const widths = [390, 320];

/** What is read out alone is one pixel large, and may stand at the edge. */
const unseen = 1;

/** How much wider and higher the page is than what it shows: tables scroll in a frame of their own, with all that is in them. */
const excess = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const { bottom } = document.body.getBoundingClientRect();
    const seen = Math.ceil(Math.max(bottom + window.scrollY, window.innerHeight));
    return [scrollWidth - window.innerWidth, Math.max(scrollHeight - seen, 0)];
  });

it.each(['maya', 'rivera', 'lindqvist'])('every screen of %s fits a phone', async (name) => {
  const { userData } = await ask(calls.login, { username: name, password: 'science-rocks' });
  const page = await newPage({ viewport: 'phone' });
  await signIn(page, name);
  const own = screens.filter(({ path, roles }) => roles.some((role) => role === userData.role) && !path.includes(':'));
  expect(own.length).toBeGreaterThan(5);
  const misfits: unknown[] = [];
  for (const { path } of own) {
    await goWithin(page, `/authenticated/${path}`);
    await page.waitForURL(`**/authenticated/${path}*`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator('main [class*=skeleton]').count(), { message: path }).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const more = await excess(page);
      if (more.some((pixels) => pixels > unseen)) misfits.push([path, width, ...more]);
    }
  }
  expect(misfits, 'screen, width, how much wider and higher it is').toEqual([]);
});
