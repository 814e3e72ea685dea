// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { openUserPage } from './kit/userPage.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.queryByRole('button', { name: new RegExp(m.people_open()) });

describeCommand({
  name: 'userOpening',
  orders: [{ first_name: 'tess' }],
  mount: async (stage) => {
    opened = await openUserPage({
      ...stage,
      held: [people.setUserActive],
      prepare: ({ network }: Screen) =>
        network.backend.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.tess).execute(),
    });
  },
  network: () => opened.network,
  calls: { run: people.setUserActive },
  // An open account is not opened again.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  press: { give: () => fireEvent.click(button() as HTMLElement) },
  see: {
    'ready.fresh': () => shown(m.people_closed_notice()),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => expect(button()?.getAttribute('aria-disabled')).toBe('true'),
    'ready.done': async () => {
      expect(opened.notices().at(-1)?.text).toBe(m.people_opened({ name: 'tess Person' }));
      await waitFor(() => expect(button()).toBeNull());
      expect(screen.getByRole('button', { name: m.people_edit() })).toBeTruthy();
    },
  },
});
