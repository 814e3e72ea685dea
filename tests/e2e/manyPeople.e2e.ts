import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { pageOf } from './gates.ts';

it('lets an administrator give people new usernames from a list, and take that back', async () => {
  const page = await pageOf('okafor');
  await page.goto('/authenticated/admin/manageUsers/updateUserIds');
  const [filled] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: m.rostering_template_people() }).click(),
  ]);
  expect(filled.suggestedFilename()).toBe('new-usernames.csv');
  const choose = (rows: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'ids.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`user_name,first_name,new_user_name\r\n${rows}\r\n`),
    });
  await choose('leo,Leo,maya\r\nrivera,Rivera,okafor\r\n');
  await page.getByRole('button', { name: m.rostering_continue() }).click();
  await page.getByRole('rowheader', { name: m.roster_why_userNameTaken() }).first().waitFor();
  await expectAccessible(page);
  // Two people swap.
  await choose('leo,Leo,maya\r\nmaya,Somebody,leo\r\n');
  await page.getByRole('button', { name: m.rostering_continue() }).click();
  await page.getByRole('rowheader', { name: m.roster_why_otherPerson({ name: 'Maya' }) }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: m.rostering_confirm() }).click();
  await page.getByText(m.rostering_over_done(), { exact: true }).waitFor();
  await page.getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByText(m.rostering_over_rolledBack_text()).first().waitFor();
  await expectAccessible(page);
});

it('lets an administrator change selected people by keyboard, and take that back', async () => {
  const page = await pageOf('lindqvist');
  await page.goto('/authenticated/admin/manageUsers/search?filter=leo');
  const leo = page.getByRole('checkbox', { name: /Leo/ }).first();
  await leo.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: m.people_batch_selected() }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: m.people_batch_close() }).focus();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: m.people_batch_go() }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/userBatch\?job=\d+$/);
  await page.getByText(m.people_batch_source({ action: m.people_batch_close() })).waitFor();
  const confirm = page.getByRole('button', { name: m.people_batch_confirm() });
  await confirm.waitFor();
  await expectAccessible(page);
  // Left and reopened.
  await page.reload();
  await confirm.waitFor();
  const number = page.getByLabel(m.rostering_brake_field({ words: '1' }));
  if (await number.isVisible()) await number.fill('1');
  await confirm.click();
  await page.getByText(m.people_batch_done(), { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: m.people_batch_undo() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.people_batch_undo() }).click();
  await page.getByText(m.people_batch_restored()).first().waitFor();
  await page.getByRole('link', { name: m.rostering_history() }).click();
  await page
    .getByRole('row', { name: m.people_batch_source({ action: m.people_batch_close() }) })
    .first()
    .waitFor();
});
