import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { login } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import { equal, managedUser } from '../machines/accountSamples.ts';
import { sessionOf } from '../machines/session.model.ts';
import { newPage } from './browser.ts';
import { describeCommand } from './describeCommand.ts';
import { press, question, says } from './dialogs.ts';
import { Gates, signedInAs, signIn } from './gates.ts';

let gates: Gates;
const rowButton = (page: Page, name: string) => page.getByRole('button', { name: m.account_login_as_name({ name }) });

describeCommand({
  name: 'loginAs',
  orders: [managedUser],
  question: 'plain',
  results: [sessionOf(7)],
  open: () => newPage({ expected: [/ERR_FAILED/] }),
  isKept: false,
  mount: async ({ page }) => {
    await signIn(page, 'lindqvist');
    gates = new Gates(page);
    await gates.always(account.managedUsers, { rows: [managedUser, equal], total: 2 });
    await gates.hold(login.loginAsUser);
    await page.goto('/authenticated/admin/manageUsers/search');
    await rowButton(page, 'Ada Example').waitFor();
  },
  // Another user is signed in by then.
  can: (_event, snapshot) => !snapshot.hasTag('done'),
  gates: () => gates,
  calls: { run: login.loginAsUser },
  answered: async (output, { page }) => {
    await gates.waits(login.loginAsUser);
    // The backend does not know this path's user, and its refusal would end the acting at once.
    await page.route('**/api/**', () => {});
    return signedInAs(page, output as ReturnType<typeof sessionOf>, {
      acting: { user_puid: 1, name: 'Nils Lindqvist', until: '2030-01-01T00:00:00.000Z' },
    });
  },
  press: {
    give: (_event, { page }) => rowButton(page, 'Ada Example').click(),
    confirm: press(m.account_login_as(), question),
    dismissQuestion: press(m.common_cancel(), question),
  },
  see: {
    'ready.fresh': async (_snapshot, { page }) => {
      await expect.poll(() => question(page).count()).toBe(0);
      expect(await rowButton(page, 'Sam Example').getAttribute('aria-disabled')).toBe('true');
    },
    'asking.confirming': says(m.account_login_as_text({ name: 'Ada Example' }), question),
    'asking.confirming.refused': says(m.login_invalid_credentials(), question),
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: (_snapshot, { page }) => question(page).waitFor(),
    'ready.done': (_snapshot, { page }) => page.getByRole('button', { name: 'Exit' }).waitFor(),
  },
});
