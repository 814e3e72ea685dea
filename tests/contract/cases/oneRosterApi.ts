import type { oneRosterApi } from '../../../contract/oneRosterApi.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const fields = {
  ...{ name: 'Information system', base_url: 'https://sis.example.org/ims/oneroster/v1p1', token_url: 'https://sis.example.org/oauth2' },
  ...{ roster_version: '1.1' as const, client_id: 'orrery', scope: '', school_ids: ['s-1'], nightly_hour: 2 },
};

export const oneRosterApiCases: Cases<keyof typeof oneRosterApi> = {
  rosterConnections: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  addRosterConnection: { as: 'dan', input: () => ({ ...dan, ...fields, client_secret: 'kept in the safe' }), inOtherDistrict: 200 },
  updateRosterConnection: {
    as: 'dan',
    input: ({ roster }) => ({ ...dan, ...fields, connection_id: roster.connection, version: 1, client_secret: 'renewed' }),
  },
  removeRosterConnection: { as: 'dan', input: ({ roster }) => ({ ...dan, connection_id: roster.connection }) },
  testRosterConnection: { as: 'dan', input: ({ roster }) => ({ ...dan, connection_id: roster.connection }) },
  importFromApi: { as: 'dan', input: ({ roster }) => ({ ...dan, connection_id: roster.connection, is_full: true }) },
};
