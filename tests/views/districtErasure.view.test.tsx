// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { districtErasureDays, districts } from '../../contract/districts.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { minutes } from '../server/testServer.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { openDistricts } from './kit/districts.tsx';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

let opened: Screen;
const name = 'South';
const question = () => screen.getByRole('alertdialog');
const nameField = () => within(question()).getByRole('textbox');
const passwordField = () => question().querySelector('input[name=typed]') as HTMLInputElement;
const press = (label: string) => fireEvent.click(within(question()).getByRole('button', { name: label }));
const alert = () => within(question()).getByRole('alert').textContent;
const open = () => chooseFor(name, m.districts_erase_menu());

describeCommand({
  name: 'districtErasure',
  orders: [{ district_id: ids.otherDistrict, name }],
  question: 'counted',
  counted: { confirm_by: 'password' },
  answers: ['science-rocks', ''],
  mount: async (stage) => {
    opened = await openDistricts('max', { ...stage, held: [districts.districtErasurePlan, districts.requestDistrictErasure] });
  },
  network: () => opened.network,
  calls: { run: districts.requestDistrictErasure, count: districts.districtErasurePlan },
  // A closed district is not closed again.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  press: {
    give: open,
    confirm: (password) => {
      fireEvent.change(nameField(), { target: { value: name } });
      fireEvent.change(passwordField(), { target: { value: password } });
      if (password === '') press(m.districts_erase());
      else fireEvent.keyDown(passwordField(), { key: 'Enter' });
    },
    edit: () => fireEvent.change(passwordField(), { target: { value: 'x' } }),
    dismissQuestion: () => press(m.ui_cancel()),
    recount: () => press(m.common_try_again()),
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'ready.done': async () => {
      await screen.findByText(/^Will be erased after /);
      expect(opened.notices().at(-1)?.text).toBe(m.districts_erase_requested({ name }));
    },
    // The dialog loads with its first question.
    'asking.counting': async () => within(await screen.findByRole('alertdialog')).findByText(m.workspace_delete_counting()),
    'asking.uncounted': () => within(question()).findByText(m.districts_erase_uncounted()),
    'asking.confirming': async () => {
      await within(question()).findByText(m.districts_erase_text({ days: String(districtErasureDays) }));
      expect(
        within(question())
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Student: 1',
        'Teacher: 1',
        'District administrator: 1',
        m.districts_erase_schools({ schools: '1', classes: '1' }),
        m.districts_erase_work({ lessons: '1', attempts: '0', files: '0' }),
      ]);
    },
    'asking.confirming.edited': () => expect(passwordField().getAttribute('aria-invalid')).toBeNull(),
    'asking.confirming.incomplete': () => expect(passwordField().getAttribute('aria-invalid')).toBe('true'),
    'asking.confirming.refused': ({ context }) => expect(alert()).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(alert()).toContain('The server did not answer'),
    saving: () => expect(opened.network.waiting(districts.requestDistrictErasure)).toBe(1),
  },
});

it('has no button for the own district, nor before its name is typed, and makes an archive of this one', async () => {
  opened = await openDistricts('max');
  fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name: 'North' }) }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).not.toContain(m.districts_erase_menu());
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await open();
  await waitFor(() => expect(passwordField()).toBeTruthy());
  const button = () => within(question()).getByRole('button', { name: m.districts_erase() });
  expect(button().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(nameField(), { target: { value: 'Sout' } });
  expect(button().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(nameField(), { target: { value: name } });
  expect(button().getAttribute('aria-disabled')).toBeNull();
  press(m.privacy_archive());
  const { db } = opened.network.backend;
  await waitFor(async () => {
    const job = await db.selectFrom('export_job').select(['about_district_id', 'created_by']).executeTakeFirst();
    expect(job).toEqual({ about_district_id: ids.otherDistrict, created_by: ids.max });
  });
});

it('asks for a new sign-in where there is no password', async () => {
  opened = await openDistricts('max');
  const { db, clock } = opened.network.backend;
  await db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.max).execute();
  await db
    .updateTable('refresh_session')
    .set({ started_at: clock.now - minutes(16) })
    .where('user_puid', '=', ids.max)
    .execute();
  await open();
  await within(await screen.findByRole('alertdialog')).findAllByText(m.districts_erase_sign_in());
  expect(passwordField()).toBeNull();
  fireEvent.change(nameField(), { target: { value: name } });
  expect(within(question()).getByRole('button', { name: m.districts_erase() }).getAttribute('aria-disabled')).toBe('true');
});
