import type { privacy } from '../../../contract/privacy.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

const max = { user_puid: ids.max };
const ben = { user_puid: ids.dan, managed_puid: ids.ben };

/** A district that waits for its erasure. */
const closedDistrict = 1924;

/** Adds erasures that wait: cal's, and that of a district. */
export async function makePrivacyWorld({ db, clock }: TestServer): Promise<void> {
  const { now } = clock;
  await db
    .insertInto('erasure')
    .values({
      ...{ district_id: ids.district, user_puid: ids.cal, requested_by: ids.dan, requester_district_id: ids.district },
      ...{ requested_at: now, due_at: now + 7 * 24 * 3_600_000, was_active: 0, done_at: null },
    })
    .execute();
  await db
    .insertInto('district')
    .values({ district_id: closedDistrict, name: 'West', state_id: null, time_zone: 'America/New_York', nav_tabs: '[]', removed_at: now })
    .execute();
  await db
    .insertInto('district_erasure')
    .values({
      ...{ district_id: ids.district, erased_district: closedDistrict, name: 'West', requested_by: ids.max, requested_at: now },
      ...{ due_at: now + 30 * 24 * 3_600_000, started_at: null, erased_at: null, erased_rows: 0 },
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
  districtErasurePlan: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict }), inOtherDistrict: 403 },
  requestDistrictErasure: {
    as: 'max',
    input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict, name: 'East', current_password: 'science-rocks' }),
    inOtherDistrict: 403,
  },
  callOffDistrictErasure: { as: 'max', input: () => ({ ...max, district_id: closedDistrict }), inOtherDistrict: 403 },
  retention: { as: 'sue', input: () => ({ user_puid: ids.sue }), inOtherDistrict: 200 },
  updateRetention: { as: 'dan', input: () => ({ user_puid: ids.dan, kind: 'audit', kept: 7 }), inOtherDistrict: 200 },
};
