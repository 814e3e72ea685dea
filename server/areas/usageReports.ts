import type { usageReports as usageReportCalls } from '../../contract/usageReports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { itemAnalysis } from './usageReports/itemAnalysis.ts';

export const usageReports: HandlersOf<typeof usageReportCalls> = { itemAnalysis };
