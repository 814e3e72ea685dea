import type { privacy } from '../../../contract/privacy.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const ben = { user_puid: ids.dan, managed_puid: ids.ben };

export const privacyCases: Cases<keyof typeof privacy> = {
  erasurePlan: { as: 'dan', input: () => ben },
  requestErasure: { as: 'dan', input: () => ({ ...ben, user_name: 'ben' }) },
  callOffErasure: { as: 'dan', input: () => ben },
  erasures: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200 },
  archiveUser: { as: 'dan', input: () => ben },
  archiveDistrict: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200 },
  retention: { as: 'sue', input: () => ({ user_puid: ids.sue }), inOtherDistrict: 200 },
  updateRetention: { as: 'dan', input: () => ({ user_puid: ids.dan, kind: 'audit', kept: 7 }), inOtherDistrict: 200 },
};
