// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupFormPage from '../../src/views/groups/GroupFormPage.tsx';
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
