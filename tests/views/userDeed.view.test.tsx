// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { UserDeed, userDeedMachine } from '../../src/machines/userDeed/userDeedMachine.ts';
import ManageUsersPage from '../../src/views/account/ManageUsersPage.tsx';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { userDeedModel } from '../machines/userDeed.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const callOf = { resetFactors: secondFactor.resetSecondFactors, endSessions: account.endUserSessions };
const buttonOf = { resetFactors: 'Reset two-step sign-in', endSessions: 'End all sessions' };
const question = { resetFactors: /First make sure that it is really sue Person/, endSessions: /sue Person is signed out on every device/ };
let opened: Screen;
let kind: UserDeed['kind'];
const dialog = () => screen.getByRole('alertdialog');
const inDialog = (name: string) => within(dialog()).getByRole('button', { name });
const menuOf = (name: string) => screen.queryByRole('button', { name: `What to do with ${name} Person` });
const open = async (name: string) => {
  fireEvent.click(menuOf(name) as HTMLElement);
  await screen.findByRole('menu');
};
const item = (deed: UserDeed['kind']) => screen.queryByRole('menuitem', { name: new RegExp(`^${buttonOf[deed]}`) });

// In the model, user 7 may be helped and user 8 may not; on the screen these are Sue and, with nothing to choose, those of no lower role.
describeView<typeof userDeedMachine>(
  {
    ...userDeedModel,
    can: (event, snapshot) =>
      (userDeedModel.can?.(event, snapshot) ?? true) && !(event.type === 'deed.chosen' && 'deed' in event && !event.deed.user.can_login_as),
    project: ({ deed, problem }) => ({ kind: deed?.kind, problem: problem?.code }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: Object.values(callOf) });
      await setUpAuthenticator(opened.network.backend, 'sue', ids.sue);
      await opened.signIn('dan');
      stage.render(
        <Around app={opened.app}>
          <ManageUsersPage />
        </Around>,
      );
      await waitFor(() => expect(menuOf('sue')).not.toBeNull());
    },
    drive: {
      'deed.chosen': async ({ deed }) => {
        ({ kind } = deed);
        await open('sue');
        fireEvent.click(item(kind) as HTMLElement);
      },
      'deed.confirmed': () => fireEvent.click(inDialog(buttonOf[kind])),
      'deed.cancelled': () => fireEvent.click(inDialog('Cancel')),
      'xstate.done.actor.carryOut': () => opened.network.release(callOf[kind]),
      'xstate.error.actor.carryOut': ({ error }) => opened.network.fail(callOf[kind], error),
    },
    see: {
      choosing: async () => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        for (const [name, isAllowed] of [
          ['ana', true],
          ['tess', true],
          ['max', false],
          ['dan', false],
        ] as const) {
          await open(name);
          expect(item('resetFactors'), name).toBeNull();
          expect(item('endSessions')?.getAttribute('aria-disabled') ?? null, name).toBe(isAllowed ? null : 'true');
          fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
          await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
        }
      },
      confirming: () => expect(dialog().textContent).toMatch(question[kind]),
      'confirming.refused': ({ context }) => expect(dialog().textContent).toContain(context.problem?.message),
      'confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
      doing: () => expect(dialog()).toBeTruthy(),
    },
  },
);
