import { beforeEach, describe, expect, it } from 'vitest';
import { may } from '../../common/may.ts';
import { calls } from '../../contract/index.ts';
import { type Call, everyone, type InputOf, Role } from '../../contract/kit.ts';
import { rights } from '../../contract/rights.ts';
import { assertOwn } from '../../server/areas/permissions/assignments.ts';
import type { TokenUser } from '../../server/kit/tokens.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  dan = await server.signIn('dan');
});

type Given = Partial<InputOf<typeof calls.assignPermission>>;
const given = { permission_id: ids.permission, to_role_id: null, to_user_name: null, from_date: null, to_date: null };
const give = (client: TestClient, input: Given) =>
  client.call(calls.assignPermission, { user_puid: client.user.userPuid, ...given, ...input });
const giveTo = async (input: Given) => dan.ok(calls.assignPermission, { user_puid: ids.dan, ...given, ...input });
const messages = (client: TestClient) => client.call(calls.userMessages, { user_puid: client.user.userPuid, state: 'open' });
const ownRights = (client: TestClient) => client.ok(calls.ownRights, { user_puid: client.user.userPuid });
const assignments = async () => server.db.selectFrom('permission_assignment').select('assignment_id').execute();

describe('a permission', () => {
  it('opens its calls to the role it is given to, at once, and closes them at once when it is taken back, in the same session', async () => {
    const sent = await server.signIn('tom');
    for (const client of [tess, sent]) {
      const said = { category: 'idea' as const, feedback_text: `From ${client.user.first_name}` };
      await client.ok(calls.insertFeedback, { user_puid: client.user.userPuid, ...said });
    }
    const ana = await server.signIn('ana');
    await ana.ok(calls.insertFeedback, { user_puid: ids.ana, category: 'idea', feedback_text: 'From ana' });
    expectFailure(await messages(tess), 403, 'Your role does not allow this.');
    const { assignment_id } = await giveTo({ to_role_id: Role.teacher });
    expect(await ownRights(tess)).toEqual(['messages']);
    // The school's messages, as a school administrator sees them: neither the own ones nor another school's.
    const { data } = await messages(tess);
    expect((data as { rows: { text: string }[] }).rows.map(({ text }) => text)).toEqual(['From ana']);
    expectFailure(await messages(ana), 403);
    expect(await ownRights(ana)).toEqual([]);
    await dan.ok(calls.unassignPermission, { user_puid: ids.dan, assignment_id });
    expectFailure(await messages(tess), 403);
    expect(await ownRights(tess)).toEqual([]);
    await dan.ok(calls.restorePermissionAssignment, { user_puid: ids.dan, assignment_id });
    expect((await messages(tess)).code).toBe(200);
    expectFailure(await dan.call(calls.restorePermissionAssignment, { user_puid: ids.dan, assignment_id }), 404);
  });

  it('counts for one person alone, from its first day to the end of its last, in the district’s zone', async () => {
    const tom = await server.signIn('tom');
    // It is the morning of the 15th in Chicago.
    await giveTo({ to_user_name: ' TESS ', from_date: '2030-01-16', to_date: '2030-01-17' });
    const served = async () => [(await messages(await server.signIn('tess'))).code, (await messages(tom)).code];
    expect(await served()).toEqual([403, 403]);
    const listed = () => dan.ok(calls.permissionAssignments, { user_puid: ids.dan, search: 'tess' });
    expect((await listed()).rows).toMatchObject([{ state: 'later', people: 1, to_user: { user_puid: ids.tess } }]);
    const midnight = Date.UTC(2030, 0, 16, 6);
    for (const [now, code] of [
      [midnight - 1, 403],
      [midnight, 200],
      [midnight + days(2) - 1, 200],
      [midnight + days(2), 403],
    ] as const) {
      server.clock.now = now;
      const { token } = await server.signIn('tess');
      const answer = await server.call(calls.userMessages, { user_puid: ids.tess, state: 'open' }, { authorization: `Bearer ${token}` });
      expect(answer.code, new Date(now).toISOString()).toBe(code);
    }
    dan = await server.signIn('dan');
    expect((await listed()).rows).toMatchObject([{ state: 'over' }]);
  });

  it('counts while it is active and not deleted, and not for a student who has it by name', async () => {
    await giveTo({ to_user_name: 'tess' });
    const of = { permission_id: ids.permission };
    const fields = await dan.ok(calls.permissionGet, of);
    await dan.ok(calls.permissionUpdate, { ...fields, active: false });
    expectFailure(await messages(tess), 403);
    await dan.ok(calls.permissionUpdate, { ...fields, version: 2, active: true });
    expect((await messages(tess)).code).toBe(200);
    expect(await dan.ok(calls.permissionUses, of)).toEqual({ people: 2, assignments: 2 });
    await dan.ok(calls.permissionRemove, of);
    expectFailure(await messages(tess), 403);
    await dan.ok(calls.permissionRestore, of);
    expect((await messages(tess)).code).toBe(200);
    await server.db.updateTable('app_user').set({ role_id: Role.student }).where('user_puid', '=', ids.tess).execute();
    expectFailure(await messages(await server.signIn('tess')), 403);
  });

  it('says whom it would reach before it is given, and how many of them do not have it yet', async () => {
    const asked = { user_puid: ids.dan, permission_id: ids.permission };
    expect(await dan.ok(calls.countPermission, { ...asked, to_role_id: Role.teacher })).toEqual({ people: 2, new_people: 2 });
    await giveTo({ to_user_name: 'tess' });
    expect(await dan.ok(calls.countPermission, { ...asked, to_role_id: Role.teacher })).toEqual({ people: 2, new_people: 1 });
    expect(await dan.ok(calls.countPermission, { ...asked, to_user_name: 'tess' })).toEqual({ people: 1, new_people: 0 });
    expectFailure(await dan.call(calls.countPermission, { ...asked, to_user_name: 'zoe' }), 400);
  });

  it('is neither given nor changed while somebody acts as the administrator, and answers nothing that is refused then', async () => {
    await giveTo({ to_role_id: Role.teacher });
    const max = await server.signIn('max');
    const acting = async (login_as_puid: number) => ({
      authorization: `Bearer ${(await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid })).token}`,
    });
    const asDan = await acting(ids.dan);
    const input = { user_puid: ids.dan, ...given, to_role_id: Role.teacher };
    expectFailure(await server.call(calls.assignPermission, input, asDan), 403, /while you act/);
    expectFailure(await server.call(calls.permissionRemove, { permission_id: ids.permission } as never, asDan), 403, /while you act/);
    const asTess = await acting(ids.tess);
    expect((await server.call(calls.userMessages, { user_puid: ids.tess, state: 'open' }, asTess)).code).toBe(200);
    const answer = { user_puid: ids.tess, message_id: 1, answer_text: 'Yes' };
    expectFailure(await server.call(calls.answerUserMessage, answer, asTess), 403, /while you act/);
  });

  it('must not end before it begins, or today is past', async () => {
    for (const input of [{ from_date: '2030-01-20', to_date: '2030-01-19' }, { to_date: '2030-01-14' }])
      expectFailure(await give(dan, { to_role_id: Role.teacher, ...input }), 400);
    expect((await give(dan, { to_role_id: Role.teacher, to_date: '2030-01-15' })).code).toBe(200);
  });
});

