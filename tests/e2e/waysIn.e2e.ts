import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { baseUrl, newPage, screenshot, searchList, viewports } from './browser.ts';

const password = 'science-rocks';

/** Makes a call of the contract from outside the browser. */
async function send(call: Call, input: Record<string, unknown>, token?: string): Promise<any> {
  const url = new URL(`/api/${call.backend}${call.path}`, baseUrl());
  if (call.bodyType === 'none') for (const [key, value] of Object.entries(input)) url.searchParams.set(key, String(value));
  const answer = await fetch(url, {
    method: call.method,
    headers: {
      ...(call.bodyType === 'none' ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(call.bodyType === 'none' ? {} : { body: JSON.stringify(input) }),
  });
  const { status, message, data } = (await answer.json()) as { status: string; message: string; data: unknown };
  expect({ status, message }, call.path).toEqual({ status: 'success', message: '' });
  return data;
}
const signIn = (username: string) => send(calls.login, { username, password });

/** A code for a lesson of the sample school, made by a teacher. */
async function makeCode(): Promise<{ code: string; lesson: string }> {
  const { token, userData } = await signIn('rivera');
  const [lesson] = await send(calls.prebuiltLessons, { user_puid: userData.userPuid }, token);
  const { code } = await send(calls.generateCode, { lesson_id: lesson.lesson_id }, token);
  return { code, lesson: lesson.lesson_name };
}

/** The link in the newest e-mail to an address. */
async function linkTo(recipient: string): Promise<string> {
  const { token } = await signIn('root');
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const mails: { recipient: string; text: string }[] = await send(calls.mails, {}, token);
        link = /https?:\/\/\S+/.exec(mails.find((mail) => mail.recipient === recipient)?.text ?? '')?.[0];
        return link;
      },
      { message: `an e-mail to ${recipient}` },
    )
    .toBeTruthy();
  return link as string;
}
const looks = async (page: Awaited<ReturnType<typeof newPage>>, name: string) => {
  for (const [viewport, size] of Object.entries({ desktop: { width: 1366, height: 768 }, phone: viewports.phone })) {
    await page.setViewportSize(size);
    await screenshot(page, `${name}-${viewport}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
};

it('opens a lesson by code, as it is typed: small letters, spaces, O for 0', async () => {
  const { code, lesson } = await makeCode();
  const page = await newPage();
  await page.goto('/');
  await looks(page, 'sign-in');
  await page.getByRole('link', { name: m.login_use_code() }).click();
  await page.getByLabel(m.login_code()).fill('WRONG-CODE');
  await page.getByRole('button', { name: m.login_code_submit() }).click();
  await page.getByText('Incorrect. No lesson has this code.').waitFor();
  await expectAccessible(page);
  await looks(page, 'code-incorrect');
  const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  await page.getByLabel(m.login_code()).fill(` ${typed.slice(0, 4)} ${typed.slice(4)} `);
  await page.getByLabel(m.login_code_name()).fill('Ana');
  await page.getByLabel(m.login_code_name()).press('Enter');
  await page.getByText(lesson).first().waitFor();
  expect(page.url()).toContain('/studentDashboard/studentLessonPlayer/');
  await page.reload();
  await page.getByText(lesson).first().waitFor();
});

it('shows a guest with a code nothing that a guest may not have', async () => {
  const { code } = await makeCode();
  const page = await newPage();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto('/account/code');
  await page.getByLabel(m.login_code()).fill(code);
  await page.getByRole('button', { name: m.login_code_submit() }).click();
  await page.waitForURL('**/studentLessonPlayer/**');
  await page.goto('/authenticated');
  await page.waitForURL('**/studentDashboard/studentDashboard/0');
  const tabs = page.getByRole('navigation').first().getByRole('link');
  await tabs.first().waitFor();
  const addresses = await tabs.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('button', { name: /Guest/ }).click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual([m.common_sign_out()]);
  expect(refused).toEqual([]);
});

it('asks before a sign-in replaces the session of somebody else, in every way in', async () => {
  const { code } = await makeCode();
  const page = await newPage();
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill('maya');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/studentDashboard/**');
  await page.goto('/account/code');
  await page.getByLabel(m.login_code()).fill(code);
  await page.getByRole('button', { name: m.login_code_submit() }).click();
  await page.getByText(/is signed in on this computer/).waitFor();
  await expectAccessible(page);
  await looks(page, 'replace-question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel(m.login_code()).inputValue()).toBe(code);
  await page.getByRole('button', { name: m.login_code_submit() }).click();
  await page.getByRole('button', { name: m.login_replace_confirm() }).click();
  await page.waitForURL('**/studentDashboard/**');
  await page
    .getByRole('button', { name: /Guest \(code\)/ })
    .waitFor()
    .catch(() => page.getByText('Step').first().waitFor());
});

it('lets an administrator act as a teacher, with the bar on every screen, and exit to the own session', async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill('lindqvist');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contentHome');
  await page.getByRole('link', { name: m.common_nav_admin() }).first().click();
  await page.locator(`main a[href="${paths.manageUsers}"]`).click();
  await searchList(page, 'rivera');
  await page
    .getByRole('button', { name: /Sign in as .*Rivera/ })
    .first()
    .waitFor();
  await looks(page, 'users');
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /Sign in as .*Rivera/ })
    .first()
    .click();
  await page.getByText('For 30 minutes').waitFor();
  await looks(page, 'login-as-question');
  await page.getByRole('alertdialog').getByRole('button', { name: m.account_login_as() }).click();
  const bar = page.getByRole('button', { name: 'Exit' });
  await bar.waitFor();
  await page.waitForURL('**/contentHome');
  await page.getByRole('link', { name: 'Assignments' }).first().click();
  await page.getByRole('heading', { name: 'Assignments' }).waitFor();
  await looks(page, 'acting');
  await expectAccessible(page);
  await bar.click();
  await page.getByRole('link', { name: m.common_nav_admin() }).first().waitFor();
  expect(await bar.count()).toBe(0);
});

it('gives a new password to whoever opens the link from the e-mail, once', async () => {
  const page = await newPage();
  await page.goto('/account/retrievePassword');
  await page.getByRole('button', { name: m.account_send_link() }).click();
  await page.getByText(m.account_email_missing()).first().waitFor();
  await page.getByLabel(m.account_email()).fill('brandt@cedarvalley.example');
  await looks(page, 'forgot');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: m.account_link_sent() }).waitFor();
  await expectAccessible(page);
  await looks(page, 'link-sent');
  const link = await linkTo('brandt@cedarvalley.example');
  await page.goto(link);
  await page.getByLabel(m.account_new_password()).fill('new-rocks');
  await page.getByLabel(m.account_repeat_password()).fill('other');
  await page.keyboard.press('Enter');
  await page.getByText(m.account_password_different()).first().waitFor();
  await expectAccessible(page);
  await looks(page, 'new-password');
  await page.getByLabel(m.account_repeat_password()).fill('new-rocks');
  await page.getByRole('button', { name: m.account_save_password() }).click();
  await page.getByText('Your password is changed.').waitFor();
  await page.getByLabel(m.login_username()).fill('brandt');
  await page.getByLabel('Password', { exact: true }).fill('new-rocks');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contentHome');

  const other = await newPage();
  await other.goto(link);
  await other.getByText('This link has already been used.').waitFor();
  expect(new URL(other.url()).pathname).toBe('/');
});

it('registers a teacher, whom the school administrator activates', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('link', { name: m.account_registration_title() }).click();
  await page.getByRole('button', { name: m.account_register() }).click();
  await page.getByRole('alert').getByText(m.account_registration_incomplete()).waitFor();
  await looks(page, 'registration-incomplete');
  await page.getByLabel(m.account_first_name()).fill('Dana');
  await page.getByLabel(m.account_last_name()).fill('Reyes');
  await page.getByLabel(m.account_email()).fill('rivera@cedarvalley.example');
  await page.getByRole('button', { name: /District/ }).click();
  await page.getByRole('option', { name: /Cedar Valley/ }).click();
  await page
    .getByRole('button', { name: /School/ })
    .last()
    .click();
  await page.getByRole('option', { name: /Ridge/ }).click();
  await page.getByRole('button', { name: m.account_register() }).click();
  await page.getByText('User with this email already exists').waitFor();
  await expectAccessible(page);
  await looks(page, 'registration-known');
  await page.getByLabel(m.account_email()).fill('dana.reyes@school.example');
  await page.getByRole('button', { name: m.account_register() }).click();
  await page.getByText('dana.reyes@school.example').waitFor();
  await page.goto(await linkTo('dana.reyes@school.example'));
  await page.getByRole('button', { name: m.account_confirm() }).click();
  await page.getByLabel(m.login_username()).fill('dana.reyes');
  await page.getByLabel(m.account_new_password()).fill('my-own-secret');
  await page.getByLabel(m.account_repeat_password()).fill('my-own-secret');
  await looks(page, 'registration-details');
  await page.getByRole('button', { name: m.account_sign_up() }).click();
  await page.getByRole('heading', { name: m.account_signed_up() }).waitFor();
  await looks(page, 'registration-done');

  const administrator = await newPage();
  await administrator.goto(await linkTo('okafor@cedarvalley.example'));
  await administrator.getByRole('button', { name: m.account_activate() }).click();
  await administrator.getByRole('heading', { name: m.account_activated({ name: 'Dana Reyes' }) }).waitFor();
  await page.getByRole('link', { name: m.login_back() }).click();
  await page.getByLabel(m.login_username()).fill('dana.reyes');
  await page.getByLabel('Password', { exact: true }).fill('my-own-secret');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contentHome');
});

it('shows the outbox to the super administrator alone', async () => {
  const page = await newPage();
  await page.goto('/developer/mail');
  await page.getByText('Only a super administrator sees the outbox').waitFor();
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill('root');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contentHome');
  await page.goto('/developer/mail');
  await page.getByText(m.account_choose_title()).first().waitFor();
  await expectAccessible(page);
  await looks(page, 'outbox');
});

it('leads on to a remembered place inside the product, and to no other', async () => {
  const page = await newPage();
  await page.goto('/?server=proc&redirect=/authenticated&path=assignments');
  await page.getByLabel(m.login_username()).fill('rivera');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/authenticated/assignments');
  const other = await newPage();
  await other.goto('/?server=proc&redirect=https://evil.example/');
  await other.getByLabel(m.login_username()).fill('rivera');
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.keyboard.press('Enter');
  await other.waitForURL('**/contentHome');
  expect(new URL(other.url()).origin).toBe(new URL(page.url()).origin);
});
