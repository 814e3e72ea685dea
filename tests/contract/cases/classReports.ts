import type { classReports } from '../../../contract/classReports.ts';
import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const inPeriod = { group_puid: ids.class, from_date: '2030-01-01', to_date: '2030-01-31' };

export const classReportsCases: Cases<keyof typeof classReports> = {
  groupAssementReport: { as: 'tess', input: () => inPeriod },
  assessmentsOfGroup: { as: 'tess', input: () => inPeriod },
  assessmentStatus: {
    as: 'tess',
    input: ({ assigned: { group_assignment_id } }) => ({ group_puid: ids.class, quiz_id, group_assignment_id }),
  },
  studentAssignments: { as: 'tess', input: () => ({ ...inPeriod, student_puid: ids.ben }) },
  classReport: { as: 'tess', input: ({ assigned: { group_assignment_id } }) => ({ ...inPeriod, group_assignment_id }) },
};
