import type { privacy } from '../../../contract/privacy.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

const ben = { user_puid: ids.dan, managed_puid: ids.ben };

/** Adds an erasure that waits: cal's. */
export async function makePrivacyWorld({ db, clock }: TestServer): Promise<void> {
  const { now } = clock;
  await db
    .insertInto('erasure')
    .values({
      ...{ district_id: ids.district, user_puid: ids.cal, requested_by: ids.dan, requester_district_id: ids.district },
      ...{ requested_at: now, due_at: now + 7 * 24 * 3_600_000, was_active: 0, done_at: null },
    })
    .execute();
}

export const privacyCases: Cases<keyof typeof privacy> = {
  erasurePlan: { as: 'dan', input: () => ben },
  requestErasure: { as: 'dan', input: () => ({ ...ben, user_name: 'ben' }) },
  callOffErasure: { as: 'dan', input: () => ({ ...ben, managed_puid: ids.cal }) },
  erasures: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200 },
  archiveUser: { as: 'dan', input: () => ben },
  archiveDistrict: { as: 'dan', input: () => ({ user_puid: ids.dan }), inOtherDistrict: 200 },
  retention: { as: 'sue', input: () => ({ user_puid: ids.sue }), inOtherDistrict: 200 },
  updateRetention: { as: 'dan', input: () => ({ user_puid: ids.dan, kind: 'audit', kept: 7 }), inOtherDistrict: 200 },
};
