// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import type { loginAsMachine } from '../../src/machines/loginAs/loginAsMachine.ts';
import ManageUsersPage from '../../src/views/account/ManageUsersPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { loginAsModel } from '../machines/loginAs.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const dialog = () => screen.getByRole('alertdialog');
const inDialog = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
const rowButton = (name: string) => screen.getByRole('button', { name: `Sign in as ${name} Person` });

// In the model, user 7 may be acted as and user 8 may not; on the screen these are Ana and the super administrator.
describeView<typeof loginAsMachine>(
  { ...loginAsModel, project: ({ user, problem }) => ({ may: user?.can_login_as, problem: problem?.code }) },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [login.loginAsUser] });
      await opened.signIn('dan');
      stage.render(
        <Around app={opened.app}>
          <ManageUsersPage />
        </Around>,
      );
      await waitFor(() => rowButton('ana'));
    },
    drive: {
      'user.chosen': ({ user }) => fireEvent.click(rowButton(user.can_login_as ? 'ana' : 'max')),
      'acting.confirmed': () => fireEvent.click(inDialog('Sign in as')),
      'acting.cancelled': () => fireEvent.click(inDialog('Cancel')),
      'xstate.done.actor.loginAsUser': () => opened.network.release(login.loginAsUser),
      'xstate.error.actor.loginAsUser': ({ error }) => opened.network.fail(login.loginAsUser, error),
    },
    see: {
      choosing: () => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        expect(rowButton('max').getAttribute('aria-disabled')).toBe('true');
      },
      confirming: () => expect(dialog().textContent).toMatch(/For 30 minutes you see and do everything as ana Person/),
      'confirming.refused': () => {
        expect(dialog().textContent).toContain('Invalid Credentials');
        expect(opened.notices(), 'it is told once').toEqual([]);
      },
      'confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
      starting: () => expect(dialog()).toBeTruthy(),
      acting: () => {
        const { context } = opened.session().getSnapshot();
        expect(opened.session().getSnapshot().hasTag('acting')).toBe(true);
        expect([context.user?.userPuid, context.administrator?.userPuid]).toEqual([ids.ana, ids.dan]);
      },
    },
  },
);
