import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { screenshot, type Theme } from './browser.ts';
import { pageOf } from './gates.ts';

async function openLibrary(theme: Theme) {
  const page = await pageOf('rivera', { theme });
  await page.waitForURL(/contentHome$/);
  const cards = page.getByRole('list', { name: 'Resources' }).getByRole('article');
  await cards.first().waitFor();
  return { page, cards };
}

it('finds with a misspelt word, narrows by a facet, previews, keeps, and comes back to where it was', async () => {
  const { page, cards } = await openLibrary('light');
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('gravtiy');
  await page.getByText('Showing results for “gravity”.').waitFor();
  const before = await cards.count();
  await page
    .getByRole('group', { name: m.library_kind() })
    .getByRole('checkbox', { name: /^Reading/ })
    .check();
  await page.waitForURL(/kinds=1(&|$)/);
  await expect.poll(() => cards.count()).toBeLessThan(before);
  const narrowed = await cards.count();
  const title = (await cards.last().getByRole('link').first().textContent()) ?? '';
  await page.evaluate(() => window.scrollTo(0, 200));

  await cards.last().getByRole('link').first().click();
  await page.waitForURL(/previewResource\/[\w-]+$/);
  await page.getByText(title).first().waitFor();
  await page.goBack();
  await page.waitForURL(/q=gravtiy.*kinds=1/);
  await cards.first().waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('gravtiy');
  expect(await page.getByRole('checkbox', { name: /^Reading/ }).isChecked()).toBe(true);
  expect(await cards.count()).toBe(narrowed);
  expect(await page.locator('[data-selected] article').getByRole('link').first().textContent()).toBe(title);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);

  const keep = page.getByRole('button', { name: `Save “${title}” to my library` });
  await keep.click();
  await page.getByRole('button', { name: `Remove “${title}” from my library` }).waitFor();
  await page.getByRole('tab', { name: m.library_tab_recent() }).click();
  await page.getByRole('article', { name: title }).waitFor();
  await page.getByRole('tab', { name: m.library_tab_mine() }).click();
  await page.getByRole('article', { name: title }).waitFor();
  await page.getByRole('button', { name: `Remove “${title}” from my library` }).click();
  await page.getByRole('article', { name: title }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: m.library_external_add() }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Tide tables');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'tides.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 tides') });
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Resource Added').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'tides.pdf' }).click()]);
  expect(download.suggestedFilename()).toBe('tides.pdf');
  await page.getByRole('button', { name: 'Remove “Tide tables”' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Tide tables', { exact: true }).waitFor({ state: 'detached' });
});

it('is accessible on every screen, in every theme', async () => {
  const screens = ['content/contentHome?tab=lessons', 'content/assessment', 'home/dashboard', 'home/get_grades_and_standard?grade=6'];
  const { page } = await openLibrary('light');
  await screenshot(page, 'library');
  await expectAccessible(page);
  for (const path of screens) {
    await page.goto(`/authenticated/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[class*=skeleton]').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
  }
});
