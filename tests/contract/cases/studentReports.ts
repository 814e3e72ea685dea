import type { studentReports } from '../../../contract/studentReports.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const inPeriod = { group_puid: ids.class, from_date: '2030-01-01', to_date: '2030-01-31' };
const ofAna = { ...inPeriod, student_puid: ids.ana };

export const studentReportsCases: Cases<keyof typeof studentReports> = {
  studentAssementReport: { as: 'tess', input: () => ofAna },
  familyReport: { as: 'tess', input: () => ofAna },
  readerReport: { as: 'tess', input: () => inPeriod },
  htmlReaderReport: { as: 'tess', input: () => inPeriod },
  attemptPlace: { as: 'tess', input: ({ released_result_id: result_id }) => ({ result_id }) },
};
