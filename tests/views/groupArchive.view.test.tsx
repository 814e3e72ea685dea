// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupFormPage from '../../src/views/groups/GroupFormPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const dialog = () => within(screen.getByRole('alertdialog'));
const isActive = async () => {
  const { db } = opened.network.backend;
  const { active } = await db.selectFrom('class_group').select('active').where('group_puid', '=', ids.class).executeTakeFirstOrThrow();
  return active === 1;
};

describeCommand({
  name: 'groupArchive',
  orders: ['the class'],
  question: 'plain',
  // The page of the class comes next.
  can: (_event, snapshot) => !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [groups.updateGroup] });
    await opened.signIn('tess');
    stage.render(
      <AtRoute app={opened.app} address={paths.updateGroup(ids.class)} path="/authenticated/mygroups/update/:value">
        <GroupFormPage />
      </AtRoute>,
    );
    await screen.findByRole('button', { name: m.groups_archive() });
  },
  network: () => opened.network,
  calls: { run: groups.updateGroup },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.groups_archive() })),
    confirm: () => fireEvent.click(dialog().getByRole('button', { name: m.groups_archive() })),
    dismissQuestion: () => fireEvent.click(dialog().getByRole('button', { name: m.ui_cancel() })),
  },
  see: {
    'ready.fresh': async () => {
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(await isActive()).toBe(true);
    },
    'ready.done': async () => expect(await isActive()).toBe(false),
    'asking.confirming': async () => {
      dialog().getByRole('button', { name: m.groups_archive() });
      expect(await isActive()).toBe(true);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(groups.updateGroup)).toBe(1)),
  },
});
