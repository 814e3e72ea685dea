import type { districts } from '../../../contract/districts.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const max = { user_puid: ids.max };
const dan = { user_puid: ids.dan, district_id: ids.district };
const fields = { name: 'North', state_id: 48, time_zone: 'America/Denver', language: null, hosts: [], nav_tabs: [] };

export const districtsCases: Cases<keyof typeof districts> = {
  districtList: { as: 'dan', input: () => ({ user_puid: ids.dan }), lenient: ['search'], inOtherDistrict: 200 },
  districtGet: { as: 'dan', input: () => dan },
  addDistrict: { as: 'max', input: () => ({ ...max, ...fields, name: 'East' }), inOtherDistrict: 403 },
  updateDistrict: { as: 'dan', input: () => ({ ...dan, ...fields, version: 1 }) },
  removeDistrict: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.emptyDistrict }), inOtherDistrict: 403 },
  restoreDistrict: { as: 'max', input: ({ roster }) => ({ ...max, district_id: roster.removedDistrict }), inOtherDistrict: 403 },
};
