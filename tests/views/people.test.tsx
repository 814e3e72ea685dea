// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { account } from '../../contract/account.ts';
import { Role } from '../../contract/kit.ts';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import ManageUsers from '../../src/views/account/manageUsers.records.tsx';
import { manageUsers } from '../../src/views/account/manageUsers.screen.ts';
import AdminHomePage from '../../src/views/people/AdminHomePage.tsx';
import AddUser from '../../src/views/people/add.records.tsx';
import { addUser } from '../../src/views/people/add.screen.ts';
import { adminHome } from '../../src/views/people/adminHome.screen.ts';
import PeopleHomePage from '../../src/views/people/PeopleHomePage.tsx';
import { peopleHome } from '../../src/views/people/peopleHome.screen.ts';
import { user } from '../../src/views/people/user.screen.ts';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

async function open(Page: ComponentType, screenOf: ScreenAddress, as = 'dan', asked = '', prepare?: (opened: Screen) => Promise<unknown>) {
  const opened = await openScreen();
  await prepare?.(opened);
  await opened.signIn(as);
  const address = addressOf(screenOf);
  render(
    <AtRoute app={opened.app} address={address + asked} path={address}>
      <Page />
    </AtRoute>,
  );
  return opened;
}
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const withoutPassword = ({ network }: Screen) =>
  network.backend.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.ana).execute();

it('the home says that nothing waits, and leads to all that one may open', async () => {
  await open(AdminHomePage, adminHome, 'sue');
  await screen.findByText(m.people_waiting_none());
  expect(links()).toContain(addressOf(peopleHome));
  // Subjects are the district's.
  expect(links().some((href) => href?.endsWith('/subject'))).toBe(false);
});

it('the home says what waits, in numbers, and leads there', async () => {
  await open(AdminHomePage, adminHome, 'dan', '', withoutPassword);
  const card = await screen.findByRole('article', { name: m.people_waiting_unready() });
  within(card).getByText('1');
  expect(links()).toContain(`${addressOf(manageUsers)}?state=unready`);
  expect(links().some((href) => href?.endsWith('/subject'))).toBe(true);
});

it('users and schools in numbers lead to the list of them', async () => {
  await open(PeopleHomePage, peopleHome, 'sue');
  await screen.findByRole('table', { name: m.people_by_role() });
  expect(cellsOf(m.people_by_role()).slice(1)).toEqual([
    [m.common_role_student(), '2', '0'],
    [m.common_role_teacher(), '1', '0'],
    [m.common_role_school_administrator(), '1', '0'],
  ]);
  expect(cellsOf(m.people_by_school()).slice(1)).toEqual([['Hill', '2', '2']]);
  expect(links()).toContain(`${addressOf(manageUsers)}?role=${Role.teacher}`);
  expect(links()).toContain(`${addressOf(manageUsers)}?school_id=${ids.school}`);
});

it('finds users, schools and classes at once, and keeps the search in the address', async () => {
  const { network } = await open(PeopleHomePage, peopleHome);
  const search = screen.getByRole('searchbox', { name: m.people_search() });
  fireEvent.change(search, { target: { value: ' hill ' } });
  expect(network.made(people.findAnything)).toEqual([]);
  fireEvent.keyDown(search, { key: 'Enter' });
  await screen.findByRole('table', { name: m.people_found_users({ count: '4' }) });
  expect(route.path).toContain('find=hill');
  screen.getByRole('table', { name: m.people_found_schools({ count: '1' }) });
  screen.getByRole('table', { name: m.people_found_classes({ count: '1' }) });
  expect(screen.queryByRole('table', { name: /^Imports/ })).toBeNull();
  expect(links()).toContain(addressOf(user, ids.district, ids.tess));
  fireEvent.change(search, { target: { value: 'nobody' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await screen.findByText(m.people_found_none({ text: 'nobody' }));
});

it('the list of users is narrowed by the server, and says so in the address', async () => {
  const { network } = await open(ManageUsers, manageUsers, 'dan', '?state=unready', withoutPassword);
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['Person, ana']));
  const choose = (label: string, value: string) => fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
  choose(m.account_column_state(), 'all');
  choose(m.account_column_role(), String(Role.teacher));
  await waitFor(() => expect(names()).toEqual(['Person, tess', 'Person, tom']));
  choose(m.account_school(), String(ids.school));
  await waitFor(() => expect(names()).toEqual(['Person, tess']));
  expect(route.path).toContain(`role=${Role.teacher}&school_id=${ids.school}`);
  expect(network.made(account.managedUsers).at(-1)).toMatchObject({ role: String(Role.teacher), school_id: String(ids.school) });
  expect(links()).toContain(addressOf(user, ids.district, ids.tess));
});

it('a new user gets a code, shown once, at an address that opens the form', async () => {
  const { network } = await open(AddUser, addUser, 'sue');
  const form = within(await screen.findByRole('dialog', { name: m.people_add() }));
  // A school administrator's people are of the own school.
  expect(form.queryByRole('combobox', { name: m.account_school() })).toBeNull();
  const type = (label: string, text: string) => fireEvent.change(form.getByRole('textbox', { name: label }), { target: { value: text } });
  const save = () => fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  save();
  expect(await form.findAllByText(m.records_missing())).toHaveLength(2);
  type(m.rostering_first_name(), 'Núria');
  type(m.rostering_last_name(), 'Soler');
  fireEvent.change(form.getByRole('combobox', { name: m.people_way() }), { target: { value: 'link' } });
  save();
  // There is no address to send it to; nothing that was typed is lost.
  await form.findByText(/or use a login code/);
  fireEvent.change(form.getByRole('combobox', { name: m.people_way() }), { target: { value: 'code' } });
  save();
  const code = await screen.findByRole('status', { name: m.rostering_code() });
  expect(code.textContent).toMatch(/^[a-z0-9]{6,}$/);
  expect(network.made(people.addUser).at(-1)).toMatchObject({ role_id: Role.student, school_id: null, user_name: null });
  within(screen.getByRole('dialog')).getByText('nuria.soler');
  fireEvent.click(screen.getByRole('button', { name: m.rostering_done() }));
  await waitFor(() => expect(screen.queryByRole('status', { name: m.rostering_code() })).toBeNull());
  await screen.findByRole('rowheader', { name: 'Soler, Núria' });
});

it('a district’s administrator chooses the school of a new user', async () => {
  const { network } = await open(AddUser, addUser);
  const form = within(await screen.findByRole('dialog', { name: m.people_add() }));
  const type = (label: string, text: string) => fireEvent.change(form.getByRole('textbox', { name: label }), { target: { value: text } });
  type(m.rostering_first_name(), 'Núria');
  type(m.rostering_last_name(), 'Soler');
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  await form.findByText('Choose a school.');
  fireEvent.change(form.getByRole('combobox', { name: m.account_school() }), { target: { value: String(ids.otherSchool) } });
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  await screen.findByRole('status', { name: m.rostering_code() });
  expect(network.made(people.addUser).at(-1)).toMatchObject({ school_id: ids.otherSchool });
});
