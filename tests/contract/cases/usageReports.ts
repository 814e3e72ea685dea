import type { usageReports } from '../../../contract/usageReports.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const january = { from_date: '2030-01-01', to_date: '2030-01-31' };

export const usageReportsCases: Cases<keyof typeof usageReports> = {
  itemAnalysis: { as: 'tess', input: () => ({ level: 'group', id: ids.class, ...january }) },
  usageHome: { as: 'sue', input: () => ({}) },
  usageSearch: { as: 'dan', input: () => ({ query: 'e' }) },
  summary: { as: 'dan', input: () => january },
  usageSummary: { as: 'sue', input: () => january },
  assignmentSummary: { as: 'sue', input: () => january },
  usageAssignmentReport: { as: 'dan', input: () => january },
  gradesOfBoard: { as: 'dan', input: () => ({ board_id: ids.district }) },
};
