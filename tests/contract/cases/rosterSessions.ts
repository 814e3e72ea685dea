import type { rosterSessions } from '../../../contract/rosterSessions.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

export const rosterSessionsCases: Cases<keyof typeof rosterSessions> = {
  rosterSessions: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200 },
};
