import type { assignments } from '../../../contract/assignments.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

export const assignmentsCases: Cases<keyof typeof assignments> = {
  groupAssignments: {
    as: 'tess',
    input: () => ({ ...tess, from_date: '2030-01-01', to_date: '2030-01-31', group_puid: ids.class }),
    inOtherDistrict: 200,
  },
  classesForLesson: { as: 'tess', input: () => ({ ...tess, lesson_id: ids.freeLesson }) },
  assign: {
    as: 'tess',
    input: () => ({
      lesson_id: ids.orderedLesson,
      group_puid: ids.class,
      assignment_no: 1,
      assignment_details: JSON.stringify({ from_date: '2030-01-15T00:00:00Z', to_date: null }),
    }),
  },
  assignedGroups: {
    as: 'tess',
    input: ({ assigned }) => ({ ...tess, lesson_id: ids.freeLesson, group_assignment_id: assigned.group_assignment_id }),
  },
  assignmentResult: {
    as: 'tess',
    input: ({ assigned: { lesson_id, group_assignment_id } }) => ({ group_puid: ids.class, lesson_id, group_assignment_id }),
  },
  responses: {
    as: 'tess',
    input: ({ assigned }) => ({ user_Puid: ids.tess, lesson_id: ids.freeLesson, group_assignment_id: assigned.group_assignment_id }),
  },
};
