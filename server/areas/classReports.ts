import type { classReports as classReportCalls } from '../../contract/classReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { classReport } from './classReports/classReport.ts';

export const classReports: HandlersOf<typeof classReportCalls> = { classReport };
