// @vitest-environment jsdom

import { m } from '../../src/paraglide/messages.js';
import permissions from '../../src/views/permissions/managePermision.records.tsx';
import { describeRecords } from './kit/describeRecords.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const up = ['auditors', 'Front desk'];
const down = up.toReversed();
const [yes, no] = [m.records_yes(), m.records_no()];

describeRecords(permissions, {
  as: 'dan',
  prepare: ({ db }) =>
    db
      .insertInto('permission')
      .values([
        {
          ...{ district_id: 1, permission_id: 1, name: 'auditors', name_key: 'auditors', description: 'Read the log', version: 1 },
          ...{ may_messages: 0, may_notifications: 0, may_subjects: 1, may_audit: 1, active: 0, removed_at: null },
        },
      ])
      .execute(),
  heading: 'Permissions',
  table: [
    [
      ...[m.permissions_name(), m.permissions_description(), m.permissions_right_messages(), m.permissions_right_notifications()],
      ...[m.permissions_right_subjects(), m.permissions_right_audit(), m.permissions_active(), m.permissions_assignments()],
    ],
    ['auditors', 'Read the log', no, no, yes, yes, no, '0'],
    ['Front desk', 'Answers messages', yes, no, no, no, yes, '1'],
  ],
  sorted: {
    name: [up, down],
    description: [down, up],
    may_messages: [up, down],
    // The same in both: by id.
    may_notifications: [up, up],
    may_subjects: [down, up],
    may_audit: [down, up],
    active: [up, down],
    assignments: [up, down],
  },
  searched: ['DESK', ['Front desk']],
  narrowed: { active: ['Front desk'] },
  names: { taken: 'FRONT desk', free: 'Helpers' },
});
