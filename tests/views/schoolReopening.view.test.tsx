// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { schools } from '../../contract/schools.ts';
import { m } from '../../src/paraglide/messages.js';
import { manageUsers } from '../../src/views/account/manageUsers.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { chooseForSchool, listsSchool, openSchools } from './kit/schools.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = 'Hill';
const change = (set: { closed_at?: number; version?: number; name?: string; sourced_id?: string }) => (of: Screen) =>
  of.network.backend.db.updateTable('school').set(set).where('school_id', '=', ids.school).execute();
const closedAt = 1_900_000_000_000;

describeCommand({
  name: 'schoolReopening',
  orders: [{ name }],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openSchools({
      ...stage,
      asked: '?state=closed',
      held: [schools.reopenSchool],
      prepare: change({ closed_at: closedAt }),
    });
  },
  network: () => opened.network,
  calls: { run: schools.reopenSchool },
  press: {
    give: () => chooseForSchool(name, m.schools_reopen()),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  // An open school leaves the list of the closed ones.
  can: (event, snapshot) =>
    (event.type !== 'command.given' || !snapshot.hasTag('done')) && (event.type !== 'outcome.dismissed' || snapshot.hasTag('failed')),
  see: {
    'ready.fresh': () => listsSchool(name, true),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => listsSchool(name, true),
    'ready.done': async () => {
      await listsSchool(name, false);
      expect(opened.notices().at(-1)?.text).toBe(m.schools_reopened({ name }));
    },
  },
});

it('marks the schools of a roster, counts, and leads to the people of each', async () => {
  await openSchools({ prepare: change({ sourced_id: 's-1' }) });
  const [yes, no] = [m.records_yes(), m.records_no()];
  expect(cellsOf(m.schools_title()).map((row) => row.slice(0, 6))).toEqual([
    [m.account_school(), m.schools_rostered(), m.schools_students(), m.schools_teachers(), m.schools_administrators(), m.schools_classes()],
    [name, yes, '2', '1', '1', '1'],
    ['Lake', no, '1', '1', '1', '1'],
  ]);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`${addressOf(manageUsers)}?school_id=${ids.school}`);
});

it('shows both versions when somebody else has renamed the school, and saves the chosen one', async () => {
  const { network } = await openSchools();
  await chooseForSchool(name, m.records_edit());
  const form = () => within(screen.getByRole('dialog'));
  fireEvent.change(form().getByRole('textbox'), { target: { value: 'Mine' } });
  await change({ name: 'Theirs', version: 2 })({ network } as Screen);
  fireEvent.click(form().getByRole('button', { name: m.records_save() }));
  await waitFor(() => form().getByRole('cell', { name: 'Theirs' }));
  fireEvent.click(form().getByRole('button', { name: m.builder_conflict_keep_mine() }));
  await listsSchool('Mine', true);
});

it('lets a school administrator rename the own school and see what was changed, and nothing else', async () => {
  await openSchools({ as: 'sue' });
  expect(screen.queryByRole('button', { name: m.records_add() })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name }) }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([m.records_edit(), m.audit_open()]);
});
