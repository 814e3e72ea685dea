// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Role } from '../../contract/kit.ts';
import { m } from '../../src/paraglide/messages.js';
import { addUser } from '../../src/views/people/add.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { openDistricts } from './kit/districts.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

const form = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(form().getByRole('textbox', { name: label }), { target: { value } });
const save = () => fireEvent.click(form().getByRole('button', { name: m.records_save() }));
const tab = (name: string) => form().getByRole<HTMLInputElement>('checkbox', { name: m.districts_tab({ name }) });
const edit = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: m.records_edit_name({ name }) }));
  await screen.findByRole('dialog');
};
const row = ({ network }: Screen) =>
  network.backend.db.selectFrom('district').selectAll().where('district_id', '=', ids.district).executeTakeFirstOrThrow();

it('changes the own district: what is shown, its addresses and its tabs', async () => {
  const opened = await openDistricts('dan');
  expect(cellsOf(m.districts_title()).map((cells) => cells.slice(0, 5))).toEqual([
    [m.districts_name(), m.districts_state(), m.districts_time_zone(), m.schools_title(), m.districts_users()],
    ['North', 'Texas', 'America/Chicago', '2', '10'],
  ]);
  expect(screen.queryByRole('button', { name: m.records_add() })).toBeNull();
  expect(screen.queryByRole('button', { name: m.records_remove_name({ name: 'North' }) })).toBeNull();
  await edit('North');
  type(m.districts_hosts(), 'one.example; two.example');
  expect(tab(m.glossary_nav()).checked).toBe(true);
  fireEvent.click(tab(m.glossary_nav()));
  save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { hosts, nav_tabs } = await row(opened);
  expect(JSON.parse(hosts)).toEqual(['one.example', 'two.example']);
  expect(JSON.parse(nav_tabs)).toContainEqual({ key: 'glossary', show: false });
  // Nobody can hide the way back.
  expect(JSON.parse(nav_tabs)).toContainEqual({ key: 'admin', show: false });
});

it('shows both versions of a tab that somebody else has hidden, in words', async () => {
  const { network } = await openDistricts('dan');
  await edit('North');
  type(m.districts_name(), 'Mine');
  await network.backend.db
    .updateTable('district')
    .set({ version: 2, nav_tabs: JSON.stringify([{ key: 'content', show: false }]) })
    .where('district_id', '=', ids.district)
    .execute();
  save();
  const label = m.districts_tab({ name: m.common_nav_library() });
  const cells = within(await form().findByRole('row', { name: new RegExp(`^${label}`) })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([m.records_yes(), m.records_no()]);
});

it('the provider adds a district, and is told why one with accounts stays', async () => {
  const { network } = await openDistricts('max');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['North', 'South']);
  await chooseFor('South', m.records_remove());
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(m.districts_in_use({ users: '3', schools: '1' }));
  fireEvent.click(question.getByRole('button', { name: m.workspace_delete() }));
  await question.findByText(m.refusal_recordInUse());
  fireEvent.click(question.getByRole('button', { name: m.common_cancel() }));
  fireEvent.click(screen.getByRole('button', { name: m.records_add() }));
  await screen.findByRole('dialog');
  type(m.districts_name(), 'East');
  save();
  await waitFor(() => expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['East', 'North', 'South']));
  // Nobody is there yet: the next step is its administrator.
  const { district_id } = await network.backend.db
    .selectFrom('district')
    .select('district_id')
    .where('name', '=', 'East')
    .executeTakeFirstOrThrow();
  const next = screen.getByRole('link', { name: m.districts_add_administrator_name({ name: 'East' }) });
  expect(next.getAttribute('href')).toBe(`${addressOf(addUser)}?district_id=${district_id}&role=${Role.districtAdministrator}`);
  expect(screen.queryByRole('link', { name: m.districts_add_administrator_name({ name: 'South' }) })).toBeNull();
});
