import type { login } from '../../../contract/login.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const loginCases: Cases<keyof typeof login> = {
  login: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  loginWithoutDistrict: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  allDistricts: { input: () => ({}) },
  loginWithAssignmentCode: { input: ({ code }) => ({ code }) },
  loginAsUser: { as: 'dan', input: () => ({ user_puid: ids.dan, login_as_puid: ids.ana }) },
  stopLoginAsUser: { as: 'ana', input: () => ({}), inOtherDistrict: 200 },
  extend: { input: () => ({}) },
  logout: { input: () => ({}) },
  navTabStatus: { as: 'ana', input: () => ({ district_id: 1 }) },
  userInfo: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
};
