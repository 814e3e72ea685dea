import { calls } from '../../../contract/index.ts';
import type { signOnSetup } from '../../../contract/signOnSetup.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

const mine = { user_puid: ids.dan };
const one = { ...mine, district_id: 1 };
const fields = {
  issuer: 'https://id.example',
  client_id: 'orrery',
  client_secret: 'hush',
  is_public: false,
  scope: 'openid',
  subject_is_sourced_id: true,
};

/** District 1 has a school-roster and a classroom sign-on, which are off. */
export async function makeSignOnWorld(server: TestServer): Promise<void> {
  const dan = await server.signIn('dan');
  await dan.ok(calls.saveRosterSetup, { ...one, ...fields, version: 0, active: false });
  await dan.ok(calls.saveClassroomSetup, { ...one, ...fields, version: 0, active: false });
}

export const signOnSetupCases: Cases<keyof typeof signOnSetup> = {
  rosterSetup: { as: 'dan', input: () => mine, inOtherDistrict: 200 },
  saveRosterSetup: { as: 'dan', input: () => ({ ...one, ...fields, version: 1, active: true }) },
  testRosterSetup: { as: 'dan', input: () => one },
  classroomSetup: { as: 'dan', input: () => mine, inOtherDistrict: 200 },
  saveClassroomSetup: { as: 'dan', input: () => ({ ...one, ...fields, version: 1, active: true }) },
  testClassroomSetup: { as: 'dan', input: () => one },
};
