import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sso } from '../../contract/sso.ts';
import type { SignOnInput, singleSignOnMachine } from '../../src/machines/sso/singleSignOnMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { singleSignOnModel } from '../machines/singleSignOn.model.ts';
import { newPage } from './browser.ts';
import { Gates, signedInAs } from './gates.ts';
import { press } from './publicForm.ts';

const labels = { roster: m.login_sso_roster(), classroom: m.login_sso_classroom() };
let gates: Gates;
let chosen = sso.rosterLogin;
let left: string[] = [];
const provider = (page: Page, name: keyof typeof labels) => page.getByRole('button', { name: labels[name], exact: true });
const isRefused = (_snapshot: unknown, { page }: { page: Page }) =>
  page.getByRole('alert').filter({ hasText: 'Invalid Credentials' }).first().waitFor();

describeBrowser<typeof singleSignOnMachine>(singleSignOnModel, {
  open: () => newPage({ expected: [/ERR_FAILED/, /status of 503/] }),
  mount: async ({ page, input }) => {
    const { code, hasFailed } = input as SignOnInput;
    gates = new Gates(page);
    await gates.always(sso.isCleverSsoEnable, { roster: true, classroom: true, learningTools: false });
    await gates.hold(sso.rosterLogin, sso.classroomLogin, sso.getAccessCode);
    // The other service responds with no content, so the page stays. The test only checks that the browser goes there.
    left = [];
    await page.route('https://roster.example/**', (route) => {
      left.push(route.request().url());
      return route.fulfill({ status: 204 });
    });
    await page.goto(`/account/singleSignOn${code ? `?code=${code}` : hasFailed ? '?error=invalid' : ''}`);
  },
  drive: {
    'provider.chosen': async (event, { page }) => {
      chosen = event.provider === 'roster' ? sso.rosterLogin : sso.classroomLogin;
      await provider(page, event.provider).click();
    },
    'signOn.retried': (_event, { page }) => press(page, m.common_try_again()),
    'replacement.confirmed': (_event, { page }) => press(page, m.login_replace_confirm()),
    'replacement.declined': (_event, { page }) => press(page, 'Cancel'),
    'xstate.done.actor.beginSignOn': ({ output }) => gates.answer(chosen, output),
    'xstate.error.actor.beginSignOn': ({ error }) => gates.fail(chosen, error),
    'xstate.done.actor.exchangeCode': async ({ output }, { page }) =>
      gates.answer(sso.getAccessCode, {
        ...(await signedInAs(page, output.session)),
        mustSelectSchool: output.mustSelectSchool,
        opens: null,
      }),
    'xstate.error.actor.exchangeCode': ({ error }) => gates.fail(sso.getAccessCode, error),
  },
  see: {
    'choosing.fresh': (_snapshot, { page }) => provider(page, 'roster').waitFor(),
    'choosing.again': (_snapshot, { page }) => provider(page, 'classroom').waitFor(),
    leaving: async (_snapshot, { page }) => expect(await provider(page, 'roster').getAttribute('aria-disabled')).toBe('true'),
    away: () => expect.poll(() => left).toEqual(['https://roster.example/authorize']),
    exchanging: (_snapshot, { page }) => page.getByText(m.login_sso_lead()).waitFor(),
    asking: ({ context }, { page }) => page.getByText(context.problem.message).waitFor(),
    unreachable: async (_snapshot, { page }) =>
      expect(await page.getByRole('alert').first().textContent()).toMatch(/^The server did not answer/),
    turnedAway: isRefused,
    refused: isRefused,
    declined: (_snapshot, { page }) => page.getByRole('heading', { name: m.login_submit() }).waitFor(),
    signedIn: (_snapshot, { page }) => page.waitForURL(/\/authenticated\//),
  },
});
