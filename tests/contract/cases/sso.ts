import type { sso } from '../../../contract/sso.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const ssoCases: Cases<keyof typeof sso> = {
  isCleverSsoEnable: { input: () => ({}) },
  signOns: { input: () => ({}) },
  samlSignOns: { input: () => ({}) },
  rosterLogin: { input: () => ({}), refused: 404 },
  classroomLogin: { input: () => ({ district_id: 1 }), refused: 404 },
  getAccessCode: { input: () => ({ code: 'a ticket' }), refused: 400 },
  getSchools: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  selectSchool: { as: 'ana', input: () => ({ ...ana, school_user_puid: ids.ben, school_district_id: 1 }), refused: 404 },
};
