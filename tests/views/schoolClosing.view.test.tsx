// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { schools } from '../../contract/schools.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { chooseForSchool, listsSchool, openSchools, pressSchool } from './kit/schools.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = 'Hill';
const dialog = () => within(screen.getByRole('alertdialog'));
const target = () => dialog().getByRole<HTMLSelectElement>('combobox');
const choose = (value: string) => fireEvent.change(target(), { target: { value } });
const moved = String(ids.otherSchool);
const inHill = async () =>
  Number(
    (
      await opened.network.backend.db
        .selectFrom('app_user')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('school_id', '=', ids.school)
        .where('active', '=', 1)
        .executeTakeFirstOrThrow()
    ).count,
  );
/** Where ana is after the closing: in her school without an account, or in the other one. */
const ana = () =>
  opened.network.backend.db
    .selectFrom('app_user')
    .select(['school_id', 'active'])
    .where('user_puid', '=', ids.ana)
    .executeTakeFirstOrThrow();

describeCommand({
  name: 'schoolClosing',
  orders: [{ school_id: ids.school, name }],
  question: 'counted',
  answers: ['none', moved],
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openSchools({ ...stage, held: [schools.schoolUses, schools.closeSchool, schools.reopenSchool] });
  },
  network: () => opened.network,
  calls: { run: schools.closeSchool, count: schools.schoolUses, undo: schools.reopenSchool },
  press: {
    give: () => chooseForSchool(name, m.schools_close()),
    confirm: (answer) => {
      choose(String(answer));
      pressSchool(m.schools_close());
    },
    edit: () => choose(target().value === 'none' ? moved : 'none'),
    dismissQuestion: () => pressSchool(m.common_cancel()),
    recount: () => pressSchool(m.common_try_again()),
    undo: () => pressSchool(m.workspace_undo()),
    dismiss: () => pressSchool(m.ui_dismiss()),
  },
  project: ({ answer }) => answer,
  // A closed school leaves the list, and its people could not be counted twice.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'asking.counting': () => expect(dialog().getByText(m.workspace_delete_counting())).toBeTruthy(),
    'asking.uncounted': () => shown(m.workspace_delete_uncounted()),
    'asking.confirming': async () => {
      shown(m.schools_close_people({ students: '2', teachers: '1', administrators: '1' }));
      shown(m.schools_close_classes({ classes: '1', assignments: '0' }));
      expect(await inHill()).toBe(4);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => expect(dialog().getByText(/The server did not answer/)).toBeTruthy(),
    saving: () => expect(target().disabled).toBe(true),
    'ready.undoable': async () => {
      shown(m.schools_closed_now({ name }));
      await listsSchool(name, false);
      expect(await inHill()).toBe(0);
      expect([
        { school_id: ids.school, active: 0 },
        { school_id: ids.otherSchool, active: 1 },
      ]).toContainEqual(await ana());
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': async () => {
      await listsSchool(name, true);
      expect(await inHill()).toBe(4);
    },
  },
});
