import { describe, expect, it } from 'vitest';
import { type District, navTabs } from '../../contract/districts.ts';
import { calls } from '../../contract/index.ts';
import { type DataOf, Role } from '../../contract/kit.ts';
import { seedSignOns } from '../../server/sso/signOnProviders.ts';
import { ids, makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer, testServer } from './testServer.ts';

const me = (client: TestClient) => ({ user_puid: client.user.userPuid });
const list = (client: TestClient, asked: object = {}) => client.ok(calls.districtList, { ...me(client), ...asked });
const names = ({ rows }: { rows: readonly District[] }) => rows.map(({ name }) => name);
const fields = { name: 'North', state_id: 48, time_zone: 'America/Chicago', language: null, hosts: [] as string[], nav_tabs: [] };
const own = { district_id: ids.district, version: 1, ...fields };
const update = (client: TestClient, change: object = {}) => client.call(calls.updateDistrict, { ...me(client), ...own, ...change });
const signInPage = async (server: TestServer, host: string) => {
  const response = await server.app.request(`https://${host}/api/lms/Login/getAllDistricts`);
  const { data } = (await response.json()) as { data: DataOf<typeof calls.allDistricts> };
  return data.map(({ name }) => name);
};

it('lists a district administrator the own district, and the provider all, with their schools and accounts', async () => {
  const [server, dan, max] = await schoolServer('dan', 'max');
  await server.db.updateTable('school').set({ closed_at: 1 }).where('school_id', '=', ids.otherSchool).execute();
  await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
  const { rows } = await list(dan);
  expect(rows).toEqual([
    {
      ...own,
      nav_tabs: [
        { key: 'content', show: true },
        { key: 'admin', show: false },
      ],
      sign_ons: [],
      schools: 1,
      users: 9,
      erase_at: null,
    },
  ]);
  expect(names(await list(max))).toEqual(['North', 'South']);
  for (const [sort, first] of [
    ['-name', 'South'],
    ['state_id', 'South'],
    ['-time_zone', 'South'],
    ['-users', 'North'],
    ['schools', 'North'],
  ] as const)
    expect(names(await list(max, { sort }))[0], sort).toBe(first);
  expect(names(await list(max, { search: 'SOU' }))).toEqual(['South']);
  expectFailure(await dan.call(calls.districtGet, { ...me(dan), district_id: ids.otherDistrict }), 404);
  expectFailure(await update(dan, { district_id: ids.otherDistrict }), 404);
});

describe('a change of a district', () => {
  it('is refused after a module was switched, whose tab it would put back', async () => {
    const [, dan] = await schoolServer('dan');
    const nav_tabs = [{ key: 'glossary' as const, show: false }];
    await dan.ok(calls.updateNavTabs, { ...me(dan), district_id: ids.district, school_id: null, nav_tabs });
    expectFailure(await update(dan, { nav_tabs: [{ key: 'glossary', show: true }] }), 409);
  });
  it('is written down, and the tabs follow; those that are not named stay as they are', async () => {
    const [server, dan, tess] = await schoolServer('dan', 'tess');
    const { code } = await update(dan, {
      ...{ name: 'North Hills', time_zone: 'America/Denver', language: 'es', hosts: [' Science.School.org ', 'science.school.org'] },
      nav_tabs: [{ key: 'glossary', show: false }],
    });
    expect(code).toBe(200);
    const changed = await dan.ok(calls.districtGet, { ...me(dan), district_id: ids.district });
    expect(changed).toMatchObject({ version: 2, name: 'North Hills', time_zone: 'America/Denver', hosts: ['science.school.org'] });
    const shown = await tess.ok(calls.navTabStatus, { district_id: ids.district });
    expect(shown.map(({ key }) => key)).toEqual([...navTabs]);
    expect(shown.filter(({ show }) => !show).map(({ key }) => key)).toEqual(['glossary', 'admin']);
    const { detail } = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'district.update')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail)).toMatchObject({
      before: { name: 'North', hosts: '', hidden_tabs: 'admin' },
      after: { name: 'North Hills', hosts: 'science.school.org', hidden_tabs: 'glossary, admin' },
    });
    const [entry] = (await dan.ok(calls.auditEntries, { ...me(dan), kind: 'places' })).rows;
    expect(entry).toMatchObject({ action: 'district.update', subject: { kind: 'district', name: 'North Hills' } });
  });

  it('is refused when somebody else has changed it since; of ten at once one counts', async () => {
    const [, dan] = await schoolServer('dan');
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => update(dan, { name: `North ${at}` })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await update(dan)).data).toMatchObject({ reason: 'recordChanged' });
  });

  it.each([
    { time_zone: 'Mars/Olympus' },
    { hosts: ['not a host'] },
    { hosts: ['https://school.org'] },
    { language: 'fr' },
    { name: '  ' },
    { nav_tabs: [{ key: 'moon', show: true }] },
  ])('is refused with %j', async (change) => {
    const [, dan] = await schoolServer('dan');
    expectFailure(await update(dan, change), 400);
  });
});

