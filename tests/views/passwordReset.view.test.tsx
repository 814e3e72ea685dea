import { tenant } from '../../server/kit/tenant.ts';
// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import words from '../../messages/en/refusals.json' with { type: 'json' };
import { makeLink } from '../../server/kit/links.ts';
import { hashOfSecret } from '../../server/kit/secrets.ts';
import type { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import PasswordResetPage from '../../src/views/account/PasswordResetPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf, startingWith } from '../kit/words.ts';
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

/** The link of the email as the model names it. */
const makeSecret = async () => {
  const { db, ports } = opened.network.backend;
  await makeLink(tenant(db, 1), ports, { kind: 'reset', subject: String(ids.ana), life: minutes(30) });
  await db
    .updateTable('account_link')
    .set({ secret_hash: hashOfSecret('secret') })
    .execute();
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () =>
  screen.getByRole('button', {
    name: oneOf(m.account_send_link(), m.account_sending(), m.account_save_password(), m.account_saving()),
  });
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
    opened = await openScreen({ ...stage, held: Object.values(calls) });
    const { linkId } = stage.input as { linkId: string | null };
    await makeSecret();
    stage.render(
      <AtAddress app={opened.app} address={linkId === null ? '/account/retrievePassword' : `/account/resetPassword?Id=${linkId}`}>
        <PasswordResetPage />
      </AtAddress>,
    );
  },
  drive: {
    'email.submitted': ({ email }) => {
      type(m.account_email(), email);
      send();
    },
    'link.requestedAgain': () => press(m.account_send_again()),
    'link.followed': async ({ linkId }) => {
      await makeSecret();
      await act(async () => place.go(`/account/resetPassword?Id=${linkId}`));
    },
    'password.submitted': ({ typed }) => {
      type(m.account_new_password(), typed.password);
      type(m.account_repeat_password(), typed.repeated);
      send();
    },
    'form.edited': () => {
      const input = document.querySelector<HTMLInputElement>('[aria-invalid]') as HTMLInputElement;
      fireEvent.change(input, { target: { value: `${input.value}x` } });
    },
    'link.retried': () => press(m.common_try_again()),
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
    'editing.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'editing.typing': () => expect(field(m.account_email()).getAttribute('aria-invalid')).toBeNull(),
    'editing.incomplete': () => shown(startingWith(m.account_email_missing())),
    'editing.refused': ({ context }) => {
      expect(screen.getByRole('alert').textContent).toBe(context.problem?.message);
      expect(field(m.account_email()).value, 'what was typed').toBe('ana@hill.example');
    },
    'editing.unreachable': () => expect(screen.getByRole('alert').textContent).toBe(m.account_unreachable()),
    sending: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    sent: () => shown(/^If ana@hill\.example belongs to an account/),
    'sent.again': () => shown(startingWith(m.account_link_sent_again())),
    'sent.unsent': () => shown('We have encountered an error, please try after some time'),
    sendingAgain: () => expect(screen.getByRole('button', { name: m.account_sending() })).toBeTruthy(),
    validating: () => shown(m.account_link_checking()),
    unvalidated: () => shown(m.account_link_unknown()),
    choosing: () => shown(/username ana\b/),
    'choosing.typing': () => expect(document.querySelector('[aria-invalid]')).toBeNull(),
    'choosing.tooShort': () => shown(m.account_password_too_short()),
    'choosing.different': () => shown(m.account_password_different()),
    'choosing.refused': () => {
      expect(screen.getByRole('alert').textContent).toMatch(startingWith(words.refusal_passwordCommon));
      expect(field(m.account_new_password()).value, 'what was typed').toBe('long enough');
    },
    'choosing.unreachable': () => {
      expect(screen.getByRole('alert').textContent).toMatch(/^The server did not answer/);
      expect(field(m.account_new_password()).value, 'what was typed').toBe('long enough');
    },
    saving: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    changed: () => isHomeWith(/^Your password is changed/),
    dead: () => isHomeWith('This link has expired. Ask for a new one.'),
  },
});
