import type { content } from '../../../contract/content.ts';
import { ids, item_id } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

export const contentCases: Cases<keyof typeof content> = {
  getContent: { as: 'ana', input: () => ({ id: item_id, userPuid: ids.ana, roleId: 1, districtId: 1, stateId: 48 }) },
  prebuiltLessons: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
};
