import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registration } from '../../contract/registration.ts';
import type { RegistrationInput, registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { registrationModel } from '../machines/registration.model.ts';
import { type Gates, keptPage } from './gates.ts';

const calls = {
  loadPlaces: registration.districtsSchoolsGrades,
  registerUser: registration.registerUser,
  resendLink: registration.resendVerificationLink,
  verifyLink: registration.verifyUserLink,
  submitDetails: registration.submitUserDetails,
  signUp: registration.signup,
};
const addresses = {
  register: '/account/registration',
  confirm: '/account/registration/confirm?Id=secret',
  activate: '/account/activation?Id=secret',
};
let gates: Gates;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const submit = (page: Page) =>
  page.getByRole('button', { name: oneOf(m.account_register(), m.account_sending(), m.account_sign_up(), m.account_saving()) });
const problem = (page: Page) => page.getByRole('alert').first();
const isBusy = async (_snapshot: unknown, { page }: { page: Page }) =>
  expect(await submit(page).getAttribute('aria-disabled')).toBe('true');
const choose = async (page: Page, label: RegExp, option: string) => {
  const button = page.getByRole('button', { name: label });
  if ((await button.textContent())?.includes(option)) return;
  await button.click();
  await page.getByRole('option', { name: option }).click();
};
const done =
  (name: keyof typeof calls) =>
  ({ output }: { output: unknown }) =>
    gates.answer(calls[name], output);
const failed =
  (name: keyof typeof calls) =>
  ({ error }: { error: { code: number; message: string } }) =>
    gates.fail(calls[name], error);

const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof registrationMachine>(registrationModel, {
  ...kept,
  mount: async ({ page, input }) => {
    gates = await kept.begin(page);
    await gates.hold(...Object.values(calls));
    await page.goto(addresses[(input as RegistrationInput).purpose]);
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
    'form.edited': (_event, { page }) => page.locator('form input[name="email"], form input[name="user_name"]').pressSequentially('x'),
    'link.requestedAgain': (_event, { page }) => press(page, m.account_send_again()),
    'link.opened': (_event, { page }) => press(page, oneOf(m.account_confirm(), m.account_activate())),
    'details.submitted': async ({ details }, { page }) => {
      await field(page, m.account_user_name()).fill(details.user_name);
      await field(page, m.account_grade()).fill(details.grade ?? '');
      await field(page, m.account_new_password()).fill(details.password);
      await field(page, m.account_repeat_password()).fill(details.repeated);
      await submit(page).click();
    },
    'xstate.done.actor.loadPlaces': done('loadPlaces'),
    'xstate.error.actor.loadPlaces': failed('loadPlaces'),
    'xstate.done.actor.registerUser': done('registerUser'),
    'xstate.error.actor.registerUser': failed('registerUser'),
    'xstate.done.actor.resendLink': done('resendLink'),
    'xstate.error.actor.resendLink': failed('resendLink'),
    'xstate.done.actor.verifyLink': done('verifyLink'),
    'xstate.error.actor.verifyLink': failed('verifyLink'),
    'xstate.done.actor.submitDetails': done('submitDetails'),
    'xstate.error.actor.submitDetails': failed('submitDetails'),
    'xstate.done.actor.signUp': done('signUp'),
    'xstate.error.actor.signUp': failed('signUp'),
  },
  see: {
    loading: (_snapshot, { page }) => page.getByRole('heading', { name: m.account_registration_title() }).waitFor(),
    unloaded: (_snapshot, { page }) => problem(page).getByText('Failed to get districts, schools, and grades').waitFor(),
    'applying.fresh': async (_snapshot, { page }) => expect(await page.getByRole('alert').count()).toBe(0),
    'applying.incomplete': (_snapshot, { page }) => problem(page).getByText(m.account_registration_incomplete()).waitFor(),
    'applying.known': (_snapshot, { page }) => problem(page).getByText('User with this email already exists').waitFor(),
    'applying.refused': ({ context }, { page }) => problem(page).getByText(context.problem.message).waitFor(),
    'applying.unreachable': async (_snapshot, { page }) => {
      await problem(page).getByText('Registration failed').waitFor();
      expect(await field(page, m.account_first_name()).inputValue(), 'what was typed').toBe('Dana');
    },
    registering: isBusy,
    waiting: (_snapshot, { page }) => page.getByText(/^Open the link in the email to dana@hill\.example/).waitFor(),
    'waiting.again': (_snapshot, { page }) => page.getByText(startingWith(m.account_link_sent_again())).waitFor(),
    'waiting.unsent': (_snapshot, { page }) => problem(page).getByText('We have encountered an error').waitFor(),
    resending: (_snapshot, { page }) => page.getByRole('button', { name: 'Sending…' }).waitFor(),
    opened: (_snapshot, { page }) => page.getByRole('button', { name: oneOf(m.account_confirm(), m.account_activate()) }).waitFor(),
    'opened.unreachable': (_snapshot, { page }) =>
      problem(page)
        .getByText(/^The server did not answer/)
        .waitFor(),
    verifying: (_snapshot, { page }) => page.getByRole('button', { name: m.account_link_checking() }).waitFor(),
    detailing: (_snapshot, { page }) => page.getByText('Your account at Hill School.').waitFor(),
    'detailing.incomplete': (_snapshot, { page }) => problem(page).getByText(m.account_details_incomplete()).waitFor(),
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
    refused: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.login_submit() }).waitFor();
      await page.getByText('This link has expired. Ask for a new one.').first().waitFor();
    },
  },
});
