// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupPage from '../../src/views/groups/GroupPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { isClosed, press, question, seePlain } from './kit/question.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const remove = () => m.groups_remove({ count: 1 });
const isThere = async () => {
  const { active } = await opened.network.backend.db
    .selectFrom('enrollment')
    .select('active')
    .where('group_puid', '=', ids.class)
    .where('user_puid', '=', ids.ana)
    .executeTakeFirstOrThrow();
  return active === 1;
};

describeCommand({
  name: 'groupRemoval',
  orders: ['ana'],
  question: 'plain',
  // The student is no longer in the list.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [groups.removeGroupStudents] });
    await opened.signIn('tess');
    stage.render(
      <AtRoute app={opened.app} address={paths.group(ids.class)} path="/authenticated/mygroups/ViewGroups/:value">
        <GroupPage />
      </AtRoute>,
    );
    await screen.findByRole('row', { name: /ana/ });
  },
  network: () => opened.network,
  calls: { run: groups.removeGroupStudents },
  press: {
    give: (order) => {
      const box = within(screen.getByRole('row', { name: new RegExp(String(order)) })).getByRole<HTMLInputElement>('checkbox');
      if (!box.checked) fireEvent.click(box);
      fireEvent.click(screen.getByRole('button', { name: remove() }));
    },
    confirm: () => fireEvent.click(question().getByRole('button', { name: remove() })),
    dismissQuestion: press(m.ui_cancel()),
  },
  see: {
    ...seePlain({ network: () => opened.network, call: groups.removeGroupStudents, isThere }),
    'ready.done': async () => {
      await isClosed();
      expect(await isThere()).toBe(false);
      const members = within(screen.getByRole('table', { name: m.groups_members() }));
      await waitFor(() => expect(members.queryByRole('row', { name: /ana/ })).toBeNull());
    },
    'asking.confirming': async () => {
      question().getByText(m.groups_remove_text());
      expect(await isThere()).toBe(true);
    },
  },
});
