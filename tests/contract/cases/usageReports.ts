import type { usageReports } from '../../../contract/usageReports.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const january = { from_date: '2030-01-01', to_date: '2030-01-31' };

export const usageReportsCases: Cases<keyof typeof usageReports> = {
  itemAnalysis: { as: 'tess', input: () => ({ level: 'group', id: ids.class, ...january }) },
  usageHome: { as: 'sue', input: () => ({ school_id: ids.school }) },
  usageSearch: { as: 'dan', input: () => ({ query: 'e' }), lenient: ['query'], inOtherDistrict: 200 },
  summary: { as: 'dan', input: () => ({ ...january, school_id: ids.school }) },
  usageSummary: { as: 'sue', input: () => ({ ...january, school_id: ids.school }) },
  assignmentSummary: { as: 'sue', input: () => ({ ...january, school_id: ids.school }), lenient: ['grade'] },
  usageAssignmentReport: { as: 'dan', input: () => ({ ...january, school_id: ids.school }), lenient: ['grade'] },
  gradesOfBoard: { as: 'dan', input: () => ({ board_id: ids.district }) },
};
