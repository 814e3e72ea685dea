import type { audit } from '../../../contract/audit.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const auditCases: Cases<keyof typeof audit> = {
  auditRetention: { as: 'sue', input: () => ({ user_puid: ids.sue }), inOtherDistrict: 200 },
  updateAuditRetention: { as: 'dan', input: () => ({ user_puid: ids.dan, years: 7 }), inOtherDistrict: 200 },
  auditEntries: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200, lenient: ['search'] },
};
