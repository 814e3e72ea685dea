// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import { m } from '../../src/paraglide/messages.js';
import ManageUsers from '../../src/views/account/manageUsers.records.tsx';
import { paths } from '../../src/views/paths.ts';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const sue = { name: 'sue Person' };
const callOf = { resetFactors: secondFactor.resetSecondFactors, endSessions: account.endUserSessions };
const buttonOf = { resetFactors: m.account_reset_second, endSessions: m.account_end_sessions };
const questionOf = { resetFactors: m.account_reset_second_text, endSessions: m.account_end_sessions_text };
type Kind = keyof typeof callOf;

let opened: Screen;
const dialog = () => screen.getByRole('alertdialog');
const inDialog = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }));
const menuOf = (name: string) => screen.queryByRole('button', { name: m.records_actions_of({ name: `${name} Person` }) });
const openMenu = async (name: string) => {
  fireEvent.click(menuOf(name) as HTMLElement);
  await screen.findByRole('menu');
};
const item = (kind: Kind) => screen.queryByRole('menuitem', { name: new RegExp(`^${buttonOf[kind]()}`) });

for (const kind of Object.keys(callOf) as Kind[])
  describeCommand({
    name: 'helpUser',
    orders: [kind],
    question: 'plain',
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: Object.values(callOf) });
      await setUpAuthenticator(opened.network.backend, 'sue', ids.sue);
      await opened.signIn('dan');
      stage.render(
        <AtRoute app={opened.app} address={paths.manageUsers} path={paths.manageUsers}>
          <ManageUsers />
        </AtRoute>,
      );
      await waitFor(() => expect(menuOf('sue')).not.toBeNull());
    },
    network: () => opened.network,
    calls: { run: callOf[kind] },
    // Once it is done, the menu no longer offers the reset.
    can: ({ type }, snapshot) => type !== 'command.given' || kind === 'endSessions' || !snapshot.hasTag('done'),
    press: {
      give: async () => {
        await openMenu('sue');
        fireEvent.click(item(kind) as HTMLElement);
      },
      confirm: () => inDialog(buttonOf[kind]()),
      dismissQuestion: () => inDialog(m.common_cancel()),
    },
    see: {
      'ready.fresh': async () => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        for (const [name, isAllowed] of [
          ['ana', true],
          ['tess', true],
          ['max', false],
          ['dan', false],
        ] as const) {
          await openMenu(name);
          expect(item('resetFactors'), name).toBeNull();
          expect(item('endSessions')?.getAttribute('aria-disabled') ?? null, name).toBe(isAllowed ? null : 'true');
          fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
          await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
        }
      },
      'ready.done': () => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        const [notice] = opened.notices();
        // Her authenticator was set up in one of her sessions.
        const ended = m.account_end_sessions_done({ ...sue, ended: 1 });
        expect(notice?.text).toBe(kind === 'resetFactors' ? m.account_reset_second_done(sue) : ended);
      },
      'asking.confirming': () => expect(dialog().textContent).toContain(questionOf[kind](sue)),
      'asking.confirming.refused': ({ context }) => expect(dialog().textContent).toContain(context.problem?.message),
      'asking.confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
      saving: () => expect(dialog()).toBeTruthy(),
    },
  });
