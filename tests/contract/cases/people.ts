import { Role } from '../../../contract/kit.ts';
import type { people } from '../../../contract/people.ts';
import type { userBatch } from '../../../contract/userBatch.ts';
import { versionOf } from '../../../server/areas/people/detail.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const ben = { ...dan, managed_puid: ids.ben };
const fields = { first_name: 'Ben', last_name: 'Person', email: null, grade: '7', student_id: null, school_id: ids.school };
/** The fixture's ben. */
const version = versionOf({
  ...{ first_name: 'ben', last_name: 'Person', user_name: 'ben', email: null, grade: null, student_number: null, sourced_id: null },
  ...{ school_id: ids.school, role_id: Role.student, active: 1 },
});

export const peopleCases: Cases<keyof typeof people | keyof typeof userBatch> = {
  adminHome: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  findAnything: { as: 'dan', input: () => ({ ...dan, search: 'person' }), inOtherDistrict: 200, lenient: ['search'] },
  managedUser: { as: 'dan', input: () => ben },
  addUser: {
    as: 'dan',
    input: () => ({ ...dan, ...fields, role_id: Role.student, user_name: 'bea', way: 'code' }),
    again: (at) => ({ user_name: `bea${at}` }),
  },
  updateUser: { as: 'dan', input: () => ({ ...ben, ...fields, user_name: 'ben', version }) },
  updateUserId: { as: 'dan', input: () => ({ ...ben, version, new_user_name: 'benjamin', new_sourced_id: null }) },
  userIdList: { as: 'dan', input: () => ({ ...dan, with_people: true }), inOtherDistrict: 200 },
  updateUserRole: { as: 'dan', input: () => ({ ...dan, managed_puid: ids.tess, role_id: Role.schoolAdministrator }) },
  userUses: { as: 'dan', input: () => ben },
  setUserActive: { as: 'dan', input: () => ({ ...ben, active: false }) },
  startBatch: { as: 'dan', input: () => ({ ...dan, action: 'close', selected: [ids.ben] }) },
  resetUserPassword: { as: 'dan', input: () => ({ ...ben, way: 'code' }) },
};
