// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupFormPage from '../../src/views/groups/GroupFormPage.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = () => screen.getByLabelText<HTMLInputElement>(m.groups_name());
const isAsIs = () => expect(screen.queryByText(m.groups_not_saved())).toBeNull();

describeCommand({
  name: 'groupForm',
  orders: ['Robotics'],
  isDismissible: true,
  // The page of the class comes next, so there is nothing to dismiss.
  can: ({ type }, snapshot) => type !== 'outcome.dismissed' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [groups.addGroup] });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <GroupFormPage />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: groups.addGroup },
  press: {
    give: (order) => {
      fireEvent.change(name(), { target: { value: order } });
      fireEvent.submit(name().closest('form') as HTMLFormElement);
    },
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': isAsIs,
    'ready.done': async () => {
      isAsIs();
      const rows = await opened.network.backend.db.selectFrom('class_group').select('name').execute();
      expect(rows.map((row) => row.name)).toContain('Robotics');
    },
    'ready.refused': ({ context }) => {
      shown(context.problem?.message ?? '');
      expect(name().value).toBe('Robotics');
    },
    'ready.unreachable': () => {
      shown(m.groups_not_saved());
      expect(name().value).toBe('Robotics');
    },
    saving: () => expect(screen.getByRole('button', { name: new RegExp(m.groups_create()) }).getAttribute('aria-disabled')).toBe('true'),
  },
});

it('offers the subjects in use, and takes any other', async () => {
  opened = await openScreen();
  const { db } = opened.network.backend;
  await db.deleteFrom('subject').execute();
  const row = { district_id: ids.district, version: 1, removed_at: null };
  await db
    .insertInto('subject')
    .values([
      { ...row, subject_id: 1, name: 'Physics', name_key: 'physics', active: 1 },
      { ...row, subject_id: 2, name: 'Latin', name_key: 'latin', active: 0 },
      { ...row, subject_id: 3, name: 'Art', name_key: 'art', active: 1 },
    ])
    .execute();
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <GroupFormPage />
    </Around>,
  );
  const field = screen.getByLabelText<HTMLInputElement>(m.groups_subject());
  await waitFor(() => expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['Art', 'Physics']));
  fireEvent.change(name(), { target: { value: 'Robots' } });
  fireEvent.change(field, { target: { value: 'Robotics' } });
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  const saved = () => db.selectFrom('class_group').select('subject').where('name', '=', 'Robots').execute();
  await waitFor(async () => expect(await saved()).toEqual([{ subject: 'Robotics' }]));
});