it('shows which single sign-ons lead to a district, and never their secrets', async () => {
  const provider = { issuer: 'https://sso.example', client_id: 'c', client_secret: 'hush', subject_is_sourced_id: false, scope: 'openid' };
  const server = await testServer({
    singleSignOn: { roster: { ...provider, district_id: ids.district }, classroom: { ...provider, district_id: ids.otherDistrict } },
  });
  await makeFixtureSchool(server.ports);
  await seedSignOns(server.ports);
  const dan = await server.signIn('dan');
  const { rows } = await list(dan);
  expect(rows[0]?.sign_ons).toEqual([{ use: 'roster', issuer: provider.issuer, client_id: 'c' }]);
  expect(JSON.stringify(rows)).not.toContain('hush');
});

it('offers the sign-in page at a web host its district alone', async () => {
  const [server, dan] = await schoolServer('dan');
  await update(dan, { hosts: ['north.example'] });
  expect(await signInPage(server, 'north.example')).toEqual(['North']);
  expect(await signInPage(server, 'elsewhere.example')).toEqual(['North', 'South']);
});

it('is added with the usual grades, deleted only without accounts, and restored', async () => {
  const [server, max] = await schoolServer('max');
  const added = await max.ok(calls.addDistrict, { ...me(max), ...fields, name: 'East' });
  const { district_id } = added;
  expect(added).toMatchObject({ name: 'East', users: 0, schools: 0, nav_tabs: navTabs.map((key) => ({ key, show: true })) });
  const grades = await server.db.selectFrom('grade').select('name').where('district_id', '=', district_id).execute();
  expect(grades).toHaveLength(13);
  for (const used of [ids.district, ids.otherDistrict]) {
    const refused = await max.call(calls.removeDistrict, { ...me(max), district_id: used });
    expectFailure(refused, 409);
    expect(refused.data).toMatchObject({ reason: 'recordInUse' });
  }
  await max.ok(calls.removeDistrict, { ...me(max), district_id });
  expect(names(await list(max))).toEqual(['North', 'South']);
  expect(await signInPage(server, 'any.example')).toEqual(['North', 'South']);
  expectFailure(await max.call(calls.districtGet, { ...me(max), district_id }), 404);
  expect(await max.ok(calls.restoreDistrict, { ...me(max), district_id })).toEqual(added);
  expectFailure(await max.call(calls.restoreDistrict, { ...me(max), district_id }), 404);
});

