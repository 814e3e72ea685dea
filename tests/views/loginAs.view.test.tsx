// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import ManageUsers from '../../src/views/account/manageUsers.records.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const dialog = () => screen.getByRole('alertdialog');
const inDialog = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }));
const rowButton = (name: string) => screen.getByRole('button', { name: m.account_login_as_name({ name: `${name} Person` }) });

describeCommand({
  name: 'loginAs',
  orders: ['ana'],
  question: 'plain',
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [login.loginAsUser] });
    await opened.signIn('dan');
    stage.render(
      <AtRoute app={opened.app} address={paths.manageUsers} path={paths.manageUsers}>
        <ManageUsers />
      </AtRoute>,
    );
    await waitFor(() => rowButton('ana'));
  },
  network: () => opened.network,
  calls: { run: login.loginAsUser },
  // Another user is signed in by then.
  can: (_event, snapshot) => !snapshot.hasTag('done'),
  press: {
    give: (name) => {
      // No one may act as the super administrator.
      fireEvent.click(rowButton('max'));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      fireEvent.click(rowButton(String(name)));
    },
    confirm: () => inDialog(m.account_login_as()),
    dismissQuestion: () => inDialog(m.common_cancel()),
  },
  see: {
    'ready.fresh': () => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(rowButton('max').getAttribute('aria-disabled')).toBe('true');
    },
    'asking.confirming': () => expect(dialog().textContent).toContain(m.account_login_as_text({ name: 'ana Person' })),
    'asking.confirming.refused': () => {
      expect(dialog().textContent).toContain(m.login_invalid_credentials());
      expect(opened.notices(), 'it is told once').toEqual([]);
    },
    'asking.confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
    saving: () => expect(dialog()).toBeTruthy(),
    'ready.done': () => {
      const { context } = opened.session().getSnapshot();
      expect(opened.session().getSnapshot().hasTag('acting')).toBe(true);
      expect([context.user?.userPuid, context.administrator?.userPuid]).toEqual([ids.ana, ids.dan]);
    },
  },
});
