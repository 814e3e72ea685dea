import type { assignmentReports } from '../../../contract/assignmentReports.ts';
import { ids, resourceIds } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const assignmentReportsCases: Cases<keyof typeof assignmentReports> = {
  assignmentProgress: {
    as: 'tess',
    input: ({ assigned: { group_assignment_id } }) => ({ group_assignment_id, student_puid: ids.ben }),
  },
  resourceDetails: {
    as: 'tess',
    input: ({ assigned: { group_assignment_id, lesson_id } }) => ({
      group_assignment_id,
      lesson_resource_id: resourceIds(lesson_id).reading,
    }),
  },
};
