// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Role, type RoleId } from '../../contract/kit.ts';
import { permissions as calls } from '../../contract/permissions.ts';
import { m } from '../../src/paraglide/messages.js';
import { inbox } from '../../src/views/inbox/inbox.screen.ts';
import Modules from '../../src/views/permissions/moduleAssignment.records.tsx';
import Matrix from '../../src/views/permissions/permissionList.records.tsx';
import { moduleNames } from '../../src/views/permissions/permissionWords.ts';
import { withRight } from '../../src/views/permissions/withRight.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { roleName } from '../../src/views/shell/roleName.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { cellsOf, savedCsv } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const giveTeachers = ({ db }: TestServer) =>
  db.updateTable('permission_assignment').set({ from_at: 0 }).where('assignment_id', '=', ids.permissionAssignment).execute();

async function open(as: string, Page: typeof Modules | typeof Matrix, prepare?: (backend: TestServer) => Promise<unknown>) {
  const opened = await openScreen();
  await prepare?.(opened.network.backend);
  await opened.signIn(as);
  const address = addressOf(Page.declaration as ScreenAddress);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Page />
    </AtRoute>,
  );
  return opened;
}

describe('the matrix', () => {
  it('says of each call and screen which role may use it, and what the district has given', async () => {
    await open('sue', Matrix, giveTeachers);
    await screen.findByRole('table', { name: m.permissions_matrix_title() });
    const roles = [Role.student, Role.teacher, Role.schoolAdministrator, Role.districtAdministrator].map(roleName);
    const [header = [], ...rows] = await savedCsv();
    expect(header.slice(4, 8)).toEqual(roles);
    const line = (name: string) => rows.find(([first]) => first === name)?.slice(1, 8);
    const [yes, no, given] = [m.permissions_yes(), m.permissions_no(), m.permissions_given()];
    expect(line('GET /UserSetup/get_user_messages')).toEqual([
      ...[m.permissions_call(), '', m.permissions_right_messages(), no, given, yes, yes],
    ]);
    expect(line('GET /glossary/get_subjects')).toEqual([m.permissions_call(), moduleNames.glossary(), '', yes, yes, yes, yes]);
    expect(line('/authenticated/admin/moduleAssignment')).toEqual([m.permissions_screen(), '', '', no, no, no, yes]);
    // Only a school administrator reads it: the forms are not offered.
    expect(screen.queryByRole('link', { name: m.permissions_title() })).toBeNull();
    fireEvent.change(screen.getByLabelText(m.permissions_module()), { target: { value: 'glossary' } });
    fireEvent.change(screen.getByLabelText(m.permissions_role()), { target: { value: String(Role.student) } });
    await waitFor(() => expect(cellsOf(m.permissions_matrix_title()).length).toBeLessThan(20));
    for (const [, , module, , student] of cellsOf(m.permissions_matrix_title()).slice(1))
      expect([module, student]).toEqual([moduleNames.glossary(), yes]);
  });
});

describe('the modules', () => {
  const cells = () => cellsOf(m.permissions_modules_title()).slice(1);
  const toggle = async (place: string) => {
    fireEvent.click(screen.getByRole('button', { name: m.records_edit_name({ name: place }) }));
    const form = within(await screen.findByRole('dialog'));
    fireEvent.click(form.getByRole('checkbox', { name: moduleNames.glossary() }));
    fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  };

  it('are switched for a school, and for the district, which its schools follow', async () => {
    await open('dan', Modules);
    await screen.findByRole('table', { name: m.permissions_modules_title() });
    const shown = () => cells().map((row) => [row[0], row[2]]);
    const [on, off] = ['', moduleNames.glossary()];
    expect(shown()).toEqual([
      ['North', on],
      ['Hill', on],
      ['Lake', on],
    ]);
    await toggle('Hill');
    await waitFor(() => expect(shown()[1]).toEqual(['Hill', off]));
    await toggle('North');
    await waitFor(() =>
      expect(shown()).toEqual([
        ['North', off],
        ['Hill', off],
        ['Lake', off],
      ]),
    );
    // There is nothing to switch there.
    fireEvent.click(screen.getByRole('button', { name: m.records_edit_name({ name: 'Lake' }) }));
    const form = within(await screen.findByRole('dialog'));
    expect(form.getByRole('checkbox', { name: moduleNames.content() })).toBeTruthy();
    expect(form.queryByRole('checkbox', { name: moduleNames.glossary() })).toBeNull();
    expect(screen.queryByRole('combobox', { name: m.lti_district() })).toBeNull();
  });

  it('are switched by the provider in the district that was chosen', async () => {
    const { network } = await open('max', Modules);
    await screen.findByRole('rowheader', { name: 'North' });
    const district = await screen.findByRole('combobox', { name: m.lti_district() });
    await within(district).findByRole('option', { name: 'South' });
    fireEvent.change(district, { target: { value: String(ids.otherDistrict) } });
    await screen.findByRole('rowheader', { name: 'South' });
    expect(screen.queryByRole('rowheader', { name: 'Hill' })).toBeNull();
    await toggle('South');
    await waitFor(() => expect(cells().map((row) => row[2])).toEqual([moduleNames.glossary(), moduleNames.glossary()]));
    expect(network.made(calls.updateNavTabs).at(-1)).toMatchObject({ district_id: ids.otherDistrict, school_id: null });
    const tabs = await network.backend.db.selectFrom('district').select(['district_id', 'nav_tabs']).orderBy('district_id').execute();
    expect(tabs.map(({ nav_tabs }) => nav_tabs?.includes('{"key":"glossary","show":false}'))).toEqual([false, true]);
  });
});

describe('a screen that a right opens', () => {
  const Page = withRight(() => <h1>The inbox</h1>, { roles: [Role.schoolAdministrator] as RoleId[], right: 'messages' });
  const show = async (as: string, prepare?: (backend: TestServer) => Promise<unknown>) => {
    const opened = await openScreen();
    await prepare?.(opened.network.backend);
    await opened.signIn(as);
    const address = addressOf(inbox);
    render(
      <AtRoute app={opened.app} address={address} path={address}>
        <Page />
        <Outlet />
      </AtRoute>,
    );
    return opened;
  };

  it('is shown to its roles without asking', async () => {
    const { network } = await show('sue');
    await screen.findByText('The inbox');
    expect(network.made(calls.ownRights)).toEqual([]);
  });

  it('is shown to those who have the right, and to nobody else', async () => {
    await show('tess');
    await screen.findByText(m.common_forbidden());
    expect(screen.queryByText('The inbox')).toBeNull();
  });

  it('is shown as soon as the right is given', async () => {
    await show('tess', giveTeachers);
    await screen.findByText('The inbox');
  });
});
