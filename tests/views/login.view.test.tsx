// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { login as calls } from '../../contract/login.ts';
import type { Credentials, loginMachine } from '../../src/machines/login/loginMachine.ts';
import SignInPage from '../../src/views/public/SignInPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { loginModel } from '../machines/login.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const call = calls.loginWithoutDistrict;
let opened: Screen;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The model's credentials as somebody whom the backend knows would type them. */
const typed = ({ username, password }: Credentials) => ({ 'User name': username.trim() && 'ana', Password: password && 'science-rocks' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => screen.getByRole('button', { name: /^Sign(ing)? in/ });
const hasToast = async () => {
  await waitFor(() => expect(opened.notices()).toContainEqual(expect.objectContaining({ kind: 'error', text: 'Failed to Login' })));
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
    'login.edited': () => fireEvent.change(field('User name'), { target: { value: `${field('User name').value}a` } }),
    'login.submitted': ({ credentials }) => {
      for (const [label, value] of Object.entries(typed(credentials))) fireEvent.change(field(label), { target: { value } });
      fireEvent.submit(submit().closest('form') as HTMLFormElement);
    },
    'login.confirmed': () => press('Go on as somebody else'),
    'login.declined': () => press('Cancel'),
    'xstate.done.actor.authenticate': () => opened.network.release(call),
    'xstate.error.actor.authenticate': ({ error }) => opened.network.fail(call, error),
  },
  see: {
    'editing.fresh': () => {
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field('User name').getAttribute('aria-invalid')).toBeNull();
    },
    'editing.typing': () => expect(field('User name').getAttribute('aria-invalid')).toBeNull(),
    'editing.incomplete': () => {
      shown('Fill in your user name and your password.');
      expect(field('User name').getAttribute('aria-invalid')).toBe('true');
    },
    'editing.refused': async ({ context }) => {
      expect(screen.getByRole('alert').textContent).toBe(context.problem?.message);
      await hasToast();
    },
    'editing.unreachable': async () => {
      expect(screen.getByRole('alert').textContent).toMatch(/^The server did not answer/);
      expect(field('Password').value, 'what was typed').toBe('science-rocks');
      await hasToast();
    },
    authenticating: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    asking: async ({ context }) => {
      expect((await screen.findByRole('alert')).textContent).toContain(context.problem?.message);
      expect(opened.session().getSnapshot().hasTag('signedIn'), 'nothing has happened yet').toBe(false);
    },
    signedIn: () => expect(opened.session().getSnapshot().context.user?.userPuid).toBe(ids.ana),
  },
});
