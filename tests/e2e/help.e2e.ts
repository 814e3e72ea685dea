import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { articleAddress } from '../../src/views/help/addresses.ts';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { noConnection, offlineScreen, programOnDevice } from './withoutConnection.ts';

it('a student finds the article of a page on a phone in Spanish, and what was read is there without a connection', async () => {
  const page = await newPage({ viewport: 'phone', theme: 'dark', locale: 'es-MX', expected: noConnection });
  await signIn(page, 'maya');
  await page.goto(paths.studentReport);
  await page.getByRole('link', { name: m.help_here({}, { locale: 'es' }) }).click();
  await page.getByRole('heading', { level: 1, name: 'Tus resultados' }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: m.help_title({}, { locale: 'es' }), exact: true })
    .first()
    .click();
  await page.getByText(m.help_topics({}, { locale: 'es' })).waitFor();
  await expectAccessible(page);
  await page.goto(articleAddress('your-home'));
  const picture = page.locator('main figure img');
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(600);
  await page.goto(articleAddress('your-resources'));
  await page.getByRole('link', { name: 'Tus resultados', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Tus resultados', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Tus resultados' }).waitFor();
  await page
    .getByRole('main')
    .getByText(m.common_may_be_old({}, { locale: 'es' }))
    .waitFor();
});

it('what was read is there after a reload without a connection, with its pictures', async () => {
  const page = await newPage({ hasWorker: true, expected: noConnection });
  await signIn(page, 'rivera');
  await programOnDevice(page);
  const title = page.getByRole('heading', { level: 1 });
  const picture = page.locator('figure img');
  const read = async (article: string) => {
    await page.goto(articleAddress(article));
    await picture.first().waitFor();
    await page.waitForLoadState('networkidle');
    return (await title.textContent()) as string;
  };
  const [second, first] = [await read('class-reports'), await read('assign-a-lesson')];
  await page.context().setOffline(true);
  await page.reload();
  await offlineScreen(page).waitFor();
  await page.getByRole('heading', { name: m.help_offline_list() }).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'offline-help');
  await page.getByRole('button', { name: first, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: first });
  await dialog.locator('img').first().waitFor();
  expect(
    await dialog
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(600);
  await expectAccessible(page);
  await screenshot(page, 'offline-help-article');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: second, exact: true }).waitFor();
  await page.context().setOffline(false);
  await title.filter({ hasText: first }).waitFor();
});

it('a term in a reading opens by keyboard, and the focus returns to it', async () => {
  const page = await newPage();
  await signIn(page, 'maya');
  await page.goto(`${paths.studentLibrary}?find=particles`);
  await page.getByRole('link', { name: 'Particles in motion', exact: true }).first().click();
  const term = page.locator('article button[aria-haspopup=dialog]', { hasText: 'molecules' });
  await term.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'molecule' });
  await dialog.getByText('molécula', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => term.evaluate((button) => button === document.activeElement)).toBe(true);
});
