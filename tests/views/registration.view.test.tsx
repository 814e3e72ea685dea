import { tenant } from '../../server/kit/tenant.ts';
// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { makeLink } from '../../server/kit/links.ts';
import { hashOfSecret } from '../../server/kit/secrets.ts';
import type { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import RegistrationPage from '../../src/views/registration/RegistrationPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { registrationCalls as calls, registrationModel } from '../machines/registration.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days } from '../server/testServer.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isActivation: boolean;

/** The link of the email as the model names it. */
const makeSecret = async (linkId: string) => {
  const { db, ports } = opened.network.backend;
  const { request_id: subject } = await db.selectFrom('registration_request').select('request_id').executeTakeFirstOrThrow();
  await makeLink(tenant(db, 1), ports, { kind: isActivation ? 'activate' : 'confirm', subject, life: days(1) });
  await db
    .updateTable('account_link')
    .set({ secret_hash: hashOfSecret(linkId) })
    .execute();
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () =>
  screen.getByRole('button', { name: oneOf(m.account_register(), m.account_sending(), m.account_sign_up(), m.account_saving()) });
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
    project: ({ linkId, places, applicant, requestId, registration: registered, details, problem: wrong }) => ({
      linkId,
      places: places.districts.length > 0,
      email: applicant.email,
      hasSchool: applicant.school_id > 0,
      requested: requestId !== '',
      state: registered?.state,
      hasDetails: details.user_name !== '',
      hasPassword: details.password !== '',
      problem: wrong?.code,
    }),
  },
  {
    mount: async (stage) => {
      const { linkId } = stage.input as { linkId: string | null };
      isActivation = linkId === 'activate';
      opened = await openScreen({ ...stage, held: Object.values(calls) });
      const { db, ports } = opened.network.backend;
      await db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
      if (linkId !== null) {
        const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: ids.school };
        await db
          .insertInto('registration_request')
          .values({
            ...applicant,
            request_id: 'r1',
            state: isActivation ? 'done' : 'waiting',
            user_name: null,
            grade: null,
            user_puid: isActivation ? ids.ben : null,
            created_at: ports.now(),
          })
          .execute();
        await makeSecret(linkId);
      }
      const address =
        linkId === null ? '/account/registration' : `/account/${isActivation ? 'activation' : 'registration/confirm'}?Id=${linkId}`;
      stage.render(
        <AtAddress app={opened.app} address={address}>
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
      'form.edited': () => {
        const label = place.path === '/account/registration' ? m.account_email() : m.account_user_name();
        type(label, `${field(label).value}x`);
      },
      'link.followed': async ({ linkId }) => {
        await makeSecret(linkId);
        await act(async () => place.go(`/account/registration/confirm?Id=${linkId}`));
      },
      'link.requestedAgain': () => press(m.account_send_again()),
      'xstate.done.actor.loadPlaces': done('loadPlaces'),
      'xstate.error.actor.loadPlaces': failed('loadPlaces'),
      'xstate.done.actor.registerUser': done('registerUser'),
      'xstate.error.actor.registerUser': failed('registerUser'),
      'xstate.done.actor.resendLink': done('resendLink'),
      'xstate.error.actor.resendLink': failed('resendLink'),
      'link.opened': () => fireEvent.click(screen.getByRole('button', { name: isActivation ? m.account_activate() : m.account_confirm() })),
      'details.submitted': ({ details }) => {
        type(m.account_user_name(), details.user_name);
        type(m.account_grade(), details.grade ?? '');
        type(m.account_new_password(), details.password);
        type(m.account_repeat_password(), details.repeated);
        send();
      },
      'xstate.done.actor.verifyLink': ({ output }) =>
        opened.network.release(calls.verifyLink, async () => {
          // The model's link does not contain its kind, but the backend's does.
          const activates = output.kind === 'activated';
          const { db } = opened.network.backend;
          await db
            .updateTable('account_link')
            .set({ kind: activates ? 'activate' : 'confirm' })
            .execute();
          await db
            .updateTable('registration_request')
            .set(activates ? { state: 'done', user_puid: ids.ben } : { state: 'waiting', user_puid: null })
            .execute();
        }),
      'xstate.error.actor.verifyLink': failed('verifyLink'),
      'xstate.done.actor.submitDetails': done('submitDetails'),
      'xstate.error.actor.submitDetails': failed('submitDetails'),
      'xstate.done.actor.signUp': done('signUp'),
      'xstate.error.actor.signUp': failed('signUp'),
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
      opened: () => expect(screen.getByRole('button', { name: oneOf(m.account_confirm(), m.account_activate()) })).toBeTruthy(),
      'opened.unreachable': () => expect(problem()).toMatch(/^The server did not answer/),
      verifying: () => expect(screen.getByRole('button', { name: m.account_link_checking() })).toBeTruthy(),
      detailing: () => shown('Your account at Hill.'),
      'detailing.typing': () => expect(document.querySelector('[aria-invalid]')).toBeNull(),
      'detailing.incomplete': () => shown(m.account_details_incomplete()),
      'detailing.different': () => shown(m.account_password_different()),
      'detailing.tooShort': () => shown(m.account_password_too_short()),
      'detailing.refused': async ({ context }) => {
        expect(problem()).toBe(context.problem?.message);
        await hasToast('Registration failed');
      },
      'detailing.unreachable': () => {
        expect(problem()).toBe('Registration failed');
        expect(field(m.account_user_name()).value, 'what was typed').toBe('dana');
      },
      submitting: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
      signingUp: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
      signedUp: () => shown(/^We emailed an administrator at Hill/),
      activated: () => shown(m.account_activated({ name: 'Dana Reyes' })),
      dead: async () => {
        await waitFor(() => expect(place.path).toBe('/'));
        await hasToast('This link has expired. Ask for a new one.');
      },
    },
  },
);
