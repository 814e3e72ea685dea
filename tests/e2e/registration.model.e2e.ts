import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registration } from '../../contract/registration.ts';
import type { RegistrationInput, registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { registrationModel } from '../machines/registration.model.ts';
import { Gates, keptPage } from './gates.ts';

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
const submit = (page: Page) => page.getByRole('button', { name: /^(Ask for the account|Sending|Make the account|Saving)/ });
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
    await kept.begin(page);
    gates = new Gates(page);
    await gates.hold(...Object.values(calls));
    await page.goto(addresses[(input as RegistrationInput).purpose]);
  },
  drive: {
    'places.retried': (_event, { page }) => press(page, 'Try again'),
    'applicant.submitted': async ({ applicant }, { page }) => {
      await field(page, 'First name').fill(applicant.first_name);
      await field(page, 'Last name').fill(applicant.last_name);
      await field(page, 'E-mail address').fill(applicant.email);
      if (applicant.school_id > 0) {
        await choose(page, /District/, 'Hill District');
        await choose(page, /School/, 'Hill School');
      }
      await submit(page).click();
    },
    'form.edited': (_event, { page }) => page.locator('form input[name="email"], form input[name="user_name"]').pressSequentially('x'),
    'link.requestedAgain': (_event, { page }) => press(page, 'Send it again'),
    'link.opened': (_event, { page }) => press(page, /^(This is my address|Activate the account)$/),
    'details.submitted': async ({ details }, { page }) => {
      await field(page, 'User name').fill(details.user_name);
      await field(page, 'Grade you teach').fill(details.grade ?? '');
      await field(page, 'New password').fill(details.password);
      await field(page, 'The same once more').fill(details.repeated);
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
    loading: (_snapshot, { page }) => page.getByRole('heading', { name: "Ask for a teacher's account" }).waitFor(),
    unloaded: (_snapshot, { page }) => problem(page).getByText('Failed to get districts, schools, and grades').waitFor(),
    'applying.fresh': async (_snapshot, { page }) => expect(await page.getByRole('alert').count()).toBe(0),
    'applying.incomplete': (_snapshot, { page }) => problem(page).getByText('Some fields are not filled in yet.').waitFor(),
    'applying.known': (_snapshot, { page }) => problem(page).getByText('User with this email already exists').waitFor(),
    'applying.refused': ({ context }, { page }) => problem(page).getByText(context.problem.message).waitFor(),
    'applying.unreachable': async (_snapshot, { page }) => {
      await problem(page).getByText('Registration failed').waitFor();
      expect(await field(page, 'First name').inputValue(), 'what was typed').toBe('Dana');
    },
    registering: isBusy,
    waiting: (_snapshot, { page }) => page.getByText(/^Open the link in the e-mail to dana@hill\.example/).waitFor(),
    'waiting.again': (_snapshot, { page }) => page.getByText(/^Sent once more/).waitFor(),
    'waiting.unsent': (_snapshot, { page }) => problem(page).getByText('We have encountered an error').waitFor(),
    resending: (_snapshot, { page }) => page.getByRole('button', { name: 'Sending…' }).waitFor(),
    opened: (_snapshot, { page }) => page.getByRole('button', { name: /^(This is my address|Activate the account)$/ }).waitFor(),
    'opened.unreachable': (_snapshot, { page }) =>
      problem(page)
        .getByText(/^The server did not answer/)
        .waitFor(),
    verifying: (_snapshot, { page }) => page.getByRole('button', { name: 'Looking at your link…' }).waitFor(),
    detailing: (_snapshot, { page }) => page.getByText('Your account at Hill School.').waitFor(),
    'detailing.incomplete': (_snapshot, { page }) => problem(page).getByText('Fill in a user name, and the same password twice.').waitFor(),
    'detailing.tooShort': (_snapshot, { page }) => page.getByText('The password needs at least 8 characters.').first().waitFor(),
    'detailing.refused': ({ context }, { page }) => problem(page).getByText(context.problem.message).waitFor(),
    'detailing.unreachable': async (_snapshot, { page }) => {
      await problem(page).getByText('Registration failed').waitFor();
      expect(await field(page, 'User name').inputValue(), 'what was typed').toBe('dana');
    },
    submitting: isBusy,
    signingUp: isBusy,
    signedUp: (_snapshot, { page }) => page.getByText(/^An administrator of Hill School has got an e-mail/).waitFor(),
    activated: (_snapshot, { page }) => page.getByText('The account of Dana Reyes is active').waitFor(),
    refused: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByText('This link has expired. Ask for a new one.').first().waitFor();
    },
  },
});
