import type * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { may } from '../../common/may.ts';
import { calls } from '../../contract/index.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { ids } from '../server/fixtureSchool.ts';
import { expectContract, expectFailure, type TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { makeWorld, type World } from './cases/world.ts';

const declared = Object.entries(calls) as [keyof typeof calls, Call][];
/** Names of the field with the caller's id. The specification has three spellings. */
const ownId = ['user_puid', 'userPuid', 'user_Puid'];
const byRole: Record<number, string> = { 1: 'ana', 2: 'tess', 6: 'sue', 9: 'dan', 12: 'pam', 15: 'max' };
const strangerOfRole = (role: number) => (role === Role.student ? 'zoe' : role === Role.teacher ? 'ted' : 'dora');
const isOptional = (schema: v.GenericSchema) => ['optional', 'nullish', 'exact_optional', 'undefinedable'].includes(schema.type);

/** An administrator of the provider who belongs to district 2. */
async function providerElsewhere({ server }: World, role_id: number): Promise<TestClient> {
  const like = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.dora).executeTakeFirstOrThrow();
  const user_name = `provider${role_id}`;
  const user_puid = 90_000 + role_id;
  await server.db
    .insertInto('app_user')
    .values({ ...like, user_puid, user_name, user_key: user_name, role_id })
    .execute();
  return server.signIn(user_name);
}
/** An answer without the mark that it is of another district. */
const withoutDistrict = (data: unknown) => JSON.parse(JSON.stringify(data, (key, value) => (key === 'other_district' ? undefined : value)));

it('only what reads is about rows of any district', () =>
  expect(declared.filter(([, call]) => call.about && call.method !== 'GET').map(([name]) => name)).toEqual([]));

it('every declared call has a valid case here', () =>
  expect(
    declared.map(([name]) => name).filter((name) => cases[name] === undefined),
    'add these calls to tests/contract/cases/',
  ).toEqual([]));

