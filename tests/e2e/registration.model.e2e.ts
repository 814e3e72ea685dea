import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { registrationCalls as calls, registrationModel } from '../machines/registration.model.ts';
import { driversOf, type Gates, goWithin, keptPage } from './gates.ts';
import { field, press, problem } from './publicForm.ts';

let gates: Gates;
const submit = (page: Page) =>
  page.getByRole('button', { name: oneOf(m.account_register(), m.account_sending(), m.account_sign_up(), m.account_saving()) });
const isBusy = async (_snapshot: unknown, { page }: { page: Page }) =>
  expect(await submit(page).getAttribute('aria-disabled')).toBe('true');
const choose = async (page: Page, label: RegExp, option: string) => {
  const button = page.getByRole('button', { name: label });
  if ((await button.textContent())?.includes(option)) return;
  await button.click();
  await page.getByRole('option', { name: option }).click();
};

const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof registrationMachine>(registrationModel, {
  ...kept,
  mount: async ({ page, input }) => {
    gates = await kept.begin(page);
    await gates.hold(...Object.values(calls));
    const { linkId } = input as { linkId: string | null };
    if (linkId === null) await page.goto('/account/registration');
    else await page.goto(`/account/${linkId === 'activate' ? 'activation' : 'registration/confirm'}?Id=${linkId}`);
  },
  drive: {
    'places.retried': (_event, { page }) => press(page, m.common_try_again()),
    'applicant.submitted': async ({ applicant }, { page }) => {
      await field(page, m.account_first_name()).fill(applicant.first_name);
      await field(page, m.account_last_name()).fill(applicant.last_name);
      await field(page, m.account_email()).fill(applicant.email);
      if (applicant.school_id > 0) {
        await choose(page, /District/, 'Hill District');
        await choose(page, /School/, 'Hill School');
      }
      await submit(page).click();
    },
    'form.edited': (_event, { page }) =>
      field(page, page.url().endsWith('/registration') ? m.account_email() : m.account_user_name()).pressSequentially('x'),
    'link.followed': ({ linkId }, { page }) => goWithin(page, `/account/registration/confirm?Id=${linkId}`),
    'link.requestedAgain': (_event, { page }) => press(page, m.account_send_again()),
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
    loading: (_snapshot, { page }) => page.getByRole('heading', { name: m.account_registration_title() }).waitFor(),
    unloaded: (_snapshot, { page }) => problem(page).getByText('Failed to get districts, schools, and grades').waitFor(),
    'applying.fresh': async (_snapshot, { page }) => expect(await page.getByRole('alert').count()).toBe(0),
    'applying.typing': async (_snapshot, { page }) => expect(await page.locator('[aria-invalid]').count()).toBe(0),
    'applying.incomplete': (_snapshot, { page }) => problem(page).getByText(m.account_registration_incomplete()).waitFor(),
    'applying.known': (_snapshot, { page }) => problem(page).getByText('User with this email already exists').waitFor(),
    'applying.refused': ({ context }, { page }) => problem(page).getByText(context.problem.message).waitFor(),
    'applying.unreachable': async (_snapshot, { page }) => {
      await problem(page).getByText('Registration failed').waitFor();
      expect(await field(page, m.account_first_name()).inputValue(), 'what was typed').toBe('Dana');
    },
    registering: isBusy,
    sent: (_snapshot, { page }) => page.getByText(/^Open the link in the email to dana@hill\.example/).waitFor(),
    'sent.again': (_snapshot, { page }) => page.getByText(startingWith(m.account_link_sent_again())).waitFor(),
    'sent.unsent': (_snapshot, { page }) => problem(page).getByText('We have encountered an error').waitFor(),
    sendingAgain: (_snapshot, { page }) => page.getByRole('button', { name: m.account_sending() }).waitFor(),
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
