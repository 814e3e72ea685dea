// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import type { resetLinkMachine } from '../../src/machines/account/resetLinkMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import PasswordResetPage from '../../src/views/account/PasswordResetPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf, startingWith } from '../kit/words.ts';
import { resetLinkModel } from '../machines/resetLink.model.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const calls = { requestLink: account.retrievePassword, requestLinkAgain: account.generateResetLink };
let opened: Screen;

const field = () => screen.getByLabelText<HTMLInputElement>(m.account_email());
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const submit = () => screen.getByRole('button', { name: oneOf(m.account_send_link(), m.account_sending()) });

describeView<typeof resetLinkMachine>(resetLinkModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: Object.values(calls) });
    stage.render(
      <AtAddress app={opened.app} address="/account/retrievePassword">
        <PasswordResetPage />
      </AtAddress>,
    );
  },
  drive: {
    'email.submitted': ({ email }) => {
      type(email);
      fireEvent.submit(submit().closest('form') as HTMLFormElement);
    },
    'form.edited': () => type(`${field().value}x`),
    'link.requestedAgain': () => fireEvent.click(screen.getByRole('button', { name: m.account_send_again() })),
    'xstate.done.actor.requestLink': () => opened.network.release(calls.requestLink),
    'xstate.error.actor.requestLink': ({ error }) => opened.network.fail(calls.requestLink, error),
    'xstate.done.actor.requestLinkAgain': () => opened.network.release(calls.requestLinkAgain),
    'xstate.error.actor.requestLinkAgain': ({ error }) => opened.network.fail(calls.requestLinkAgain, error),
  },
  see: {
    'editing.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'editing.typing': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
    'editing.incomplete': () => shown(startingWith(m.account_email_missing())),
    'editing.refused': ({ context }) => {
      expect(screen.getByRole('alert').textContent).toBe(context.problem?.message);
      expect(field().value, 'what was typed').toBe('ana@hill.example');
    },
    'editing.unreachable': () => expect(screen.getByRole('alert').textContent).toBe(m.account_unreachable()),
    sending: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    sent: () => shown(/^If ana@hill\.example belongs to an account/),
    'sent.again': () => shown(startingWith(m.account_link_sent_again())),
    'sent.unsent': () => shown('We have encountered an error, please try after some time'),
    sendingAgain: () => expect(screen.getByRole('button', { name: m.account_sending() })).toBeTruthy(),
  },
});