describe.each(declared.filter(([name]) => cases[name]))('%s', (name, call) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
    return world.server.close;
  });
  const one = cases[name] as Case<typeof name>;
  const input = () => one.input(world) as Record<string, unknown>;
  const signedIn = new Map<string, Promise<TestClient>>();
  const client = (person: string) => {
    const known = signedIn.get(person) ?? world.server.signIn(person);
    signedIn.set(person, known);
    return known;
  };
  const as = async (person: string | undefined, given: Record<string, unknown>) => {
    if (person !== undefined) return (await client(person)).call(call, given as never);
    return world.server.call(call, given, call.access === 'cookie' ? { cookie: world.cookie, 'content-type': 'application/json' } : {});
  };
  const fields = { ...call.query.entries, ...call.body.entries } as Record<string, v.GenericSchema>;
  const required = Object.keys(fields).filter((field) => !isOptional(fields[field] as v.GenericSchema));

  // Failures come first: they must leave the world unchanged for the request that succeeds.
  if (Array.isArray(call.access)) {
    it('401 without a token, with rubbish for one, with another scheme', async () => {
      for (const headers of [{}, { authorization: 'Bearer rubbish' }, { authorization: 'Basic YTpi' }])
        expectFailure(await world.server.call(call, input(), headers as Record<string, string>), 401);
    });
    const others = Object.keys(byRole)
      .map(Number)
      .filter((role) => !may({ role }, call));
    if (others.length > 0)
      it.each(others)('403 for role %d', async (role) =>
        expectFailure(await as(byRole[role], input()), 403, 'Your role does not allow this.'),
      );
  }
  if (required.length > 0)
    it.each(required)('400 without %s', async (field) => {
      const { [field]: _, ...rest } = input();
      const answer = await as(one.as, rest);
      expectFailure(answer, 400);
      expect((answer.data as { fields: { field: string }[] }).fields.map((problem) => problem.field)).toContain(field);
    });
  const checked = Object.keys(fields).filter((field) => !one.lenient?.includes(field));
  if (checked.length > 0)
    it.each(checked)('400 with a wrong type for %s', async (field) => {
      const wrong = field in call.query.entries ? '\u2603{}' : { wrong: [true] };
      expectFailure(await as(one.as, { ...input(), [field]: wrong }), 400, new RegExp(field));
    });
  const own = ownId.find((field) => field in fields);
  if (own && call.access !== 'cookie')
    it.each([
      ['a peer', one.as === 'ben' ? ids.ana : ids.ben],
      ['a teacher', ids.tom],
      ['an administrator', one.as === 'dan' ? ids.pam : ids.dan],
      ['someone in another district', ids.zoe],
      ['nobody', 987_654_321],
    ])('404 in the name of %s', async (_, user_puid) => expectFailure(await as(one.as, { ...input(), [own]: user_puid }), 404));
  const role = Array.isArray(call.access) ? Math.max(...call.access.filter((one) => one < Role.superAdministrator)) : 0;
  if (call.refusedWhileActing && role > 0)
    it('403 while an administrator acts as the user', async () => {
      const max = await world.server.signIn('max');
      const actor = await world.server.signIn(byRole[role] as string);
      const acting = await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: actor.user.userPuid });
      expectFailure(
        await world.server.call(call, input(), { authorization: `Bearer ${acting.token}` }),
        403,
        /while you act as another user/,
      );
    });

  if (one.as !== undefined)
    it(`${one.inOtherDistrict ?? 404} for the same ids in another district`, async () => {
      const role = (await client(one.as as string)).user.role;
      const stranger = await client(strangerOfRole(role));
      const answer = await stranger.call(call, { ...input(), ...(own ? { [own]: stranger.user.userPuid } : {}) } as never);
      if (one.inOtherDistrict !== 200) return expectFailure(answer, one.inOtherDistrict ?? 404);
      expect(answer.code).toBe(200);
      for (const foreign of [ids.ana, ids.ben, ids.tess, ids.class, ids.freeLesson, ids.orderedLesson])
        expect(answer.text).not.toMatch(new RegExp(`\\b${foreign}\\b`));
    });
  // Their own ids decide whose rows they read (decision 096).
  if (call.about)
    it.each([Role.providerAdministrator, Role.superAdministrator])(
      'as from the district itself for role %d of another one',
      async (role) => {
        const { data } = await as('dan', { ...input(), ...(own ? { [own]: ids.dan } : {}) });
        const stranger = await providerElsewhere(world, role);
        const answer = await stranger.call(call, { ...input(), ...(own ? { [own]: stranger.user.userPuid } : {}) } as never);
        expect(answer.code).toBe(200);
        expectContract(call, answer.data);
        expect(withoutDistrict(answer.data)).toEqual(withoutDistrict(data));
      },
    );
  it(`${one.refused ?? 200} with exactly what the contract says, unknown parameters dropped`, async () => {
    const answer = await as(one.as, { ...input(), district_id_of_another: 2, is_admin: true, __proto__: { score: 1 } });
    if (one.refused !== undefined) return expectFailure(answer, one.refused);
    expect(answer.message).toBe('');
    expect(answer.code).toBe(200);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['status', 'message', 'data']);
    expectContract(call, answer.data);
    expect(world.server.reports).toEqual([]);
  });
});

describe('calls with the refresh cookie', () => {
  it('answer 409 in the name of another, 401 or nothing without it', async () => {
    const { server, cookie } = await makeWorld();
    for (const user_puid of [ids.ben, ids.tom, ids.zoe, 987_654_321])
      expectFailure(await server.call(calls.extend, { user_puid }, { cookie }), 409, /Another user/);
    expectFailure(await server.call(calls.extend, {}), 401);
    expect((await server.call(calls.logout, {}, { 'content-type': 'application/json' })).code).toBe(200);
  });
});
