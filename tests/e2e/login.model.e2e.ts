import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Credentials, loginMachine } from '../../src/machines/login/loginMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { loginModel } from '../machines/login.model.ts';
import { baseUrl } from './browser.ts';
import { keptPage } from './gates.ts';

/** Pending sign-in calls. */
let waiting: Route[] = [];
const next = async (): Promise<Route> => {
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  return waiting.shift() as Route;
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: /^Sign(ing)? in/ });
const alertText = (page: Page) => page.getByRole('alert').first().textContent();
/** The model's credentials, as typed by a user of the sample school. */
const typed = ({ username, password }: Credentials) => ({
  [m.login_username()]: username.trim() && 'maya',
  Password: password && 'science-rocks',
});

const confirm = async (page: Page) => {
  await field(page, 'Code').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
};

const kept = keptPage({ expected: [/status of 4\d\d/, /ERR_FAILED/] });

describeBrowser<typeof loginMachine>(loginModel, {
  ...kept,
  mount: async ({ page }) => {
    await kept.begin(page);
    waiting = [];
    await page.route('**/login/index', (route) => {
      waiting.push(route);
    });
    await page.goto('/');
    await field(page, m.login_username()).waitFor();
  },
  drive: {
    'form.edited': ({ type: _ }, { page }) => field(page, m.login_username()).pressSequentially('a'),
    'login.submitted': async ({ credentials }, { page }) => {
      for (const [label, value] of Object.entries(typed(credentials))) await field(page, label).fill(value);
      await submit(page).click();
    },
    'login.confirmed': (_event, { page }) => page.getByRole('button', { name: m.login_replace_confirm() }).click(),
    'login.declined': (_event, { page }) => page.getByRole('button', { name: 'Cancel' }).click(),
    'xstate.done.actor.authenticate': async ({ output }) => {
      const route = await next();
      if ('challenge' in output) await route.fulfill({ json: { status: 'success', message: '', data: output } });
      else await route.continue();
    },
    'challenge.passed': async (_event, { page }) => {
      await page.route('**/answer_with_code', async (route) => {
        const postData = { username: 'maya', password: 'science-rocks' };
        await route.fulfill({ response: await route.fetch({ url: `${baseUrl()}/api/ngss/ngss/login/index`, postData }) });
      });
      await confirm(page);
    },
    'challenge.left': (_event, { page }) => page.getByRole('button', { name: m.login_second_back() }).click(),
    'challenge.ended': async ({ problem: { code, message } }, { page }) => {
      await page.route('**/answer_with_code', (route) => route.fulfill({ status: code, json: { status: 'error', message, data: null } }));
      await confirm(page);
    },
    'xstate.error.actor.authenticate': async ({ error: { code, message } }) => {
      const route = await next();
      if (code === 0) await route.abort();
      else await route.fulfill({ status: code, json: { status: 'error', message, data: null } });
    },
  },
  see: {
    'editing.fresh': async (_snapshot, { page }) => {
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await field(page, m.login_username()).getAttribute('aria-invalid')).toBeNull();
    },
    'editing.typing': async (_snapshot, { page }) => {
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await field(page, m.login_username()).getAttribute('aria-invalid')).toBeNull();
    },
    'editing.incomplete': async (_snapshot, { page }) => {
      await page.getByText(m.login_incomplete()).first().waitFor();
      expect(await field(page, m.login_username()).getAttribute('aria-invalid')).toBe('true');
    },
    'editing.refused': async ({ context }, { page }) => {
      expect(await alertText(page)).toBe(`Failed to Login${context.problem.message}`);
    },
    'editing.unreachable': async (_snapshot, { page }) => {
      expect(await alertText(page)).toMatch(/^Failed to LoginThe server did not answer/);
      expect(await field(page, 'Password').inputValue(), 'what was typed').toBe('science-rocks');
    },
    authenticating: async (_snapshot, { page }) => {
      expect(await submit(page).getAttribute('aria-disabled')).toBe('true');
    },
    challenged: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.login_second_title() }).waitFor();
      expect(new URL(page.url()).pathname, 'nobody is signed in yet').toBe('/');
    },
    asking: async ({ context }, { page }) => {
      await page.getByText(context.problem.message).waitFor();
      expect(new URL(page.url()).pathname, 'nothing has happened yet').toBe('/');
    },
    signedIn: (_snapshot, { page }) => page.waitForURL(/\/authenticated\//),
  },
});
