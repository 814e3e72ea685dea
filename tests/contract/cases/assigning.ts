import type { assigning } from '../../../contract/assigning.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const assigningCases: Cases<keyof typeof assigning> = {
  classesAndUsers: { as: 'tess', input: () => ({ group_puid: ids.class, lesson_id: ids.freeLesson }) },
  assignToClasses: {
    as: 'tess',
    input: () => ({
      lesson_id: ids.orderedLesson,
      assignment_no: 1,
      assignment_details: JSON.stringify([{ group_puid: ids.class, from_date: '2030-01-15T00:00:00Z', to_date: null }]),
    }),
  },
  changeDates: {
    as: 'tess',
    input: ({ assigned }) => ({
      group_assignment_id: assigned.group_assignment_id,
      from_date: '2030-01-10T00:00:00Z',
      to_date: '2030-01-25T00:00:00Z',
    }),
  },
  unassignNumbers: { as: 'tess', input: ({ assigned }) => ({ group_assignment_id: assigned.group_assignment_id }) },
  unassign: { as: 'tess', input: ({ assigned }) => ({ group_assignment_id: assigned.group_assignment_id, user_puids: [ids.ben] }) },
  termHelp: { as: 'tess', input: ({ assigned }) => ({ group_assignment_id: assigned.group_assignment_id }) },
  setTermHelp: {
    as: 'tess',
    input: ({ assigned }) => ({ group_assignment_id: assigned.group_assignment_id, user_puids: [ids.ben], is_timed_too: false }),
  },
};
