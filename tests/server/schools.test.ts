import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { DataOf } from '../../contract/kit.ts';
import type { School } from '../../contract/schools.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, hours, type TestClient, type TestServer } from './testServer.ts';

const { school: hill, otherSchool: lake } = ids;
const as = (client: TestClient) => ({ user_puid: client.user.userPuid });
const list = (client: TestClient, asked: object = {}) => client.ok(calls.schoolList, { ...as(client), ...asked });
const names = ({ rows }: { rows: readonly School[] }) => rows.map(({ name }) => name);
const of = (client: TestClient, school_id: number) => ({ ...as(client), school_id });
const close = (client: TestClient, school_id: number, move_to: number | null = null) =>
  client.ok(calls.closeSchool, { ...of(client, school_id), move_to });
const reopen = (client: TestClient, school_id: number) => client.ok(calls.reopenSchool, of(client, school_id));

/** Where everyone of the district is, and whether the account and the classes are open. */
const places = async ({ db }: TestServer) => ({
  people: await db
    .selectFrom('app_user')
    .select(['user_puid', 'school_id', 'active'])
    .where('district_id', '=', ids.district)
    .orderBy('user_puid')
    .execute(),
  classes: await db.selectFrom('class_group').select(['group_puid', 'school_id', 'active']).orderBy('group_puid').execute(),
});
const stateOf = async (server: TestServer, user_puid: number) => (await places(server)).people.find((one) => one.user_puid === user_puid);
const audited = async ({ db }: TestServer) =>
  (await auditOf(db, 'school.%').select(['action', 'subject', 'detail']).execute()).map(({ action, subject, detail }) => [
    action,
    subject,
    JSON.parse(detail),
  ]);

describe('the list of schools', () => {
  it('counts active accounts and open classes, sorted, searched and narrowed by the server', async () => {
    const [server, dan] = await schoolServer('dan');
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    await server.db.updateTable('school').set({ sourced_id: 's-lake' }).where('school_id', '=', lake).execute();
    const usual = { closed_at: null, metadata: [], students: 1, teachers: 1, administrators: 1, classes: 1 };
    expect(await list(dan)).toEqual({
      total: 2,
      rows: [
        {
          school_id: hill,
          district_id: 1,
          version: 1,
          name: 'Hill',
          sourced_id: null,
          ...usual,
        },
        {
          school_id: lake,
          district_id: 1,
          version: 1,
          name: 'Lake',
          sourced_id: 's-lake',
          ...usual,
        },
      ],
    });
    await dan.ok(calls.addSchool, { ...as(dan), name: 'Arbor' });
    expect(names(await list(dan, { sort: '-students', limit: 2 }))).toEqual(['Hill', 'Lake']);
    for (const sort of ['rostered', 'teachers', 'administrators', 'classes'] as const)
      expect(names(await list(dan, { sort: `-${sort}` })).at(sort === 'rostered' ? 0 : -1), sort).toBe(
        sort === 'rostered' ? 'Lake' : 'Arbor',
      );
    expect(await list(dan, { search: 'AR', limit: 1 })).toMatchObject({ total: 1, rows: [{ name: 'Arbor', students: 0 }] });
    await close(dan, hill);
    expect(names(await list(dan, { state: 'open' }))).toEqual(['Arbor', 'Lake']);
    expect(names(await list(dan, { state: 'closed' }))).toEqual(['Hill']);
  });

  it('shows a school administrator the own school, which may be renamed but not closed', async () => {
    const [, sue] = await schoolServer('sue');
    expect(names(await list(sue))).toEqual(['Hill']);
    expect(await sue.ok(calls.updateSchool, { ...of(sue, hill), version: 1, name: 'Hilltop' })).toMatchObject({
      name: 'Hilltop',
      version: 2,
    });
    expectFailure(await sue.call(calls.updateSchool, { ...of(sue, lake), version: 1, name: 'Mine' }), 404);
    expectFailure(await sue.call(calls.closeSchool, { ...of(sue, hill), move_to: null }), 403);
  });
});

it('renames a school for one of ten administrators at once, and refuses those who come late', async () => {
  const [server, dan] = await schoolServer('dan');
  const rename = (name: string) => dan.call(calls.updateSchool, { ...of(dan, hill), version: 1, name });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => rename(`Hill ${at}`)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect((await rename('Late')).data).toMatchObject({ reason: 'recordChanged' });
  const { name } = await dan.ok(calls.schoolGet, of(dan, hill));
  expect(await audited(server)).toEqual([['school.update', `school ${hill}`, { before: { name: 'Hill' }, after: { name } }]]);
});

