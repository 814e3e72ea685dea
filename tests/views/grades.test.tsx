// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import grades from '../../src/views/grades/grades.records.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeRecords } from './kit/describeRecords.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeRecords(grades, {
  as: 'dan',
  prepare: async ({ db }) => {
    await db.deleteFrom('grade').where('name', 'not in', ['K', '6', '12']).execute();
    await db.updateTable('app_user').set({ grade: 'K' }).where('user_puid', 'in', [ids.ana, ids.ben]).execute();
  },
  heading: 'Grades',
  table: [
    [m.admin_subjects_name(), m.admin_grades_students(), m.admin_subjects_classes()],
    ['K', '2', '0'],
    ['6', '0', '2'],
    ['12', '0', '0'],
  ],
  sorted: {
    name: [
      ['12', '6', 'K'],
      ['K', '6', '12'],
    ],
    students: [
      ['6', '12', 'K'],
      ['K', '6', '12'],
    ],
    classes: [
      ['K', '12', '6'],
      ['6', 'K', '12'],
    ],
  },
  searched: ['k', ['K']],
  narrowed: {},
  names: { taken: 'k', free: 'TK' },
});
