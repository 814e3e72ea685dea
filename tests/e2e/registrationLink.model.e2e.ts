import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registration } from '../../contract/registration.ts';
import type { registrationLinkMachine } from '../../src/machines/registration/registrationLinkMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { registrationLinkModel } from '../machines/registrationLink.model.ts';
import { driversOf, type Gates, keptPage } from './gates.ts';
import { field, press, problem } from './publicForm.ts';

const calls = {
  verifyLink: registration.verifyUserLink,
  submitDetails: registration.submitUserDetails,
  signUp: registration.signup,
};
let gates: Gates;
const submit = (page: Page) => page.getByRole('button', { name: oneOf(m.account_sign_up(), m.account_saving()) });
const isBusy = async (_snapshot: unknown, { page }: { page: Page }) =>
  expect(await submit(page).getAttribute('aria-disabled')).toBe('true');

const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof registrationLinkMachine>(registrationLinkModel, {
  ...kept,
  mount: async ({ page, input }) => {
    gates = await kept.begin(page);
    await gates.hold(...Object.values(calls));
    const { linkId } = input as { linkId: string };
    await page.goto(`/account/${linkId === 'activate' ? 'activation' : 'registration/confirm'}?Id=${linkId}`);
  },
  drive: {
    'form.edited': (_event, { page }) => field(page, m.account_user_name()).pressSequentially('x'),
    'link.opened': (_event, { page }) => press(page, oneOf(m.account_confirm(), m.account_activate())),
    'details.submitted': async ({ details }, { page }) => {
      await field(page, m.account_user_name()).fill(details.user_name);
      await field(page, m.account_grade()).fill(details.grade ?? '');
      await field(page, m.account_new_password()).fill(details.password);
      await field(page, m.account_repeat_password()).fill(details.repeated);
      await submit(page).click();
    },
    ...driversOf(calls, () => gates),
  },
  see: {
    opened: (_snapshot, { page }) => page.getByRole('button', { name: oneOf(m.account_confirm(), m.account_activate()) }).waitFor(),
    'opened.unreachable': (_snapshot, { page }) =>
      problem(page)
        .getByText(/^The server did not answer/)
        .waitFor(),
    verifying: (_snapshot, { page }) => page.getByRole('button', { name: m.account_link_checking() }).waitFor(),
    detailing: (_snapshot, { page }) => page.getByText('Your account at Hill School.').waitFor(),
    'detailing.typing': async (_snapshot, { page }) => expect(await page.locator('[aria-invalid]').count()).toBe(0),
    'detailing.incomplete': (_snapshot, { page }) => page.getByText(m.account_details_incomplete()).first().waitFor(),
    'detailing.different': (_snapshot, { page }) => page.getByText(m.account_password_different()).first().waitFor(),
    'detailing.tooShort': (_snapshot, { page }) => page.getByText(m.account_password_too_short()).first().waitFor(),
    'detailing.refused': ({ context }, { page }) => problem(page).getByText(context.problem.message).waitFor(),
    'detailing.unreachable': async (_snapshot, { page }) => {
      await problem(page).getByText('Registration failed').waitFor();
      expect(await field(page, m.account_user_name()).inputValue(), 'what was typed').toBe('dana');
    },
    submitting: isBusy,
    signingUp: isBusy,
    signedUp: (_snapshot, { page }) => page.getByText(m.account_signed_up_text({ school: 'Hill School' })).waitFor(),
    activated: (_snapshot, { page }) => page.getByText(m.account_activated({ name: 'Dana Reyes' })).waitFor(),
    dead: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.login_submit() }).waitFor();
      await page.getByText('This link has expired. Ask for a new one.').first().waitFor();
    },
  },
});