/** Who gives, to which role or person, and whether that is below the giver, written by hand. */
const givers = { tess: [], sue: [], dan: [2, 6], pam: [2, 6, 9], max: [2, 6, 9, 12] } as const;
const everyRole = [...Object.values(Role), 3, 99];
const everyPerson = { ana: 1, tess: 2, sue: 6, dan: 9, pam: 12, max: 15, zoe: 0, dora: 0, nobody: 0 } as const;
const attempts = Object.entries(givers).flatMap(([giver, below]) => [
  ...everyRole.map((to_role_id) => [giver, { to_role_id } as Given, (below as readonly number[]).includes(to_role_id)] as const),
  ...Object.entries(everyPerson).map(
    ([to_user_name, role]) => [giver, { to_user_name } as Given, (below as readonly number[]).includes(role)] as const,
  ),
]);

describe('escalation', () => {
  it(`is refused in ${attempts.length} ways to give a permission`, async () => {
    const clients = new Map<string, TestClient>();
    for (const giver of Object.keys(givers)) clients.set(giver, await server.signIn(giver));
    const outcomes: unknown[] = [];
    for (const [giver, input, isAllowed] of attempts) {
      const client = clients.get(giver) as TestClient;
      // A permission belongs to a district: whoever is of another does not find it.
      const isOfDistrict = client.user.districtID === 1;
      const before = (await assignments()).length;
      const { code } = await give(client, input);
      const made = (await assignments()).length - before;
      const isRight = isAllowed && isOfDistrict ? code === 200 && made === 1 : code >= 400 && code < 500 && made === 0;
      if (!isRight) outcomes.push([giver, input, code, made]);
    }
    expect(outcomes).toEqual([]);
    expect(attempts.length).toBeGreaterThan(60);
    expect(attempts.filter(([, , isAllowed]) => isAllowed).length).toBeGreaterThan(5);
  });

  it('is refused to both at once and to nobody, and for a permission of another district', async () => {
    for (const input of [{}, { to_role_id: Role.teacher, to_user_name: 'tess' }]) expectFailure(await give(dan, input), 400);
    expectFailure(await give(await server.signIn('dora'), { to_role_id: Role.teacher }), 404);
  });

  it('is refused for a right that the giver’s own role does not have, whatever was given to them', () => {
    for (const right of rights) {
      const of = (role: number) => () => assertOwn({ role, rights: [...rights] } as unknown as TokenUser, { [`may_${right}`]: true });
      expect(of(Role.teacher)).toThrow('your own role');
      expect(of(Role.districtAdministrator)).not.toThrow();
    }
    expect(() => assertOwn({ role: Role.teacher } as TokenUser, { name: 'Nothing' })).not.toThrow();
  });

  it('does not come from a right: nobody passes on, and no right opens what gives rights', async () => {
    await giveTo({ to_user_name: 'tess' });
    expectFailure(await give(tess, { to_role_id: Role.teacher }), 403);
    for (const [name, call] of Object.entries(calls) as [string, Call][])
      if (name.toLowerCase().includes('permission') || name === 'updateNavTabs') expect(call.right, name).toBeUndefined();
    const changing = Object.values(calls as unknown as Record<string, Call>).filter(({ right, isFor }) => right && isFor);
    expect(changing).toEqual([]);
  });
});

