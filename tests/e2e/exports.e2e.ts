import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { dataExport } from '../../src/views/exports/dataExport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';

it('an export goes on without its page, is found again on another device, downloaded and deleted', async () => {
  const page = await newPage();
  await signIn(page, 'okafor');
  await page.goto(addressOf(dataExport));
  await page.getByRole('button', { name: m.exports_new(), exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('checkbox', { name: m.exports_people(), exact: true }).check();
  await form.getByRole('checkbox', { name: m.exports_with_names() }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: m.exports_start(), exact: true }).click();
  await page.waitForURL(/usageReportDownload/);
  const address = page.url();
  await page.goto('about:blank');

  const other = await newPage();
  await signIn(other, 'okafor');
  await other.goto(addressOf(dataExport));
  const row = other.getByRole('row', { name: new RegExp(`${m.exports_people()}, ${m.exports_results()}`) });
  await row.getByRole('link').click();
  await other.waitForURL(address);
  await expectAccessible(other);
  const [file] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: m.exports_download(), exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^export \d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await other.getByRole('button', { name: m.exports_delete(), exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: m.workspace_delete(), exact: true }).click();
  await other.getByRole('heading', { level: 1, name: m.exports_title() }).waitFor();
  await expect.poll(() => row.count()).toBe(0);
});
