import type { assignmentReports as assignmentReportCalls } from '../../contract/assignmentReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { assignmentProgress } from './assignmentReports/assignmentProgress.ts';
import { resourceDetails } from './assignmentReports/resourceDetails.ts';

export const assignmentReports: HandlersOf<typeof assignmentReportCalls> = { assignmentProgress, resourceDetails };
