import type { districts } from '../../../contract/districts.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

const max = { user_puid: ids.max };
const dan = { user_puid: ids.dan, district_id: ids.district };
const fields = { name: 'North', state_id: 48, time_zone: 'America/Denver', language: null, hosts: [], nav_tabs: [] };

/** A district that waits for its erasure. */
const closedDistrict = 1924;

/** Adds this district. */
export async function makeDistrictsWorld({ db, clock }: TestServer): Promise<void> {
  const { now } = clock;
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

export const districtsCases: Cases<keyof typeof districts> = {
  districtList: { as: 'dan', input: () => ({ user_puid: ids.dan }), lenient: ['search'], inOtherDistrict: 200 },
  districtGet: { as: 'dan', input: () => dan },
  addDistrict: { as: 'max', input: () => ({ ...max, ...fields, name: 'East' }), inOtherDistrict: 403 },
  updateDistrict: { as: 'dan', input: () => ({ ...dan, ...fields, version: 1 }) },
  removeDistrict: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict }), inOtherDistrict: 403 },
  restoreDistrict: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.removedDistrict }), inOtherDistrict: 403 },
  districtErasurePlan: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict }), inOtherDistrict: 403 },
  requestDistrictErasure: {
    as: 'max',
    input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict, name: 'East', current_password: 'science-rocks' }),
    inOtherDistrict: 403,
  },
  callOffDistrictErasure: { as: 'max', input: () => ({ ...max, district_id: closedDistrict }), inOtherDistrict: 403 },
};
