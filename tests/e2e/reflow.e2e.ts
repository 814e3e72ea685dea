import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { screens } from '../../src/views/authenticatedRoutes.tsx';
import { ask } from './ask.ts';
import { expectAccessible, newPage } from './browser.ts';
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

/** Whether a tab is within the row of tabs, which scrolls where there are many. */
const isWithinRow = (tab: Element) => {
  const [inner, outer] = [tab.getBoundingClientRect(), (tab.parentElement as Element).getBoundingClientRect()];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
};

/** How far a heading stands off what is above it, at the least, in px. */
const leastAbove = 12;

/** Headings of parts that stand too close to what is above them. The title of a card belongs to the line above it. */
const crowded = (page: Page) =>
  page.evaluate((least) => {
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    const boxes: { node: Node; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim()) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push({ node, box });
    }
    for (const node of main.querySelectorAll('button, input, select, textarea, table, article, img, svg, [role=radiogroup]'))
      boxes.push({ node, box: node.getBoundingClientRect() });
    return [...main.querySelectorAll<HTMLElement>('h2, h3')]
      .filter((heading) => !heading.closest('article, [role=dialog], fieldset') && heading.getBoundingClientRect().width > 1)
      .flatMap((heading) => {
        const { top, left, right } = heading.getBoundingClientRect();
        const above = boxes
          .filter(
            ({ node, box }) =>
              !heading.contains(node) && !node.contains(heading) && box.left < right && box.right > left && box.bottom <= top + 4,
          )
          .reduce((lowest, { box }) => Math.max(lowest, box.bottom), Number.NEGATIVE_INFINITY);
        return top - above < least ? [`${heading.textContent}: ${Math.round(top - above)} px`] : [];
      });
  }, leastAbove);

it.each(['maya', 'rivera', 'lindqvist'])('every screen of %s fits a phone, and axe finds nothing on it', async (name) => {
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
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await crowded(page), `headings too close to what is above them on ${path}`).toEqual([]);
    await expectAccessible(page);
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click();
      await expect.poll(() => page.locator('main [class*=skeleton]').count(), { message: path }).toBe(0);
      expect(await tab.evaluate(isWithinRow), `a tab that is shown is in sight on ${path}`).toBe(true);
      expect(await crowded(page), `headings too close to what is above them on ${path}`).toEqual([]);
    }
  }
  expect(misfits, 'screen, width, how much wider and higher it is').toEqual([]);
});