describe('the matrix', () => {
  it('is what the server does, with what the district has given', async () => {
    const matrix = (client: TestClient) => client.ok(calls.permissionMatrix, { user_puid: client.user.userPuid });
    const rows = await matrix(dan);
    const guarded = (Object.entries(calls) as [string, Call][]).filter(([, { access }]) => Array.isArray(access));
    expect(rows.map(({ name }) => name)).toEqual(guarded.map(([name]) => name));
    for (const [index, [, call]] of guarded.entries()) expect(rows[index]?.roles).toEqual(everyone.filter((role) => may({ role }, call)));
    const inbox = async () => (await matrix(dan)).find(({ name }) => name === 'userMessages');
    expect(await inbox()).toMatchObject({ right: 'messages', given_to: [], module: null, while_acting: true });
    await giveTo({ to_role_id: Role.teacher });
    await giveTo({ to_user_name: 'sue' });
    expect(await inbox()).toMatchObject({ given_to: [Role.teacher] });
  });
});

describe('a module', () => {
  const terms = (client: TestClient) => client.call(calls.glossarySubjects, { user_puid: client.user.userPuid, language_id: 101 });
  const tabs = async (client: TestClient) =>
    (await client.ok(calls.navTabStatus, { district_id: 1 })).filter(({ show }) => !show).map(({ key }) => key);
  const off = (school_id: number | null, show = false) =>
    dan.ok(calls.updateNavTabs, { user_puid: ids.dan, school_id, nav_tabs: [{ key: 'glossary', show }] });

  it('that a school has switched off has no tab and no calls there, until it is on again', async () => {
    const [ana, tom] = [await server.signIn('ana'), await server.signIn('tom')];
    expect((await terms(ana)).code).toBe(200);
    await off(ids.school);
    const refused = await terms(ana);
    expectFailure(refused, 403, /switched off/);
    expect(refused.data).toMatchObject({ reason: 'moduleOff', params: { module: 'glossary' } });
    expect(await tabs(ana)).toEqual(['admin', 'glossary']);
    expect([(await terms(tom)).code, await tabs(tom)]).toEqual([200, ['admin']]);
    const { schools } = await off(ids.school, true);
    expect(schools.find(({ school_id }) => school_id === ids.school)?.nav_tabs).toContainEqual({ key: 'glossary', show: true });
    expect((await terms(ana)).code).toBe(200);
  });

  it('that the district has switched off is off in every school, whatever the school says', async () => {
    await off(ids.school, true);
    await off(null);
    for (const name of ['ana', 'tom', 'dan']) expectFailure(await terms(await server.signIn(name)), 403, /switched off/);
    expect((await dan.ok(calls.permissionMatrix, { user_puid: ids.dan })).filter(({ is_off }) => is_off).length).toBeGreaterThan(0);
    const zoe = await server.signIn('zoe');
    expect((await terms(zoe)).code).toBe(200);
  });

  it('is switched by the own district, by the provider everywhere, and never the administration', async () => {
    const nav_tabs = [{ key: 'glossary' as const, show: false }];
    const dora = await server.signIn('dora');
    expectFailure(await dora.call(calls.updateNavTabs, { user_puid: ids.dora, district_id: 1, school_id: null, nav_tabs }), 404);
    expectFailure(await dora.call(calls.updateNavTabs, { user_puid: ids.dora, school_id: ids.school, nav_tabs }), 404);
    const max = await server.signIn('max');
    const changed = await max.ok(calls.updateNavTabs, { user_puid: ids.max, district_id: 2, school_id: null, nav_tabs });
    expect([changed.district_name, changed.nav_tabs.find(({ key }) => key === 'glossary')?.show]).toEqual(['South', false]);
    const admin = [{ key: 'admin', show: false }] as never;
    expectFailure(await dan.call(calls.updateNavTabs, { user_puid: ids.dan, school_id: null, nav_tabs: admin }), 400);
  });
});