describe('closing a school', () => {
  it('says first whom and what it concerns', async () => {
    const [server, dan, tess] = await schoolServer('dan', 'tess');
    const { now } = server.clock;
    for (const [assignment_id, to_date, unassigned_at] of [
      [1, null, null],
      [2, now + hours(1), null],
      [3, now - hours(1), null],
      [4, null, now],
    ] as const) {
      const given = { district_id: 1, assignment_id, lesson_id: ids.freeLesson, created_at: now };
      await server.db
        .insertInto('assignment')
        .values({ ...given, assigned_by_puid: tess.user.userPuid, assignment_no: assignment_id })
        .execute();
      await server.db
        .insertInto('group_assignment')
        .values({
          ...given,
          ...{ group_assignment_id: assignment_id, group_puid: ids.class, category: 1, is_individual: 0 },
          ...{ from_date: 0, to_date, released_at: null, unassigned_at },
        })
        .execute();
    }
    await server.db.updateTable('app_user').set({ school_id: hill }).where('user_puid', 'in', [ids.dan, ids.pam]).execute();
    expect(await dan.ok(calls.schoolUses, of(dan, hill))).toEqual({
      students: 2,
      teachers: 1,
      administrators: 1,
      classes: 1,
      assignments: 2,
    });
  });

  it('deactivates its people and archives its classes, and reopening brings back just these', async () => {
    const [server, dan, tess] = await schoolServer('dan', 'tess');
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    const before = await places(server);
    expect(await close(dan, hill)).toMatchObject({
      closed_at: expect.any(String),
      students: 0,
      teachers: 0,
      administrators: 0,
      classes: 0,
    });
    expect((await tess.call(calls.userDetail, as(tess))).code).toBe(401);
    const during = await places(server);
    expect(during.people.filter(({ school_id, active }) => school_id === hill && active === 1)).toEqual([]);
    expect(during.people.filter(({ school_id }) => school_id !== hill)).toEqual(
      before.people.filter(({ school_id }) => school_id !== hill),
    );
    expect(during.classes.filter(({ active }) => active === 0).map(({ group_puid }) => group_puid)).toEqual([ids.class]);
    expect(await reopen(dan, hill)).toMatchObject({ closed_at: null, students: 1, teachers: 1, administrators: 1, classes: 1 });
    expect(await places(server)).toEqual(before);
    await server.signIn('tess');
    expect(await server.db.selectFrom('school_closing').selectAll().execute()).toEqual([]);
    expect(await audited(server)).toEqual([
      ['school.close', `school ${hill}`, { count: 3 }],
      ['school.reopen', `school ${hill}`, { count: 3 }],
    ]);
  });

  it('moves its people to another school, and reopening brings back those who are still there', async () => {
    const [server, dan] = await schoolServer('dan');
    const before = await places(server);
    await close(dan, hill, lake);
    expect(await stateOf(server, ids.ana)).toMatchObject({ school_id: lake, active: 1 });
    const third = await dan.ok(calls.addSchool, { ...as(dan), name: 'Third' });
    await server.db.updateTable('app_user').set({ school_id: third.school_id }).where('user_puid', '=', ids.ben).execute();
    await reopen(dan, hill);
    expect(await stateOf(server, ids.ben)).toMatchObject({ school_id: third.school_id });
    expect((await places(server)).people.filter(({ user_puid }) => user_puid !== ids.ben)).toEqual(
      before.people.filter(({ user_puid }) => user_puid !== ids.ben),
    );
    expect((await audited(server)).at(0)).toEqual([
      'school.close',
      `school ${hill}`,
      { count: 4, before: { school: 'Hill' }, after: { school: 'Lake' } },
    ]);
  });

  it('leaves an account as an administrator has set it since', async () => {
    const [server, dan] = await schoolServer('dan');
    await close(dan, hill);
    const set = (active: boolean) => dan.ok(calls.setUserActive, { ...as(dan), managed_puid: ids.ana, active });
    await set(true);
    await set(false);
    await reopen(dan, hill);
    expect(await stateOf(server, ids.ana)).toMatchObject({ active: 0 });
    expect(await stateOf(server, ids.ben)).toMatchObject({ active: 1 });
  });

  it('leaves people alone whose role is not below the own one', async () => {
    const [server, dan] = await schoolServer('dan');
    await server.db.updateTable('app_user').set({ school_id: hill }).where('user_puid', 'in', [ids.dan, ids.pam]).execute();
    await close(dan, hill);
    for (const user_puid of [ids.dan, ids.pam]) expect(await stateOf(server, user_puid)).toMatchObject({ school_id: hill, active: 1 });
  });

  it('happens once, and never to the school that takes the people', async () => {
    const [server, dan] = await schoolServer('dan');
    const before = await places(server);
    expectFailure(await dan.call(calls.closeSchool, { ...of(dan, hill), move_to: hill }), 404);
    expect(await places(server)).toEqual(before);
    const answers = await Promise.all(Array.from({ length: 5 }, () => dan.call(calls.closeSchool, { ...of(dan, hill), move_to: null })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409]);
    expectFailure(await dan.call(calls.closeSchool, { ...of(dan, lake), move_to: hill }), 404);
    expectFailure(await dan.call(calls.reopenSchool, of(dan, lake)), 409);
    await reopen(dan, hill);
    expect(await places(server)).toEqual(before);
  });

  it('opens again without those who moved to another school meanwhile', async () => {
    const [server, dan] = await schoolServer('dan');
    await close(dan, hill);
    await server.db.updateTable('app_user').set({ school_id: lake }).where('user_puid', '=', ids.ben).execute();
    await reopen(dan, hill);
    expect(await stateOf(server, ids.ben)).toMatchObject({ school_id: lake, active: 0 });
    expect(await stateOf(server, ids.ana)).toMatchObject({ school_id: hill, active: 1 });
  });

  it('takes the school out of every choice', async () => {
    const [server, dan] = await schoolServer('dan');
    await close(dan, hill);
    expect(await dan.ok(calls.allSchools, { district_id: 1, logged_in_user_puid: ids.dan })).toEqual([{ school_id: lake, name: 'Lake' }]);
    const { data } = await server.call(calls.districtsSchoolsGrades, {});
    const { districts } = data as DataOf<typeof calls.districtsSchoolsGrades>;
    expect(districts.find(({ district_id }) => district_id === 1)?.schools.map(({ name }) => name)).toEqual(['Lake']);
    const fields = { first_name: 'New', last_name: 'Person', email: null, grade: null, student_id: null, school_id: hill };
    expectFailure(await dan.call(calls.addUser, { ...as(dan), ...fields, role_id: 1, user_name: null, way: 'code' }), 404);
    expectFailure(
      await dan.call(calls.addGroup, { kind: 'class', group_name: 'X', subject: null, grade: null, period: null, school_id: hill }),
      404,
    );
  });
});
