import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import words from '../../messages/en/refusals.json' with { type: 'json' };
import type { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { passwordResetModel } from '../machines/passwordReset.model.ts';
import { driversOf, type Gates, goWithin, keptPage } from './gates.ts';
import { alertText, field, press } from './publicForm.ts';

const calls = {
  requestLink: account.retrievePassword,
  requestLinkAgain: account.generateResetLink,
  validateLink: account.validateResetLink,
  resetPassword: account.resetPassword,
};
let gates: Gates;
const submit = (page: Page) =>
  page.getByRole('button', {
    name: oneOf(m.account_send_link(), m.account_sending(), m.account_save_password(), m.account_saving()),
  });
const isHomeWith = async (page: Page, text: string | RegExp) => {
  await page.getByText(text).first().waitFor();
  await page.getByRole('heading', { name: m.login_submit() }).waitFor();
};

const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof passwordResetMachine>(passwordResetModel, {
  ...kept,
  mount: async ({ page, input }) => {
    gates = await kept.begin(page);
    await gates.hold(...Object.values(calls));
    const { linkId } = input as { linkId: string | null };
    await page.goto(linkId === null ? '/account/retrievePassword' : `/account/resetPassword?Id=${linkId}`);
  },
  drive: {
    'email.submitted': async ({ email }, { page }) => {
      await field(page, m.account_email()).fill(email);
      await submit(page).click();
    },
    'link.requestedAgain': (_event, { page }) => press(page, m.account_send_again()),
    'link.followed': ({ linkId }, { page }) => goWithin(page, `/account/resetPassword?Id=${linkId}`),
    'password.submitted': async ({ typed }, { page }) => {
      await field(page, m.account_new_password()).fill(typed.password);
      await field(page, m.account_repeat_password()).fill(typed.repeated);
      await submit(page).click();
    },
    'form.edited': (_event, { page }) => page.locator('input[aria-invalid]').first().pressSequentially('x'),
    'link.retried': (_event, { page }) => press(page, m.common_try_again()),
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
    validating: (_snapshot, { page }) => page.getByText(m.account_link_checking()).waitFor(),
    unvalidated: (_snapshot, { page }) => page.getByText(m.account_link_unknown()).waitFor(),
    choosing: (_snapshot, { page }) => page.getByText(/username ana\b/).waitFor(),
    'choosing.typing': async (_snapshot, { page }) => expect(await page.locator('[aria-invalid]').count()).toBe(0),
    'choosing.tooShort': (_snapshot, { page }) => page.getByText(m.account_password_too_short()).first().waitFor(),
    'choosing.different': (_snapshot, { page }) => page.getByText(m.account_password_different()).first().waitFor(),
    'choosing.refused': async (_snapshot, { page }) => expect(await alertText(page)).toMatch(startingWith(words.refusal_passwordCommon)),
    'choosing.unreachable': async (_snapshot, { page }) => {
      expect(await alertText(page)).toMatch(/^The server did not answer/);
      expect(await field(page, m.account_new_password()).inputValue(), 'what was typed').toBe('long enough');
    },
    saving: async (_snapshot, { page }) => expect(await submit(page).getAttribute('aria-disabled')).toBe('true'),
    changed: (_snapshot, { page }) => isHomeWith(page, /^Your password is changed/),
    dead: (_snapshot, { page }) => isHomeWith(page, 'This link has expired. Ask for a new one.'),
  },
});
