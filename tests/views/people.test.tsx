// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { account } from '../../contract/account.ts';
import { Role } from '../../contract/kit.ts';
import { people } from '../../contract/people.ts';
import { profile } from '../../contract/profile.ts';
import { schools } from '../../contract/schools.ts';
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
import Schools from '../../src/views/schools/schools.records.tsx';
import { schools as schoolsScreen } from '../../src/views/schools/schools.screen.ts';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { found, openScreen, type Screen } from './kit/screen.tsx';

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
  await open(AdminHomePage, adminHome, 'dan', '', async (opened) => {
    await withoutPassword(opened);
    const { db } = opened.network.backend;
    await db.updateTable('app_user').set({ active: 0 }).where('user_puid', 'in', [ids.tess, ids.tom]).execute();
    const registered = (user_puid: number, school_id: number) => ({
      ...{ district_id: 1, request_id: `request ${user_puid}`, state: 'done' as const, email: `${user_puid}@hill.example` },
      ...{ first_name: 'A', last_name: 'B', user_name: null, grade: null, created_at: 0, decided_at: null, user_puid, school_id },
    });
    await db
      .insertInto('registration_request')
      .values([registered(ids.tess, ids.school), registered(ids.tom, ids.otherSchool)])
      .execute();
  });
  const card = await screen.findByRole('article', { name: m.people_waiting_unready() });
  within(card).getByText('1');
  within(screen.getByRole('article', { name: m.people_waiting_registrations() })).getByText('2');
  expect(links()).toContain(`${addressOf(manageUsers)}?state=registered`);
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

it.each([
  ['the home', AdminHomePage, adminHome],
  ['the home of users', PeopleHomePage, peopleHome],
] as const)('%s finds users, schools and classes at once, and keeps the search in the address', async (_, Page, address) => {
  const { network } = await open(Page, address);
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

it('the provider adds the administrator of another district, whose schools alone are offered', async () => {
  const asked = `?district_id=${ids.otherDistrict}&role=${Role.districtAdministrator}`;
  const { network } = await open(AddUser, addUser, 'max', asked);
  const title = m.districts_in({ what: m.people_add(), district: 'South' });
  const form = within(await screen.findByRole('dialog', { name: title }));
  const school = within(form.getByRole('combobox', { name: m.account_school() }));
  expect(school.queryByRole('option', { name: 'Hill' })).toBeNull();
  school.getByRole('option', { name: 'Coast' });
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: m.account_column_role() }).value).toBe(String(Role.districtAdministrator));
  const type = (label: string, text: string) => fireEvent.change(form.getByRole('textbox', { name: label }), { target: { value: text } });
  type(m.rostering_first_name(), 'Núria');
  type(m.rostering_last_name(), 'Soler');
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  await screen.findByRole('status', { name: m.rostering_code() });
  expect(network.made(people.addUser).at(-1)).toMatchObject({
    district_id: ids.otherDistrict,
    role_id: Role.districtAdministrator,
  });
  fireEvent.click(screen.getByRole('button', { name: m.rostering_done() }));
  await screen.findByRole('rowheader', { name: 'Soler, Núria' });
  // The batch is of the own district.
  expect(screen.queryByRole('button', { name: m.people_batch_all() })).toBeNull();
});

it('the provider narrows the list of users to a district, and adds to the own one without a choice', async () => {
  const { network } = await open(ManageUsers, manageUsers, 'max', `?school_id=${ids.school}`);
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toContain('Person, ana'));
  const district = () => screen.getByRole('combobox', { name: m.lti_district() });
  await within(district()).findByRole('option', { name: 'South' });
  within(district()).getByRole('option', { name: m.people_every_district() });
  fireEvent.change(district(), { target: { value: String(ids.otherDistrict) } });
  await waitFor(() => expect(names()).toEqual(['Person, dora', 'Person, ted', 'Person, zoe']));
  expect(route.path).not.toContain('school_id');
  fireEvent.change(district(), { target: { value: 'every' } });
  await waitFor(() => expect(names()).toContain('Person, ana'));
  const add = screen.getByRole('button', { name: m.people_add() });
  await waitFor(() => expect(add.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(add);
  await screen.findByRole('dialog', { name: m.districts_in({ what: m.people_add(), district: 'North' }) });
  expect(network.made(account.managedUsers).at(-1)).not.toHaveProperty('district_id');
});

it('nobody else is offered another district', async () => {
  await open(ManageUsers, manageUsers, 'dan');
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(1));
  expect(screen.queryByRole('combobox', { name: m.lti_district() })).toBeNull();
});

it('the provider adds a school to another district', async () => {
  const { network } = await open(Schools, schoolsScreen, 'max');
  await screen.findByRole('rowheader', { name: 'Hill' });
  const district = await screen.findByRole('combobox', { name: m.lti_district() });
  await within(district).findByRole('option', { name: 'South' });
  fireEvent.change(district, { target: { value: String(ids.otherDistrict) } });
  await screen.findByRole('rowheader', { name: 'Coast' });
  expect(screen.queryByRole('rowheader', { name: 'Hill' })).toBeNull();
  expect(links()).toContain(`${addressOf(manageUsers)}?district_id=${ids.otherDistrict}&school_id=21`);
  fireEvent.click(screen.getByRole('button', { name: m.records_add() }));
  const title = m.districts_in({ what: m.schools_new(), district: 'South' });
  const form = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.change(form.getByRole('textbox', { name: m.schools_name() }), { target: { value: 'Dune' } });
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  await screen.findByRole('rowheader', { name: 'Dune' });
  expect(network.made(schools.addSchool).at(-1)).toMatchObject({ district_id: ids.otherDistrict, name: 'Dune' });
});

it('a page that opens with its form says that it lacks the schools, and opens it after Try again', async () => {
  const { network } = await open(AddUser, addUser, 'dan', '', async (opened) => opened.network.hold(profile.allSchools));
  await network.fail(profile.allSchools, { code: 503 });
  await found(m.account_schools_failed());
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: m.common_try_again() }));
  await network.release(profile.allSchools);
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByRole('option', { name: 'Hill' });
});
