import type { technicalStatus } from '../../../contract/technicalStatus.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const technicalStatusCases: Cases<keyof typeof technicalStatus> = {
  technicalStatus: { as: 'dan', input: () => ({ district_id: ids.district }) },
  technicalReport: { as: 'dan', input: () => ({ district_id: ids.district }) },
};
