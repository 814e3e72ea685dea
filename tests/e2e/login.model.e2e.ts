import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { Credentials, loginMachine } from '../../src/machines/login/loginMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { loginModel } from '../machines/login.model.ts';
import { type Gates, keptPage } from './gates.ts';
import { alertText, field } from './publicForm.ts';

let gates: Gates;

const submit = (page: Page) => page.getByRole('button', { name: /^Sign(ing)? in/ });
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
    gates = await kept.begin(page);
    await gates.hold(login.loginWithoutDistrict, secondFactor.answerWithCode);
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
    'xstate.done.actor.authenticate': ({ output }) =>
      'challenge' in output ? gates.answer(login.loginWithoutDistrict, output) : gates.letThrough(login.loginWithoutDistrict),
    'challenge.passed': async (_event, { page }) => {
      await confirm(page);
      const answer = await page.request.post(`/api/ngss${login.loginWithoutDistrict.path}`, {
        data: { username: 'maya', password: 'science-rocks' },
      });
      await gates.answer(secondFactor.answerWithCode, (await answer.json()).data);
    },
    'challenge.left': (_event, { page }) => page.getByRole('button', { name: m.login_second_back() }).click(),
    'challenge.ended': async ({ problem }, { page }) => {
      await confirm(page);
      await gates.fail(secondFactor.answerWithCode, problem);
    },
    'xstate.error.actor.authenticate': ({ error }) => gates.fail(login.loginWithoutDistrict, error),
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
