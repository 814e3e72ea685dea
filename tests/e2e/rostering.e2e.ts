import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { screenshot, themes } from './browser.ts';
import { pageOf } from './gates.ts';

const list = [
  'Student ID;Username;First name;Last name;Grade;Class;Period',
  '77001;zoe.park77;Zoe;Park;7;Rocks and Rivers;3',
  '77002;kai.mori77;Kai;Mori;7;Rocks and Rivers;3',
].join('\r\n');

it('lets an administrator import a file with findings, mend it, see what changes, apply it, and undo it', async () => {
  const page = await pageOf('okafor');
  await page.goto('/authenticated/admin/manageUsers/importUsers');
  await page.locator('input[type=file]').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await page.getByText(m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) })).waitFor();
  const [corrected] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download students.csv with an error column' }).click(),
  ]);
  expect(corrected.suggestedFilename()).toBe('students-errors.csv');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read the columns as separated by “;”' }).click();
  await page.getByText(m.rostering_clean({ rows: m.rostering_rows({ count: 2, number: 2 }) })).waitFor();
  await page.getByRole('button', { name: m.rostering_continue() }).click();
  await page.getByRole('rowheader', { name: 'Kai Mori' }).waitFor();
  await expectAccessible(page);
  await page.waitForURL(/\?job=\d+$/);
  // Left and reopened.
  await page.reload();
  await page.getByRole('button', { name: m.rostering_confirm() }).click();
  await page.getByText('Imported', { exact: true }).waitFor();
  await page.getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByText(m.rostering_over_rolledBack_text()).first().waitFor();
  await page.getByRole('link', { name: m.rostering_history() }).click();
  await page.getByRole('row', { name: /students\.csv Undone/ }).waitFor();
});

it('lets a teacher add a student, delete with undo, and print labels', async () => {
  const page = await pageOf('rivera');
  await page.goto('/authenticated/rostering/viewStudents');
  await page.getByRole('rowheader').first().waitFor();
  await page.getByRole('button', { name: m.rostering_add_student() }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(m.rostering_first_name()).fill('Ines');
  await form.getByLabel(m.rostering_last_name()).fill('Lovell');
  const classes = form.getByLabel('Class');
  const own = await classes.getByRole('option', { name: /^Science 6, Period 2/ }).getAttribute('value');
  await classes.selectOption(own);
  await form.getByRole('button', { name: m.records_save() }).click();
  expect(await page.getByLabel(m.rostering_code(), { exact: true }).textContent()).toMatch(/^[a-z0-9]{8}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('rowheader', { name: 'Lovell, Ines' });
  await row.waitFor();
  await page.getByRole('button', { name: 'Actions for Ines Lovell' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await page.getByRole('link', { name: 'Classes' }).click();
  await page.getByRole('article').getByRole('link', { name: 'Science 6, Period 2' }).click();
  await page.getByRole('link', { name: m.rostering_print_labels() }).click();
  await page.getByRole('button', { name: /^Make \d+ labels$/ }).click();
  await page.getByRole('button', { name: m.rostering_labels_print() }).waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('list', { name: m.rostering_labels() }).getByText('Ines Lovell').waitFor();
  expect(await page.getByRole('button', { name: m.rostering_labels_print() }).isVisible()).toBe(false);
});

it('fits a phone, and is accessible on every screen in every theme', async () => {
  const phone = await pageOf('rivera', { viewport: 'phone' });
  for (const path of [
    'rostering/viewStudents',
    'rostering/importStudents',
    'mygroups/mygroupsHome',
    'mygroups/add',
    'mygroups/printLabels',
  ]) {
    await phone.goto(`/authenticated/${path}`);
    await phone.getByRole('heading', { level: 1 }).waitFor();
    const [wide, seen] = await phone.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    expect(wide, path).toBe(seen);
  }
  await expectAccessible(phone);
  const page = await pageOf('lindqvist', { theme: themes[1] });
  const screens = ['oneRosterImport', 'transferMygroup'];
  for (const path of screens) {
    await page.goto(`/authenticated/admin/manageUsers/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
  }
  await screenshot(page, 'rostering-transfer');
  // A class is handed over, and back.
  await page.getByLabel(m.groups_hand_from()).selectOption({ index: 1 });
  const classes = page.getByRole('table', { name: 'Classes' });
  await classes.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByLabel(m.groups_hand_to()).selectOption({ index: 1 });
  await page.getByRole('button', { name: m.groups_hand_go({ count: 1 }) }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/will no longer see these classes/).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: m.groups_hand_go({ count: 1 }) }).click();
  await page.getByText(m.groups_handed_over()).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Undo: / }).click();
  await page.getByText(m.groups_handed_back()).first().waitFor();
});
