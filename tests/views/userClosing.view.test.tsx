// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseOnPage, openUserPage } from './kit/userPage.tsx';

installNetwork();

let opened: Screen;
const name = 'tess Person';
const dialog = () => within(screen.getByRole('alertdialog'));
const press = (label: string) => () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }));
const isActive = async (is: boolean) => {
  const { active } = await opened.network.backend.db
    .selectFrom('app_user')
    .select('active')
    .where('user_puid', '=', ids.tess)
    .executeTakeFirstOrThrow();
  expect(active === 1).toBe(is);
};
const uses = { attended: '0', taught: '1', sessions: '0' };

describeCommand({
  name: 'userClosing',
  orders: [{ first_name: 'tess' }],
  question: 'counted',
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openUserPage({ ...stage, held: [people.userUses, people.setUserActive] });
  },
  network: () => opened.network,
  calls: { run: people.setUserActive, count: people.userUses, undo: people.setUserActive },
  press: {
    give: () => chooseOnPage(m.people_close()),
    confirm: press(m.people_close()),
    dismissQuestion: press(m.common_cancel()),
    recount: press(m.common_try_again()),
    undo: press(m.workspace_undo()),
    dismiss: press(m.ui_dismiss()),
  },
  // A closed account is not closed again.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'asking.counting': () => expect(dialog().getByText(m.workspace_delete_counting())).toBeTruthy(),
    'asking.uncounted': () => shown(m.workspace_delete_uncounted()),
    'asking.confirming': async () => {
      shown(m.people_close_uses(uses));
      shown(m.people_close_alone({ count: '1' }));
      await isActive(true);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => expect(dialog().getByText(/The server did not answer/)).toBeTruthy(),
    saving: () =>
      expect(
        dialog()
          .getByRole('button', { name: new RegExp(m.people_close()) })
          .getAttribute('aria-disabled'),
      ).toBe('true'),
    'ready.undoable': async () => {
      shown(m.people_closed({ name }));
      await isActive(false);
      await screen.findByRole('button', { name: m.people_open() });
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': async () => {
      await waitFor(() => expect(screen.queryByRole('button', { name: m.people_open() })).toBeNull());
      await isActive(true);
    },
  },
});
