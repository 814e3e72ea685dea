import type { progressMonitoring } from '../../../contract/progressMonitoring.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const inPeriod = { group_puid: ids.class, from_date: '2030-01-01', to_date: '2030-01-31' };

export const progressMonitoringCases: Cases<keyof typeof progressMonitoring> = {
  progressMonitoring: { as: 'tess', input: () => ({ ...inPeriod, level: 'student', student_puid: ids.ben }) },
  standardsOfClass: { as: 'tess', input: () => inPeriod },
  itemsOfStudent: { as: 'tess', input: () => ({ ...inPeriod, student_puid: ids.ben }) },
};
