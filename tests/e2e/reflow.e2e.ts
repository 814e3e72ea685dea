import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { screens } from '../../src/views/authenticatedRoutes.tsx';
import { ask } from './ask.ts';
import { expectAccessible, newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { crowded, excess, openScreen, unseen } from './layout.ts';

/** A phone, and the narrowest width at which WCAG 2.2 (1.4.10) asks that nothing be read by scrolling both ways, in px. */
const widths = [390, 320];

/** Whether a tab is within the row of tabs, which scrolls where there are many. */
const isWithinRow = (tab: Element) => {
  const [inner, outer] = [tab.getBoundingClientRect(), (tab.parentElement as Element).getBoundingClientRect()];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
};

it.each(['maya', 'rivera', 'lindqvist'])('every screen of %s fits a phone, and axe finds nothing on it', async (name) => {
  const { userData } = await ask(calls.login, { username: name, password: 'science-rocks' });
  const page = await newPage({ viewport: 'phone' });
  await signIn(page, name);
  const own = screens.filter(({ path, roles }) => roles.some((role) => role === userData.role) && !path.includes(':'));
  expect(own.length).toBeGreaterThan(5);
  const misfits: unknown[] = [];
  for (const { path } of own) {
    await openScreen(page, path);
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
