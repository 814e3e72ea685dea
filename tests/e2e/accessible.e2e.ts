import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';

/** Changes that break a page which was checked before, and what the check then names. */
const faults: Readonly<Record<string, readonly [change: (page: Page) => Promise<unknown>, named: RegExp]>> = {
  'pale text': [(page) => page.locator('h1').evaluate((one) => one.style.setProperty('color', '#bbb')), /light theme.*color-contrast/s],
  'pale text in another theme': [
    (page) =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('[data-theme=dark] h1 { color: #333 }');
        document.adoptedStyleSheets.push(sheet);
      }),
    /dark theme.*color-contrast/s,
  ],
  'another background': [
    (page) => page.locator('main').evaluate((one) => one.style.setProperty('background', '#777')),
    /light theme.*color-contrast/s,
  ],
  'a fading part': [(page) => page.locator('main').evaluate((one) => one.style.setProperty('opacity', '0.4')), /color-contrast/],
  'a picture without an alternative': [
    (page) => page.locator('main').evaluate((one) => one.append(document.createElement('img'))),
    /image-alt.*<img/s,
  ],
};

it('finds what is wrong on a page that was checked before, in every theme', async () => {
  const page = await newPage();
  const open = async () => {
    await page.goto('/');
    await page.getByLabel(m.login_username()).waitFor();
  };
  await open();
  await expectAccessible(page);
  for (const [fault, [change, named]] of Object.entries(faults)) {
    await open();
    await change(page);
    const error = await expectAccessible(page).catch((one: Error & { actual?: unknown }) => one);
    expect(`${error?.message} ${JSON.stringify(error?.actual)}`, fault).toMatch(named);
  }
  await open();
  await expectAccessible(page);
});
