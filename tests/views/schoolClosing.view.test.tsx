// @vitest-environment jsdom

import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { schools } from '../../contract/schools.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { buttons, question, seeCounted } from './kit/question.ts';
import { chooseForSchool, listsSchool, openSchools, pressSchool } from './kit/schools.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = 'Hill';
const target = () => question().getByRole<HTMLSelectElement>('combobox');
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
    ...buttons,
  },
  project: ({ answer }) => answer,
  // A closed school leaves the list, and its people could not be counted twice.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    ...seeCounted(m.schools_close()),
    'asking.confirming': async () => {
      shown(m.schools_close_people({ students: '2', teachers: '1', administrators: '1' }));
      shown(m.schools_close_classes({ classes: '1', assignments: '0' }));
      expect(await inHill()).toBe(4);
    },
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
    'ready.undone': async () => {
      await listsSchool(name, true);
      expect(await inHill()).toBe(4);
    },
  },
});
