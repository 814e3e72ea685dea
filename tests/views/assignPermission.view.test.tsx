// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Role } from '../../contract/kit.ts';
import { permissions } from '../../contract/permissions.ts';
import { m } from '../../src/paraglide/messages.js';
import Assignments from '../../src/views/permissions/assignNewPermission.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { roleName } from '../../src/views/shell/roleName.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { assignPermission, countPermission } = permissions;
const address = addressOf(Assignments.declaration as ScreenAddress);
const page = (asked = '') => (
  <AtRoute app={opened.app} address={address + asked} path={address}>
    <Assignments />
  </AtRoute>
);
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: m.permissions_assign_title() }));
  await screen.findByLabelText(m.permissions_permission());
};
const choose = (label: string, value: number) => fireEvent.change(screen.getByLabelText(label), { target: { value: String(value) } });
const next = () => fireEvent.click(screen.getByRole('button', { name: m.permissions_assign_next() }));
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name }));
const rows = () => cellsOf(m.permissions_assign_list()).slice(1);

describeCommand({
  name: 'assignPermission',
  orders: ['Front desk for teachers'],
  question: 'counted',
  // The form closes, and the list has the new one.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [assignPermission, countPermission] });
    await opened.signIn('dan');
    stage.render(page());
    await open();
    choose(m.permissions_permission(), ids.permission);
    choose(m.account_column_role(), Role.teacher);
  },
  network: () => opened.network,
  calls: { run: assignPermission, count: countPermission },
  press: {
    give: next,
    confirm: () => inQuestion(m.permissions_assign()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
    recount: () => inQuestion(m.common_try_again()),
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.getByLabelText(m.permissions_permission())).toBeTruthy()),
    'asking.counting': () => waitFor(() => expect(opened.network.waiting(countPermission)).toBe(1)),
    'asking.uncounted': () => expect(question().textContent).toContain(m.permissions_assign_uncounted()),
    'asking.confirming': () => expect(question().textContent).toContain(m.permissions_assign_people({ count: 2 })),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(assignPermission)).toBe(1)),
    'ready.done': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  },
});

it('gives a permission to the person in the address for some days, shows it, and takes it back until it is undone', async () => {
  opened = await openScreen();
  await opened.signIn('dan');
  render(page('?to=tess'));
  await screen.findByLabelText(m.permissions_permission());
  next();
  await waitFor(() => expect(screen.getByLabelText(m.permissions_permission()).getAttribute('aria-invalid')).toBe('true'));
  choose(m.permissions_permission(), ids.permission);
  fireEvent.change(screen.getByLabelText(m.permissions_until()), { target: { value: '2030-01-20' } });
  next();
  await waitFor(() => expect(question().textContent).toContain(m.permissions_assign_people({ count: 1 })));
  inQuestion(m.permissions_assign());
  await waitFor(() => expect(rows()).toHaveLength(2));
  const later = m.permissions_state_later();
  const everyone = m.permissions_to_all({ role: roleName(Role.teacher) });
  // Both were given at the same time.
  expect(
    rows()
      .map((row) => row.slice(0, 6))
      .toReversed(),
  ).toEqual([
    ['tess Person', 'Front desk', m.permissions_state_active(), '1', '', 'Jan 20'],
    [everyone, 'Front desk', later, '2', 'Jan 1, 2040', ''],
  ]);
  expect(opened.network.made(assignPermission).at(-1)).toMatchObject({ to_role_id: null, to_user_name: 'tess', from_date: null });
  const name = m.permissions_named({ permission: 'Front desk', to: 'tess Person' });
  fireEvent.click(screen.getByRole('button', { name: m.records_remove_name({ name }) }));
  await waitFor(() => expect(question().textContent).toContain(m.permissions_unassign_text({ count: 1 })));
  inQuestion(m.permissions_unassign());
  fireEvent.click(await screen.findByRole('button', { name: m.workspace_undo() }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});
