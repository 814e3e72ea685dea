import type { schools } from '../../../contract/schools.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const of = { ...dan, school_id: ids.school };

export const schoolsCases: Cases<keyof typeof schools> = {
  schoolList: { as: 'dan', input: () => dan, lenient: ['search'], inOtherDistrict: 200 },
  schoolGet: { as: 'dan', input: () => of },
  addSchool: { as: 'dan', input: () => ({ ...dan, name: 'Valley' }), inOtherDistrict: 200 },
  updateSchool: { as: 'dan', input: () => ({ ...of, version: 1, name: 'Hilltop' }) },
  schoolUses: { as: 'dan', input: () => of },
  closeSchool: { as: 'dan', input: () => ({ ...of, move_to: ids.otherSchool }) },
  reopenSchool: { as: 'dan', input: ({ roster }) => ({ ...dan, school_id: roster.closedSchool }) },
};
