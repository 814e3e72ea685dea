// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { permissions } from '../../contract/permissions.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupFormPage from '../../src/views/groups/GroupFormPage.tsx';
import { paths } from '../../src/views/paths.ts';
import Modules from '../../src/views/permissions/moduleAssignment.records.tsx';
import { moduleNames } from '../../src/views/permissions/permissionWords.ts';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';
import { chooseFor, openStudents } from './kit/students.tsx';

installNetwork();

const form = () => within(screen.getByRole('dialog'));
const versions = async (label: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${label}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

async function openForm() {
  const opened = await openScreen();
  await opened.signIn('dan');
  const rename = (name: string) =>
    opened.network.backend.db.updateTable('class_group').set({ name }).where('group_puid', '=', ids.class).execute();
  render(
    <AtRoute app={opened.app} address={paths.updateGroup(ids.class)} path="/authenticated/mygroups/update/:value">
      <GroupFormPage />
    </AtRoute>,
  );
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(m.groups_name()) });
  return { ...opened, rename, name };
}

it('shows both versions of a class, and keeps the own one if the user says so, also after a third change', async () => {
  const { network, rename, name } = await openForm();
  fireEvent.change(await name(), { target: { value: 'Mine' } });
  await rename('Theirs');
  fireEvent.click(screen.getByRole('button', { name: m.groups_save() }));
  expect(await versions(m.groups_name())).toEqual(['Mine', 'Theirs']);
  await rename('Theirs again');
  fireEvent.click(screen.getByRole('button', { name: m.builder_conflict_keep_mine() }));
  await waitFor(async () => expect(await versions(m.groups_name())).toEqual(['Mine', 'Theirs again']));
  fireEvent.click(screen.getByRole('button', { name: m.builder_conflict_keep_mine() }));
  await waitFor(() => expect(route.path).toContain(paths.group(ids.class)));
  const { name: stored } = await network.backend.db
    .selectFrom('class_group')
    .select('name')
    .where('group_puid', '=', ids.class)
    .executeTakeFirstOrThrow();
  expect(stored).toBe('Mine');
});

it('takes the other version of a class into the form', async () => {
  const { network, rename, name } = await openForm();
  fireEvent.change(await name(), { target: { value: 'Mine' } });
  await rename('Theirs');
  fireEvent.click(screen.getByRole('button', { name: m.groups_save() }));
  await versions(m.groups_name());
  fireEvent.click(screen.getByRole('button', { name: m.builder_conflict_take_theirs() }));
  await waitFor(async () => expect((await name()).value).toBe('Theirs'));
  expect(network.made(groups.updateGroup)).toHaveLength(1);
});

it('shows both versions before a class is archived that somebody else has renamed', async () => {
  const { rename } = await openForm();
  fireEvent.click(await screen.findByRole('button', { name: m.groups_archive() }));
  await rename('Theirs');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.groups_archive() }));
  expect((await versions(m.groups_archived())).toSorted()).toEqual([m.records_no(), m.records_yes()].toSorted());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('shows both versions of a student', async () => {
  const { network } = await openStudents(null, [], 'dan');
  await chooseFor('ana Person', m.records_edit());
  await screen.findByRole('dialog');
  fireEvent.change(form().getByRole('textbox', { name: m.rostering_first_name() }), { target: { value: 'Mine' } });
  await network.backend.db.updateTable('app_user').set({ first_name: 'Theirs' }).where('user_puid', '=', ids.ana).execute();
  fireEvent.click(form().getByRole('button', { name: m.records_save() }));
  expect(await versions(m.rostering_first_name())).toEqual(['Mine', 'Theirs']);
});

it('shows both versions of the modules of a school', async () => {
  const opened = await openScreen();
  await opened.signIn('dan');
  const address = addressOf(Modules.declaration as ScreenAddress);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Modules />
    </AtRoute>,
  );
  await screen.findByRole('table');
  fireEvent.click(screen.getByRole('button', { name: m.records_edit_name({ name: 'Hill' }) }));
  await screen.findByRole('dialog');
  fireEvent.click(form().getByLabelText(moduleNames.glossary()));
  const other = await opened.network.backend.signIn('dan');
  await other.ok(permissions.updateNavTabs, { user_puid: ids.dan, school_id: ids.school, nav_tabs: [{ key: 'help', show: false }] });
  fireEvent.click(form().getByRole('button', { name: m.records_save() }));
  expect(await versions(moduleNames.help())).toEqual([m.permissions_on(), m.permissions_off()]);
  expect(await versions(moduleNames.glossary())).toEqual([m.permissions_off(), m.permissions_on()]);
});
