// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { registration } from '../../contract/registration.ts';
import type { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import RegistrationPage from '../../src/views/registration/RegistrationPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { registrationModel } from '../machines/registration.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const calls = {
  loadPlaces: registration.districtsSchoolsGrades,
  registerUser: registration.registerUser,
  resendLink: registration.resendVerificationLink,
};
let opened: Screen;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => screen.getByRole('button', { name: oneOf(m.account_register(), m.account_sending()) });
const send = () => fireEvent.submit(submit().closest('form') as HTMLFormElement);
const problem = () => screen.getByRole('alert').textContent;
const choose = async (label: RegExp, option: string) => {
  const button = screen.getByRole('button', { name: label });
  if (button.textContent?.includes(option)) return;
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
const done = (name: keyof typeof calls) => () => opened.network.release(calls[name]);
const failed =
  (name: keyof typeof calls) =>
  ({ error }: { error: { code: number } }) =>
    opened.network.fail(calls[name], error);
const hasToast = (text: string) => waitFor(() => expect(opened.notices()).toContainEqual(expect.objectContaining({ kind: 'error', text })));

describeView<typeof registrationMachine>(
  {
    ...registrationModel,
    // The backend's own ids and names replace the model's.
    project: ({ places, applicant, requestId, problem: wrong }) => ({
      places: places.districts.length > 0,
      email: applicant.email,
      hasSchool: applicant.school_id > 0,
      requested: requestId !== '',
      problem: wrong?.code,
    }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: Object.values(calls) });
      const { db } = opened.network.backend;
      await db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
      stage.render(
        <AtAddress app={opened.app} address="/account/registration">
          <RegistrationPage />
        </AtAddress>,
      );
    },
    drive: {
      'places.retried': () => press(m.common_try_again()),
      'applicant.submitted': async ({ applicant }) => {
        type(m.account_first_name(), applicant.first_name);
        type(m.account_last_name(), applicant.last_name);
        type(m.account_email(), applicant.email);
        if (applicant.school_id > 0) {
          await choose(/District/, 'North');
          await choose(/School/, 'Hill');
        }
        send();
      },
      'form.edited': () => type(m.account_email(), `${field(m.account_email()).value}x`),
      'link.requestedAgain': () => press(m.account_send_again()),
      'xstate.done.actor.loadPlaces': done('loadPlaces'),
      'xstate.error.actor.loadPlaces': failed('loadPlaces'),
      'xstate.done.actor.registerUser': done('registerUser'),
      'xstate.error.actor.registerUser': failed('registerUser'),
      'xstate.done.actor.resendLink': done('resendLink'),
      'xstate.error.actor.resendLink': failed('resendLink'),
    },
    see: {
      loading: () => shown(m.account_registration_title()),
      unloaded: () => expect(problem()).toContain('Failed to get districts, schools, and grades'),
      'applying.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
      'applying.typing': () => expect(document.querySelector('[aria-invalid]')).toBeNull(),
      'applying.incomplete': () => {
        expect(problem()).toBe(m.account_registration_incomplete());
        shown(startingWith(m.account_email_missing()));
      },
      'applying.known': () => expect(problem()).toContain('User with this email already exists'),
      'applying.refused': async ({ context }) => {
        expect(problem()).toBe(context.problem?.message);
        await hasToast('Registration failed');
      },
      'applying.unreachable': async () => {
        expect(problem()).toBe('Registration failed');
        expect(field(m.account_first_name()).value, 'what was typed').toBe('Dana');
        await hasToast('Registration failed');
      },
      registering: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
      sent: () => shown(/^Open the link in the email to dana@hill\.example/),
      'sent.again': () => shown(startingWith(m.account_link_sent_again())),
      'sent.unsent': () => expect(problem()).toBe('We have encountered an error, please try after some time'),
      sendingAgain: () => expect(screen.getByRole('button', { name: m.account_sending() })).toBeTruthy(),
    },
  },
);
