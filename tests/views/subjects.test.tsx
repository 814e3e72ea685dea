// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import subjects from '../../src/views/subjects/subjects.records.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeRecords } from './kit/describeRecords.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const [yes, no] = [m.records_yes(), m.records_no()];

describeRecords(subjects, {
  as: 'dan',
  prepare: async ({ db }) => {
    const row = { district_id: ids.district, version: 1, removed_at: null };
    await db
      .insertInto('subject')
      .values([
        { ...row, subject_id: 1, name: 'Biology', name_key: 'biology', active: 0 },
        { ...row, subject_id: 2, name: 'art', name_key: 'art', active: 1 },
      ])
      .execute();
  },
  heading: 'Subjects',
  table: [
    [m.admin_subjects_name(), m.admin_subjects_active(), m.admin_subjects_classes()],
    ['art', yes, '0'],
    ['Biology', no, '0'],
    ['Science', yes, '2'],
  ],
  sorted: {
    name: [
      ['art', 'Biology', 'Science'],
      ['Science', 'Biology', 'art'],
    ],
    active: [
      ['Biology', 'art', 'Science'],
      ['art', 'Science', 'Biology'],
    ],
    classes: [
      ['Biology', 'art', 'Science'],
      ['Science', 'Biology', 'art'],
    ],
  },
  searched: ['IO', ['Biology']],
  narrowed: { active: ['art', 'Science'] },
  names: { taken: 'SCIENCE', free: 'Robotics' },
});
