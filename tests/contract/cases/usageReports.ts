import type { usageReports } from '../../../contract/usageReports.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const usageReportsCases: Cases<keyof typeof usageReports> = {
  itemAnalysis: { as: 'tess', input: () => ({ level: 'group', id: ids.class, from_date: '2030-01-01', to_date: '2030-01-31' }) },
};
