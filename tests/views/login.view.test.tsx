// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { Role } from '../../contract/kit.ts';
import { login as calls } from '../../contract/login.ts';
import type { Credentials, loginMachine } from '../../src/machines/login/loginMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import SignInPage from '../../src/views/login/SignInPage.tsx';
import { codeAt, setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { loginModel } from '../machines/login.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { minutes } from '../server/testServer.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const call = calls.loginWithoutDistrict;
let opened: Screen;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The model's credentials, as typed by a user known to the backend. */
const typed = ({ username, password }: Credentials) => ({
  [m.login_username()]: username.trim() && 'ana',
  Password: password && 'science-rocks',
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => screen.getByRole('button', { name: /^Sign(ing)? in/ });
/** The failure is reported once: in the form, with what to do next. */
const told = (what: string) => {
  expect(screen.getByRole('alert').textContent).toBe(`Failed to Login${what}`);
  expect(opened.notices()).toEqual([]);
};

let code: string;
/** Makes the user who is about to sign in an administrator with an authenticator app. */
const askForSecondStep = async () => {
  const { backend } = opened.network;
  await backend.db.updateTable('app_user').set({ role_id: Role.schoolAdministrator }).where('user_puid', '=', ids.ana).execute();
  const { uri } = await setUpAuthenticator(backend, 'ana', ids.ana);
  code = codeAt(uri, backend.clock.now + 30_000);
};
const answerSecondStep = async () => {
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
  press('Confirm');
};

describeView<typeof loginMachine>(loginModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [call] });
    stage.render(
      <Around app={opened.app}>
        <SignInPage />
      </Around>,
    );
  },
  drive: {
    'login.edited': () => fireEvent.change(field(m.login_username()), { target: { value: `${field(m.login_username()).value}a` } }),
    'login.submitted': ({ credentials }) => {
      for (const [label, value] of Object.entries(typed(credentials))) fireEvent.change(field(label), { target: { value } });
      fireEvent.submit(submit().closest('form') as HTMLFormElement);
    },
    'login.confirmed': () => press(m.login_replace_confirm()),
    'login.declined': () => press('Cancel'),
    'xstate.done.actor.authenticate': ({ output }) => opened.network.release(call, 'challenge' in output ? askForSecondStep : undefined),
    'challenge.passed': async () => answerSecondStep(),
    'challenge.left': async () => fireEvent.click(await screen.findByRole('button', { name: m.login_second_back() })),
    'challenge.ended': async () => {
      opened.network.backend.clock.now += minutes(5);
      await answerSecondStep();
    },
    'xstate.error.actor.authenticate': ({ error }) => opened.network.fail(call, error),
  },
  see: {
    'editing.fresh': () => {
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field(m.login_username()).getAttribute('aria-invalid')).toBeNull();
    },
    'editing.typing': () => expect(field(m.login_username()).getAttribute('aria-invalid')).toBeNull(),
    'editing.incomplete': () => {
      shown(m.login_incomplete());
      expect(field(m.login_username()).getAttribute('aria-invalid')).toBe('true');
    },
    'editing.refused': ({ context }) => told(context.problem?.message ?? ''),
    'editing.unreachable': () => {
      told(m.login_unreachable());
      expect(field('Password').value, 'what was typed').toBe('science-rocks');
    },
    authenticating: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    challenged: async () => {
      await screen.findByRole('heading', { name: m.login_second_title() });
      expect(opened.session().getSnapshot().hasTag('signedIn'), 'nobody is signed in yet').toBe(false);
    },
    asking: async ({ context }) => {
      expect((await screen.findByRole('alert')).textContent).toContain(context.problem?.message);
      expect(opened.session().getSnapshot().hasTag('signedIn'), 'nothing has happened yet').toBe(false);
    },
    signedIn: () => expect(opened.session().getSnapshot().context.user?.userPuid).toBe(ids.ana),
  },
});
