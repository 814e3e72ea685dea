import type { studentReports as studentReportCalls } from '../../contract/studentReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { attemptPlace } from './studentReports/attemptPlace.ts';
import { familyReport } from './studentReports/familyReport.ts';
import { htmlReaderReport } from './studentReports/htmlReaderReport.ts';
import { readerReport } from './studentReports/readerReport.ts';
import { studentAssementReport } from './studentReports/studentAssementReport.ts';

export const studentReports: HandlersOf<typeof studentReportCalls> = {
  attemptPlace,
  familyReport,
  htmlReaderReport,
  readerReport,
  studentAssementReport,
};
