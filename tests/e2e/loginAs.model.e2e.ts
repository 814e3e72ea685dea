import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { login } from '../../contract/login.ts';
import type { loginAsMachine } from '../../src/machines/loginAs/loginAsMachine.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { loginAsModel, managedUser } from '../machines/loginAs.model.ts';
import { newPage } from './browser.ts';
import { Gates, signedInAs, signIn } from './gates.ts';

const other = { ...managedUser, user_puid: 8, user_name: 'other', first_name: 'Sam', can_login_as: false };
let gates: Gates;
const dialog = (page: Page) => page.getByRole('alertdialog');
const rowButton = (page: Page, name: string) => page.getByRole('button', { name: `Sign in as ${name}` });

describeBrowser<typeof loginAsMachine>(loginAsModel, {
  open: () => newPage({ expected: [/ERR_FAILED/] }),
  mount: async ({ page }) => {
    await signIn(page, 'lindqvist');
    gates = new Gates(page);
    await gates.always(account.managedUsers, { users: [managedUser, other], is_cut: false });
    await gates.hold(login.loginAsUser);
    await page.goto('/authenticated/admin/manageUsers/search');
    await rowButton(page, 'Ada Example').waitFor();
  },
  drive: {
    'user.chosen': ({ user }, { page }) => rowButton(page, `${user.first_name} Example`).click({ force: true }),
    'acting.confirmed': (_event, { page }) => dialog(page).getByRole('button', { name: 'Sign in as' }).click(),
    'acting.cancelled': (_event, { page }) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    'xstate.done.actor.loginAsUser': async ({ output }, { page }) => {
      // The person of this path is nobody to the backend: what it refused would end the acting at once.
      await page.route('**/api/**', () => {});
      await gates.answer(
        login.loginAsUser,
        await signedInAs(page, output, { acting: { user_puid: 1, name: 'Nils Lindqvist', until: '2030-01-01T00:00:00.000Z' } }),
      );
    },
    'xstate.error.actor.loginAsUser': ({ error }) => gates.fail(login.loginAsUser, error),
  },
  see: {
    choosing: async (_snapshot, { page }) => {
      await expect.poll(() => dialog(page).count()).toBe(0);
      expect(await rowButton(page, 'Sam Example').getAttribute('aria-disabled')).toBe('true');
    },
    confirming: (_snapshot, { page }) =>
      dialog(page)
        .getByText(/For 30 minutes you see and do everything as Ada Example/)
        .waitFor(),
    'confirming.refused': (_snapshot, { page }) => dialog(page).getByText('Invalid Credentials').waitFor(),
    'confirming.unreachable': (_snapshot, { page }) =>
      dialog(page)
        .getByText(/The server did not answer/)
        .waitFor(),
    starting: (_snapshot, { page }) => dialog(page).waitFor(),
    acting: (_snapshot, { page }) => page.getByRole('button', { name: 'Exit' }).waitFor(),
  },
});
