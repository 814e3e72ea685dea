import type { classReports as classReportCalls } from '../../contract/classReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { assessmentStatus } from './classReports/assessmentStatus.ts';
import { assessmentsOfGroup } from './classReports/assessmentsOfGroup.ts';
import { classReport } from './classReports/classReport.ts';
import { groupAssementReport } from './classReports/groupAssementReport.ts';
import { studentAssignments } from './classReports/studentAssignments.ts';

export const classReports: HandlersOf<typeof classReportCalls> = {
  assessmentStatus,
  assessmentsOfGroup,
  classReport,
  groupAssementReport,
  studentAssignments,
};
