// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupPage from '../../src/views/groups/GroupPage.tsx';
import GroupsPage from '../../src/views/groups/GroupsPage.tsx';
import { paths } from '../../src/views/paths.ts';
import UserPage from '../../src/views/people/UserPage.tsx';
import { user } from '../../src/views/people/user.screen.ts';
import Sessions from '../../src/views/rostering/sessions.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

const sessions: Row<'roster_session'>[] = [
  ['y', 'Year', 'schoolYear', '2029-08-01', '2030-06-01'],
  ['f', 'Fall', 'term', '2029-08-01', '2029-12-20'],
  ['s', 'Spring', 'semester', '2030-01-20', '2030-06-01'],
].map(([sourced_id = '', title = '', type = '', start_date = '', end_date = ''], index) => ({
  ...{ district_id: ids.district, session_id: 90_000 + index, sourced_id, title, type: type as 'term', start_date, end_date },
  ...{ parent_sourced_id: sourced_id === 'y' ? null : 'y', school_year: '2030', active: 1, roster_modified: null },
}));
async function withTerms({ db }: Pick<TestServer, 'db'>, roster_terms: string) {
  await insertAll(db, 'roster_session', sessions);
  await db.updateTable('class_group').set({ roster_terms }).where('group_puid', '=', ids.class).execute();
}

describeReport(Sessions, {
  as: 'dan',
  prepare: async (backend) => {
    await withTerms(backend, 'y,f');
    return [];
  },
  heading: m.sessions_title(),
  table: [
    [
      ...[m.sessions_name(), m.sessions_type(), m.rostering_school_year(), m.rostering_start(), m.rostering_end()],
      ...[m.rostering_state(), m.sessions_classes(), m.sessions_part_of()],
    ],
    ['Spring', 'Semester', '2030', 'Jan 20, 2030', 'Jun 1, 2030', 'Upcoming', '0', 'Year'],
    ['Year', m.sessions_type_schoolYear(), '2030', 'Aug 1, 2029', 'Jun 1, 2030', 'Current', '1', '–'],
    ['Fall', 'Term', '2030', 'Aug 1, 2029', 'Dec 20, 2029', 'Over', '1', 'Year'],
  ],
  refused: {},
});

it.each([
  ['of a class', GroupPage, paths.group(ids.class), '/authenticated/mygroups/ViewGroups/:value', 'class_group', 'group_puid', ids.class],
  ['of a person', UserPage, addressOf(user, ids.district, ids.ana), `/authenticated/${user.path}`, 'app_user', 'user_puid', ids.ana],
] as const)('shows an administrator what else the source says %s', async (_, Page, address, path, table, key, id) => {
  const opened = await openScreen();
  const roster_metadata = JSON.stringify({ 'vendor.bus': '<i>12</i>', seats: 4 });
  await opened.network.backend.db
    .updateTable(table as 'app_user')
    .set({ roster_metadata })
    .where(key as 'user_puid', '=', id)
    .execute();
  await opened.signIn('dan');
  render(
    <AtRoute app={opened.app} address={address} path={path}>
      <Page />
    </AtRoute>,
  );
  await screen.findByRole('heading', { name: m.rostering_metadata() });
  for (const text of ['vendor.bus', '<i>12</i>', 'seats', '4']) shown(text);
});

it('shows an administrator the further schools of a person', async () => {
  const opened = await openScreen();
  const { db } = opened.network.backend;
  const org = {
    district_id: ids.district,
    type: 'school',
    parent_sourced_id: null,
    active: 1,
    roster_modified: null,
    roster_metadata: null,
  };
  const role = { district_id: ids.district, user_sourced_id: 'ana-1', role: 'student', begin_date: null, end_date: null, active: 1 };
  await insertAll(db, 'roster_org', [
    { ...org, org_id: 91_001, sourced_id: 'hill', name: 'Hill' },
    { ...org, org_id: 91_002, sourced_id: 'dale', name: 'Dale' },
  ]);
  await insertAll(db, 'roster_role', [
    { ...role, user_role_id: 92_001, sourced_id: 'r1', org_sourced_id: 'hill', is_primary: 1, roster_modified: null },
    {
      ...role,
      user_role_id: 92_002,
      sourced_id: 'r2',
      org_sourced_id: 'dale',
      is_primary: 0,
      roster_modified: null,
      end_date: '2030-06-01',
    },
  ]);
  await db.updateTable('app_user').set({ sourced_id: 'ana-1' }).where('user_puid', '=', ids.ana).execute();
  await opened.signIn('dan');
  render(
    <AtRoute app={opened.app} address={addressOf(user, ids.district, ids.ana)} path={`/authenticated/${user.path}`}>
      <UserPage />
    </AtRoute>,
  );
  const table = await screen.findByRole('table', { name: m.rostering_places() });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(rows).toEqual([
    [m.common_role_student(), m.rostering_place_primary(), '', ''],
    [m.common_role_student(), m.rostering_place_secondary(), '', 'Jun 1, 2030'],
  ]);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Hill', 'Dale']);
});

async function open(Page: typeof GroupPage, address: string, path: string, roster_terms: string) {
  const opened = await openScreen();
  await withTerms(opened.network.backend, roster_terms);
  await opened.signIn('tess');
  render(
    <AtRoute app={opened.app} address={address} path={path}>
      <Page />
    </AtRoute>,
  );
}
const atClass = (roster_terms: string) =>
  open(GroupPage, paths.group(ids.class), '/authenticated/mygroups/ViewGroups/:value', roster_terms);

it('shows a teacher the terms of a class with their dates', async () => {
  await atClass('f,y');
  await screen.findByText('Year: Aug 1, 2029 to Jun 1, 2030 · Fall: Aug 1, 2029 to Dec 20, 2029');
  expect(screen.queryByText(m.groups_over())).toBeNull();
});

it('says on the page of a class that its terms are over', async () => {
  await atClass('f');
  await screen.findByText(m.groups_over());
  shown(m.groups_over_text());
});
it('marks a class whose terms are over in the list', async () => {
  await open(GroupsPage, paths.groups, paths.groups, 'f');
  await screen.findByText(m.groups_over());
});
