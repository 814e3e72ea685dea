import type { audit } from '../../../contract/audit.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const auditCases: Cases<keyof typeof audit> = {
  auditEntries: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200, lenient: ['search'] },
};
