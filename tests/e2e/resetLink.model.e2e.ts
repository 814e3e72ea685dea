import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import type { resetLinkMachine } from '../../src/machines/account/resetLinkMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { resetLinkModel } from '../machines/resetLink.model.ts';
import { driversOf, type Gates, keptPage } from './gates.ts';
import { alertText, field, press } from './publicForm.ts';

const calls = {
  requestLink: account.retrievePassword,
  requestLinkAgain: account.generateResetLink,
};
let gates: Gates;
const submit = (page: Page) => page.getByRole('button', { name: oneOf(m.account_send_link(), m.account_sending()) });
const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof resetLinkMachine>(resetLinkModel, {
  ...kept,
  mount: async ({ page }) => {
    gates = await kept.begin(page);
    await gates.hold(...Object.values(calls));
    await page.goto('/account/retrievePassword');
  },
  drive: {
    'email.submitted': async ({ email }, { page }) => {
      await field(page, m.account_email()).fill(email);
      await submit(page).click();
    },
    'form.edited': (_event, { page }) => page.locator('input[aria-invalid]').first().pressSequentially('x'),
    'link.requestedAgain': (_event, { page }) => press(page, m.account_send_again()),
    ...driversOf(calls, () => gates),
  },
  see: {
    'editing.fresh': async (_snapshot, { page }) => expect(await page.getByRole('alert').count()).toBe(0),
    'editing.typing': async (_snapshot, { page }) => expect(await page.locator('[aria-invalid]').count()).toBe(0),
    'editing.incomplete': (_snapshot, { page }) => page.getByText(startingWith(m.account_email_missing())).first().waitFor(),
    'editing.refused': async ({ context }, { page }) => {
      expect(await alertText(page)).toBe(context.problem.message);
      expect(await field(page, m.account_email()).inputValue()).toBe('ana@hill.example');
    },
    'editing.unreachable': async (_snapshot, { page }) => expect(await alertText(page)).toMatch(/^The server did not answer/),
    sending: async (_snapshot, { page }) => expect(await submit(page).getAttribute('aria-disabled')).toBe('true'),
    sent: (_snapshot, { page }) => page.getByText(/^If ana@hill\.example belongs to an account/).waitFor(),
    'sent.again': (_snapshot, { page }) => page.getByText(startingWith(m.account_link_sent_again())).waitFor(),
    'sent.unsent': (_snapshot, { page }) => page.getByText('We have encountered an error, please try after some time').first().waitFor(),
    sendingAgain: (_snapshot, { page }) => page.getByRole('button', { name: m.account_sending() }).waitFor(),
  },
});
