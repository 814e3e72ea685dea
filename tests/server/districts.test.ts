import { describe, expect, it } from 'vitest';
import { type District, navTabs } from '../../contract/districts.ts';
import { calls } from '../../contract/index.ts';
import type { DataOf } from '../../contract/kit.ts';
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
