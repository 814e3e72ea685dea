// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { factorResetMachine } from '../../src/machines/secondFactor/factorResetMachine.ts';
import ManageUsersPage from '../../src/views/account/ManageUsersPage.tsx';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { factorResetModel } from '../machines/factorReset.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const call = secondFactor.resetSecondFactors;
let opened: Screen;
const dialog = () => screen.getByRole('alertdialog');
const inDialog = (name: string) => within(dialog()).getByRole('button', { name });
const rowButton = (name: string) => screen.queryByRole('button', { name: `Reset two-step sign-in for ${name} Person` });

// In the model, user 7 may be reset and user 8 may not; on the screen these are Sue and, without a button, everybody else.
describeView<typeof factorResetMachine>(
  {
    ...factorResetModel,
    can: (event) => !(event.type === 'user.chosen' && 'user' in event && !event.user.can_reset_second_factor),
    project: ({ user, problem }) => ({ may: user?.can_reset_second_factor, problem: problem?.code }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [call] });
      await setUpAuthenticator(opened.network.backend, 'sue', ids.sue);
      await opened.signIn('dan');
      stage.render(
        <Around app={opened.app}>
          <ManageUsersPage />
        </Around>,
      );
      await waitFor(() => expect(rowButton('sue')).not.toBeNull());
    },
    drive: {
      'user.chosen': () => fireEvent.click(rowButton('sue') as HTMLElement),
      'reset.confirmed': () => fireEvent.click(inDialog('Reset two-step sign-in')),
      'reset.cancelled': () => fireEvent.click(inDialog('Cancel')),
      'xstate.done.actor.resetFactors': () => opened.network.release(call),
      'xstate.error.actor.resetFactors': ({ error }) => opened.network.fail(call, error),
    },
    see: {
      choosing: () => {
        expect(screen.queryByRole('alertdialog')).toBeNull();
        for (const name of ['ana', 'sid', 'max']) expect(rowButton(name), name).toBeNull();
      },
      confirming: () => expect(dialog().textContent).toMatch(/First make sure that it is really sue Person/),
      'confirming.refused': ({ context }) => expect(dialog().textContent).toContain(context.problem?.message),
      'confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
      resetting: () => expect(dialog()).toBeTruthy(),
    },
  },
);
