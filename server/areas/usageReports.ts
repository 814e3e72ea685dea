import type { usageReports as usageReportCalls } from '../../contract/usageReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { assignmentSummary, usageAssignmentReport } from './usageReports/assignmentCounts.ts';
import { itemAnalysis } from './usageReports/itemAnalysis.ts';
import { usageHome } from './usageReports/usageHome.ts';
import { gradesOfBoard, usageSearch } from './usageReports/usageSearch.ts';
import { summary, usageSummary } from './usageReports/useOfSchools.ts';

export const usageReports: HandlersOf<typeof usageReportCalls> = {
  assignmentSummary,
  gradesOfBoard,
  itemAnalysis,
  summary,
  usageAssignmentReport,
  usageHome,
  usageSearch,
  usageSummary,
};
