import type { rosterSync } from '../../../contract/rosterSync.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const fields = {
  base_url: 'https://roster.example.org',
  school_ids: ['s-1'],
  kinds: ['students' as const, 'classes' as const],
  nightly_hour: 2,
};

export const rosterSyncCases: Cases<keyof typeof rosterSync> = {
  rosterSync: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  saveRosterSync: { as: 'dan', input: () => ({ ...dan, ...fields, version: 1, access_token: 'kept in the safe' }) },
  removeRosterSync: { as: 'dan', input: () => dan },
  testRosterSync: { as: 'dan', input: () => dan },
  startRosterSync: { as: 'dan', input: () => dan },
  rosterSyncStatus: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
};
