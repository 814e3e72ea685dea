import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { expectFailure } from './testServer.ts';

const [server] = await schoolServer();

/** Asks for the classes of a district, or of the own one. */
async function classesFor(name: string, district_id?: number) {
  const client = await server.signIn(name);
  return client.call(calls.myGroups, { user_puid: client.user.userPuid, ...(district_id === undefined ? {} : { district_id }) });
}
const idsIn = (data: unknown) => (data as { group_puid: number }[]).map(({ group_puid }) => group_puid);

it.each(['pam', 'max'])('%s of the provider sees the classes of each district, one at a time', async (name) => {
  const own = await classesFor(name);
  expect(idsIn(own.data)).toContain(ids.class);
  const other = await classesFor(name, ids.otherDistrict);
  expect(other.code).toBe(200);
  const theirs = await classesFor('dora');
  expect(idsIn(theirs.data).length).toBeGreaterThan(0);
  expect(other.data).toEqual(theirs.data);
  expect(idsIn(other.data)).not.toContain(ids.class);
  expectFailure(await classesFor(name, 999), 404);
});

it.each(['tess', 'sue', 'dan'])('%s sees the classes of no other district', async (name) => {
  expectFailure(await classesFor(name, ids.otherDistrict), 404);
  expect(await classesFor(name, ids.district)).toEqual(await classesFor(name));
});
