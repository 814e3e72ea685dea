// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { makeLink } from '../../server/kit/links.ts';
import { hashOfSecret } from '../../server/kit/secrets.ts';
import type { passwordResetMachine } from '../../src/machines/passwordReset/passwordResetMachine.ts';
import PasswordResetPage from '../../src/views/public/PasswordResetPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { passwordResetModel } from '../machines/passwordReset.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { minutes } from '../server/testServer.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const calls = {
  requestLink: account.retrievePassword,
  requestLinkAgain: account.generateResetLink,
  validateLink: account.validateResetLink,
  resetPassword: account.resetPassword,
};
let opened: Screen;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => screen.getByRole('button', { name: /^(Send the link|Sending|Save the password|Saving)/ });
const send = () => fireEvent.submit(submit().closest('form') as HTMLFormElement);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const done = (name: keyof typeof calls) => () => opened.network.release(calls[name]);
const failed =
  (name: keyof typeof calls) =>
  ({ error }: { error: { code: number } }) =>
    opened.network.fail(calls[name], error);
const isHomeWith = async (text: string | RegExp) => {
  await waitFor(() => expect(place.path).toBe('/'));
  expect(opened.notices()).toContainEqual(expect.objectContaining({ text: expect.stringMatching(text) }));
};

describeView<typeof passwordResetMachine>(passwordResetModel, {
  mount: async (stage) => {
    const { linkId } = stage.input as { linkId: string | null };
    opened = await openScreen({ ...stage, held: Object.values(calls) });
    const { db, ports } = opened.network.backend;
    const link = { kind: 'reset', district_id: 1, subject: String(ids.ana), life: minutes(30) } as const;
    await makeLink(db, ports, link);
    await db
      .updateTable('account_link')
      .set({ secret_hash: hashOfSecret('secret') })
      .execute();
    stage.render(
      <AtAddress app={opened.app} address={linkId === null ? '/account/retrievePassword' : `/account/resetPassword?Id=${linkId}`}>
        <PasswordResetPage />
      </AtAddress>,
    );
  },
  drive: {
    'email.submitted': ({ email }) => {
      type('E-mail address', email);
      send();
    },
    'password.submitted': ({ typed }) => {
      type('New password', typed.password);
      type('The same once more', typed.repeated);
      send();
    },
    'form.edited': () => {
      const input = document.querySelector<HTMLInputElement>('[aria-invalid]') as HTMLInputElement;
      fireEvent.change(input, { target: { value: `${input.value}x` } });
    },
    'link.requestedAgain': () => press('Send it again'),
    'link.retried': () => press('Try again'),
    'xstate.done.actor.requestLink': done('requestLink'),
    'xstate.error.actor.requestLink': failed('requestLink'),
    'xstate.done.actor.requestLinkAgain': done('requestLinkAgain'),
    'xstate.error.actor.requestLinkAgain': failed('requestLinkAgain'),
    'xstate.done.actor.validateLink': done('validateLink'),
    'xstate.error.actor.validateLink': failed('validateLink'),
    'xstate.done.actor.resetPassword': done('resetPassword'),
    'xstate.error.actor.resetPassword': failed('resetPassword'),
  },
  see: {
    'requesting.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'requesting.incomplete': () => shown(/^Fill in your e-mail address/),
    'requesting.refused': ({ context }) => {
      expect(screen.getByRole('alert').textContent).toBe(context.problem?.message);
      expect(field('E-mail address').value).toBe('ana@hill.example');
    },
    'requesting.unreachable': () => expect(screen.getByRole('alert').textContent).toMatch(/^The server did not answer/),
    sending: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    sent: () => shown(/^If ana@hill\.example belongs to an account/),
    'sent.again': () => shown(/^Sent once more/),
    'sent.unsent': () => shown('We have encountered an error, please try after some time'),
    sendingAgain: () => expect(screen.getByRole('button', { name: 'Sending…' })).toBeTruthy(),
    validating: () => shown('Looking at your link…'),
    unvalidated: () => shown('The link could not be looked at'),
    choosing: () => shown(/user name ana\b/),
    'choosing.typing': () => expect(document.querySelector('[aria-invalid]')).toBeNull(),
    'choosing.tooShort': () => shown('The password needs at least 8 characters.'),
    'choosing.different': () => shown('The two passwords are not the same.'),
    'choosing.weak': () => {
      expect(screen.getByRole('alert').textContent).toMatch(/^This password is one of the most common ones/);
      expect(field('New password').value, 'what was typed').toBe('long enough');
    },
    'choosing.unreachable': () => {
      expect(screen.getByRole('alert').textContent).toMatch(/^The server did not answer/);
      expect(field('New password').value, 'what was typed').toBe('long enough');
    },
    saving: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    changed: () => isHomeWith(/^Your password is changed/),
    refused: () => isHomeWith('This link has expired. Ask for a new one.'),
  },
});