describe('another district, set up by the provider', () => {
  const person = { first_name: 'Eva', last_name: 'East', user_name: 'eva', email: 'eva@east.example', grade: null, student_id: null };
  const administrator = { ...person, school_id: null, role_id: Role.districtAdministrator, way: 'code' as const };

  it.each(['max', 'pam'])('%s adds a school and an administrator, who signs in and sees that district alone', async (provider) => {
    const [server, root] = await schoolServer(provider);
    const caller = me(root);
    const { district_id } = await root.ok(calls.addDistrict, { ...caller, ...fields, name: 'East' });
    const of = { ...caller, district_id };
    const { school_id } = await root.ok(calls.addSchool, { ...of, name: 'Dawn' });
    const { user, password } = await root.ok(calls.addUser, { ...of, ...administrator });
    expect(user).toMatchObject({ district_id, district_name: 'East', role: Role.districtAdministrator });
    // The provider's own district has got neither.
    expect((await root.ok(calls.schoolList, caller)).rows.map(({ name }) => name)).toEqual(['Hill', 'Lake']);
    expect((await root.ok(calls.managedUsers, { ...of })).rows.map(({ user_name }) => user_name)).toEqual(['eva']);
    expect((await root.ok(calls.managedUsers, { ...caller, district_id: ids.district })).total).toBe(10);

    const eva = await server.signIn('eva', password ?? '');
    expect(eva.user.districtID).toBe(district_id);
    expect((await eva.ok(calls.schoolList, me(eva))).rows).toMatchObject([{ school_id, district_id, name: 'Dawn' }]);
    expect((await eva.ok(calls.managedUsers, me(eva))).rows.map(({ user_name }) => user_name)).toEqual(['eva']);
    expect(names(await list(eva))).toEqual(['East']);
    const teacher = { ...person, user_name: 'ed', email: null, role_id: Role.teacher, school_id, way: 'code' as const };
    expect((await eva.ok(calls.addUser, { ...me(eva), ...teacher })).user).toMatchObject({ district_id, school_name: 'Dawn' });
    for (const other of [ids.district, ids.otherDistrict]) {
      expectFailure(await eva.call(calls.addSchool, { ...me(eva), district_id: other, name: 'Dusk' }), 404);
      expectFailure(await eva.call(calls.managedUsers, { ...me(eva), district_id: other }), 404);
    }

    const lines = await server.db
      .selectFrom('audit')
      .select(['district_id', 'action', 'actor_puid', 'actor_district_id'])
      .where('action', 'in', ['district.add', 'school.add', 'user.add'])
      .where('actor_puid', '=', root.user.userPuid)
      .orderBy('audit_id')
      .execute();
    const by = { district_id, actor_puid: root.user.userPuid, actor_district_id: ids.district };
    expect(lines).toEqual(['district.add', 'school.add', 'user.add'].map((action) => ({ ...by, action })));
    // The district's own administrator reads who it was.
    const seen = (await eva.ok(calls.auditEntries, { ...me(eva), kind: 'places' })).rows;
    expect(seen.find(({ action }) => action === 'school.add')).toMatchObject({
      subject: { name: 'Dawn' },
      actor: { user_puid: root.user.userPuid },
    });
  });

  it('sends the link to choose a password, which leads into that district', async () => {
    const [server, max] = await schoolServer('max');
    const { district_id } = await max.ok(calls.addDistrict, { ...me(max), ...fields, name: 'East' });
    await max.ok(calls.addUser, { ...me(max), district_id, ...administrator, way: 'link' });
    const [mail] = await server.mails();
    expect(mail).toMatchObject({ recipient: 'eva@east.example' });
    const Id = /Id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await server.call(calls.resetPassword, { Id, password: 'a new password' })).toMatchObject({ code: 200 });
    expect((await server.signIn('eva', 'a new password')).user.districtID).toBe(district_id);
    const { user_puid } = (await max.ok(calls.managedUsers, { ...me(max), district_id })).rows[0] ?? { user_puid: 0 };
    const one = { ...me(max), managed_puid: user_puid, district_id };
    const { version } = (await max.ok(calls.resetUserPassword, { ...one, way: 'link' })).user;
    await max.ok(calls.updateUser, { ...one, ...person, school_id: null, version, email: 'eva@new.example' });
    // The former address is told, too.
    expect((await server.mails()).map(({ recipient }) => recipient)).toEqual(Array(3).fill('eva@east.example'));
  });

  it('has schools that are renamed, closed and reopened there, and people of its schools alone', async () => {
    const [server, max] = await schoolServer('max');
    const of = { ...me(max), district_id: ids.otherDistrict };
    const school = { ...of, school_id: 21 };
    expect(await max.ok(calls.updateSchool, { ...school, version: 1, name: 'Shore' })).toMatchObject({ name: 'Shore' });
    expect(await max.ok(calls.schoolUses, school)).toMatchObject({ students: 1, teachers: 1 });
    expect((await max.ok(calls.closeSchool, { ...school, move_to: null })).closed_at).not.toBeNull();
    const zoe = () => server.db.selectFrom('app_user').select('active').where('user_puid', '=', ids.zoe).executeTakeFirst();
    expect(await zoe()).toEqual({ active: 0 });
    expect((await max.ok(calls.reopenSchool, school)).closed_at).toBeNull();
    expect(await zoe()).toEqual({ active: 1 });
    expect(await max.ok(calls.allSchools, { district_id: 2, logged_in_user_puid: ids.max })).toEqual([{ school_id: 21, name: 'Shore' }]);
    const teacher = { ...administrator, role_id: Role.teacher };
    expectFailure(await max.call(calls.addUser, { ...of, ...teacher, school_id: ids.school }), 404);
    expectFailure(await max.call(calls.addUser, { ...of, ...teacher, school_id: null }), 400);
    expectFailure(await max.call(calls.schoolGet, { ...of, school_id: ids.school }), 404);
    expectFailure(await max.call(calls.schoolGet, { ...me(max), school_id: 21 }), 404);
    const { user } = await max.ok(calls.addUser, { ...of, ...teacher, school_id: 21 });
    expect(user).toMatchObject({ district_id: ids.otherDistrict, school_name: 'Shore' });
  });

  it('is nothing to the administrators of a district, or of a school, and no deleted one gets anybody', async () => {
    const [server, dan, sue, pam] = await schoolServer('dan', 'sue', 'pam');
    const before = await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute();
    const { district_id: deleted } = await pam.ok(calls.addDistrict, { ...me(pam), ...fields, name: 'Gone' });
    await pam.ok(calls.removeDistrict, { ...me(pam), district_id: deleted });
    for (const [client, district_id] of [
      [dan, ids.otherDistrict],
      [sue, ids.otherDistrict],
      [pam, deleted],
      [pam, 999],
    ] as const) {
      const of = { ...me(client), district_id };
      const role_id = client === sue ? Role.teacher : Role.schoolAdministrator;
      for (const answer of [
        await client.call(calls.addUser, {
          ...of,
          ...administrator,
          role_id: client === pam ? administrator.role_id : Role.teacher,
          school_id: 21,
        }),
        await client.call(calls.addUser, { ...of, ...administrator, role_id, school_id: ids.school }),
        await client.call(calls.schoolList, of),
        await client.call(calls.schoolGet, { ...of, school_id: 21 }),
        await client.call(calls.updateSchool, { ...of, school_id: 21, version: 1, name: 'Mine' }),
        await client.call(calls.managedUsers, of),
        await client.call(calls.allSchools, { district_id, logged_in_user_puid: client.user.userPuid }),
      ])
        expectFailure(answer, 404);
      if (client !== sue) expectFailure(await client.call(calls.addSchool, { ...of, name: 'Mine' }), 404);
    }
    // Roles stay below one's own, there as here.
    for (const role_id of [Role.providerAdministrator, Role.superAdministrator])
      expectFailure(await pam.call(calls.addUser, { ...me(pam), district_id: ids.otherDistrict, ...administrator, role_id }), 403);
    expect(await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute()).toEqual(before);
    expect(await server.db.selectFrom('school').select('name').where('name', '=', 'Mine').execute()).toEqual([]);
  });
});
