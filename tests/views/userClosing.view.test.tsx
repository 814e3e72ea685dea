// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { buttons, press, seeCounted } from './kit/question.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseOnPage, openUserPage } from './kit/userPage.tsx';

installNetwork();

let opened: Screen;
const name = 'tess Person';
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
    ...buttons,
  },
  // A closed account is not closed again.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    ...seeCounted(m.people_close()),
    'asking.confirming': async () => {
      shown(m.people_close_uses(uses));
      shown(m.people_close_alone({ count: '1' }));
      await isActive(true);
    },
    'ready.undoable': async () => {
      shown(m.people_closed({ name }));
      await isActive(false);
      await screen.findByRole('button', { name: m.people_open() });
    },
    'ready.undone': async () => {
      await waitFor(() => expect(screen.queryByRole('button', { name: m.people_open() })).toBeNull());
      await isActive(true);
    },
  },
});
