// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { m } from '../../src/paraglide/messages.js';
import AddStudentsPage from '../../src/views/groups/AddStudentsPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const newcomer = 70_000;
const name = 'Zulu, Uma';
const add = () => screen.getByRole('button', { name: new RegExp(`${m.groups_add_count({ count: 1 })}$`) });
const isAsIs = () => expect(screen.queryByText(m.groups_not_saved())).toBeNull();
/** The selected student is still selected. */
const isTicked = () => {
  shown(m.groups_not_saved());
  const row = screen.getByRole('row', { name: new RegExp(name) });
  expect(within(row).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
};

describeCommand({
  name: 'groupChange',
  orders: [name],
  isDismissible: true,
  // The page of the class comes next, so there is nothing to dismiss.
  can: ({ type }, snapshot) => type !== 'outcome.dismissed' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [groups.addGroupStudents] });
    const { db } = opened.network.backend;
    const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
    const other = { user_puid: newcomer, user_name: 'uma', user_key: 'uma', sourced_id: null, student_number: null };
    await db
      .insertInto('app_user')
      .values({ ...model, ...other, first_name: 'Uma', last_name: 'Zulu' })
      .execute();
    await opened.signIn('tess');
    stage.render(
      <AtRoute app={opened.app} address={paths.addGroupStudents(ids.class)} path="/authenticated/mygroups/AddStudents/:value">
        <AddStudentsPage />
      </AtRoute>,
    );
    await screen.findByRole('row', { name: new RegExp(name) });
  },
  network: () => opened.network,
  calls: { run: groups.addGroupStudents },
  press: {
    give: (order) => {
      const box = within(screen.getByRole('row', { name: new RegExp(String(order)) })).getByRole<HTMLInputElement>('checkbox');
      if (!box.checked) fireEvent.click(box);
      fireEvent.click(add());
    },
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': isAsIs,
    'ready.done': async () => {
      isAsIs();
      const rows = await opened.network.backend.db.selectFrom('enrollment').select('active').where('user_puid', '=', newcomer).execute();
      expect(rows).toEqual([{ active: 1 }]);
    },
    'ready.refused': ({ context }) => {
      shown(context.problem?.message ?? '');
      isTicked();
    },
    'ready.unreachable': isTicked,
    saving: () => expect(add().getAttribute('aria-disabled')).toBe('true'),
  },
});
