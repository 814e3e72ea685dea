import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../contract/account.ts';
import { login } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';

const password = 'science-rocks';
const newPassword = 'rocks-and-rivers';

let teacher: Page;
beforeAll(async () => {
  teacher = await signIn('chaudhry', { isKept: true });
});
// Restores the password for later tests.
afterAll(async () => {
  const { token, userData } = await ask(login.login, { username: 'chaudhry', password: newPassword });
  await ask(account.changePassword, { user_puid: userData.userPuid, current_password: newPassword, password }, token);
});

async function signIn(user: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto('/');
  await page.locator('input[name=username]').fill(user);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/contentHome/);
  return page;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
/** The next response of a call whose path ends like this. */
const called = (page: Page, path: string) => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path));

it('lets a teacher put a name right, choose a photo and change the password', async () => {
  await teacher.goto('/authenticated/profileSettings/profile');
  await teacher.getByLabel(m.account_first_name()).fill('');
  await press(teacher, 'Save');
  await teacher.getByText(m.account_field_missing()).waitFor();
  await expectAccessible(teacher);
  await teacher.getByLabel(m.account_first_name()).fill('Nadia Rose');
  await press(teacher, 'Save');
  await teacher.getByText(m.account_profile_saved()).first().waitFor();
  await teacher.getByRole('button', { name: 'Account of Nadia Rose Chaudhry' }).waitFor();

  const picture = await teacher.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } });
  await teacher.getByRole('tab', { name: 'Photo' }).click();
  const input = teacher.locator('input[type=file]');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await teacher.getByText(m.account_photo_unreadable()).waitFor();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await teacher.getByText(m.account_photo_changed()).first().waitFor();
  // In the top bar as well.
  await teacher.getByRole('banner').locator('img').waitFor();
  await expectAccessible(teacher);
  await press(teacher, m.account_photo_remove());
  await teacher.getByText(m.account_photo_none()).waitFor();

  await teacher.getByRole('tab', { name: 'Password' }).click();
  await teacher.getByLabel(m.account_current_password()).fill('guess');
  await teacher.getByLabel(m.account_new_password()).fill(newPassword);
  await teacher.getByLabel(m.account_repeat_password()).fill(newPassword);
  await press(teacher, m.account_password_change());
  await teacher.getByRole('alert').getByText('Your current password is not right.').waitFor();
  await expectAccessible(teacher);
  await teacher.getByLabel(m.account_current_password()).fill(password);
  await press(teacher, m.account_password_change());
  await teacher.getByText(m.account_password_changed_here()).first().waitFor();
});

it('makes a code by which a lesson opens', async () => {
  await teacher.goto('/authenticated/content/contentHome?tab=lessons');
  await teacher
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await teacher.getByRole('menuitem', { name: m.sharing_menu_code() }).click();
  const dialog = teacher.getByRole('dialog', { name: /^A code for / });
  await dialog.getByRole('button', { name: m.teacher_code_make() }).click();
  const code = (await dialog.locator('[data-focus=lesson-code]').textContent()) ?? '';
  expect(code).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
  await dialog.getByRole('img', { name: m.teacher_code_picture({ code }) }).waitFor();
  await expectAccessible(teacher);
  const guest = await ask(login.loginWithAssignmentCode, { code, name: 'Guest' });
  expect(guest?.userData.user_info?.lesson_id).toBeGreaterThan(0);
  await teacher.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('takes a message with a file to an administrator, and the answer back, which is told once', async () => {
  await teacher.goto('/authenticated/feedbackform');
  await teacher.getByLabel(m.account_feedback_text()).fill('The clock in the lab is slow.\nSee the sheet.');
  await teacher.locator('input[type=file]').setInputFiles({ name: 'clock.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
  await press(teacher, 'Send');
  await teacher.getByText('Feedback sent successfully').first().waitFor();

  const office = await signIn('okafor');
  await office.getByRole('link', { name: 'Messages' }).click();
  await office.getByRole('button', { name: /^Read the message from .* Chaudhry: The clock in the lab is slow/ }).click();
  const dialog = office.getByRole('dialog', { name: m.account_feedback_problem() });
  const [file] = await Promise.all([office.waitForEvent('download'), dialog.getByRole('button', { name: 'Save clock.csv' }).click()]);
  expect(file.suggestedFilename()).toBe('clock.csv');
  await dialog.getByRole('button', { name: m.admin_inbox_answer_send() }).click();
  await dialog.getByText(m.admin_inbox_answer_missing()).waitFor();
  await expectAccessible(office);
  await dialog.getByLabel('Answer').fill('It is set right now.\nThank you!');
  await dialog.getByRole('button', { name: m.admin_inbox_answer_send() }).click();
  await dialog.getByText(/^Grace Okafor, /).waitFor();
  await office.keyboard.press('Escape');
  await office.getByText(m.admin_inbox_none_open()).waitFor();
  // Its row is gone, and focus is back where it was.
  await expect.poll(() => office.evaluate(() => document.activeElement?.getAttribute('data-focus'))).toBe('records');
  await office.getByText('Answered', { exact: true }).click();
  await office.getByRole('button', { name: /^Read the message from .* Chaudhry/ }).waitFor();
  await expectAccessible(office);

  await teacher.reload();
  const told = teacher.getByRole('region', { name: 'Notification' });
  await told.getByText('Grace Okafor answered your message').waitFor();
  await told.getByText('It is set right now.').waitFor();
  await expectAccessible(teacher);
  await Promise.all([called(teacher, '/disable_notification'), told.getByRole('button', { name: 'Dismiss' }).click()]);
  await told.waitFor({ state: 'detached' });
  const [asked] = await Promise.all([called(teacher, '/get_notification'), teacher.reload()]);
  expect((await asked.json()).data).toEqual([]);
  expect(await told.count()).toBe(0);
});
