import { tenant } from '../../server/kit/tenant.ts';
// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { registration } from '../../contract/registration.ts';
import { makeLink } from '../../server/kit/links.ts';
import { hashOfSecret } from '../../server/kit/secrets.ts';
import type { registrationLinkMachine } from '../../src/machines/registration/registrationLinkMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ActivationPage, ConfirmPage } from '../../src/views/registration/RegistrationLinkPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { registrationLinkModel } from '../machines/registrationLink.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days } from '../server/testServer.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const calls = {
  verifyLink: registration.verifyUserLink,
  submitDetails: registration.submitUserDetails,
  signUp: registration.signup,
};
let opened: Screen;
let isActivation: boolean;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: oneOf(m.account_sign_up(), m.account_saving()) });
const send = () => fireEvent.submit(submit().closest('form') as HTMLFormElement);
const problem = () => screen.getByRole('alert').textContent;
const done = (name: keyof typeof calls) => () => opened.network.release(calls[name]);
const failed =
  (name: keyof typeof calls) =>
  ({ error }: { error: { code: number } }) =>
    opened.network.fail(calls[name], error);
const hasToast = (text: string) => waitFor(() => expect(opened.notices()).toContainEqual(expect.objectContaining({ kind: 'error', text })));

describeView<typeof registrationLinkMachine>(
  {
    ...registrationLinkModel,
    // The backend's own ids and names replace the model's.
    project: ({ linkId, registration: registered, details, problem: wrong }) => ({
      linkId,
      state: registered?.state,
      hasDetails: details.user_name !== '',
      hasPassword: details.password !== '',
      problem: wrong?.code,
    }),
  },
  {
    mount: async (stage) => {
      const { linkId } = stage.input as { linkId: string };
      isActivation = linkId === 'activate';
      opened = await openScreen({ ...stage, held: Object.values(calls) });
      const { db, ports } = opened.network.backend;
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
      await makeLink(tenant(db, 1), ports, { kind: isActivation ? 'activate' : 'confirm', subject: 'r1', life: days(1) });
      await db
        .updateTable('account_link')
        .set({ secret_hash: hashOfSecret(linkId) })
        .execute();
      stage.render(
        <AtAddress app={opened.app} address={`/account/${isActivation ? 'activation' : 'registration/confirm'}?Id=${linkId}`}>
          {isActivation ? <ActivationPage /> : <ConfirmPage />}
        </AtAddress>,
      );
    },
    drive: {
      'form.edited': () => type(m.account_user_name(), `${field(m.account_user_name()).value}x`),
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
