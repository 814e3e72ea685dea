import { beforeEach, describe, expect, it } from 'vitest';
import { auditActions, auditKinds, auditSorts } from '../../contract/audit.ts';
import { calls } from '../../contract/index.ts';
import { administrators, type Call, type InputOf } from '../../contract/kit.ts';
import { type Case, cases } from '../contract/cases/index.ts';
import { makeWorld } from '../contract/cases/world.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { expectFailure, hours, type TestClient, type TestServer } from './testServer.ts';

const readBy = async (client: TestClient, query: Partial<InputOf<typeof calls.auditEntries>> = {}) =>
  client.ok(calls.auditEntries, { user_puid: client.user.userPuid, ...query });
/** Begin a challenge, of which the answer is a call of its own and changes the account, play a draft, and check a file. */
const changeNothing = ['beginEnrollment', 'previewBankDraft', 'checkSamlLinks'];
const changing = (Object.entries(calls) as [keyof typeof calls, Call][]).filter(
  ([name, { method, access }]) =>
    !changeNothing.includes(name) &&
    method === 'POST' &&
    Array.isArray(access) &&
    access.every((role) => administrators.some((one) => one === role)) &&
    !cases[name].refused,
);

describe('what an administrator changes', () => {
  it.each(changing)('is in the audit, without secrets: %s', async (name, call) => {
    const world = await makeWorld();
    const { server } = world;
    const one = cases[name] as Case<typeof name>;
    const client = await server.signIn(one.as as string);
    const input = one.input(world) as never;
    const { audit_id: last } = await server.db
      .selectFrom('audit')
      .select((eb) => eb.fn.max('audit_id').as('audit_id'))
      .executeTakeFirstOrThrow();
    await client.ok(call, input);
    const written = await server.db.selectFrom('audit').selectAll().where('audit_id', '>', last).execute();
    expect(written.map(({ actor_puid }) => Number(actor_puid))).toContain(client.user.userPuid);
    for (const { action, address, detail } of written) {
      expect(Object.values(auditActions).flat()).toContain(action);
      expect(address).not.toBe('');
      expect(detail).not.toMatch(/science-rocks|password"|secret|"code"|token/);
    }
  });
});

describe('the audit', () => {
  let server: TestServer;
  beforeEach(async () => {
    [server] = await schoolServer('tess');
  });
  const group = { subject: null, grade: null, period: null, kind: 'group' as const, user_puids: [ids.ana] };
  const addGroup = (client: TestClient, group_name: string) => client.ok(calls.addGroup, { ...group, group_name });

  it('names who, what, about whom and from where, the newest first, and leaves sign-ins to those who ask', async () => {
    const tess = await server.signIn('tess');
    await addGroup(tess, 'Chess');
    server.clock.now += hours(1);
    const dan = await server.signIn('dan');
    await dan.ok(calls.endUserSessions, { user_puid: ids.dan, ended_puid: ids.ben });
    const { total, rows } = await readBy(dan);
    expect(total).toBe(2);
    expect(rows.map(({ actor, action, subject, count }) => [actor?.first_name, action, subject.name, count])).toEqual([
      ['dan', 'session.end_all', 'ben Person', 0],
      ['tess', 'group.add', 'Chess', null],
    ]);
    expect(rows.map(({ address }) => address)).toEqual([expect.any(String), expect.any(String)]);
    const signIns = await readBy(dan, { kind: 'signIn' });
    expect(signIns.rows.map(({ actor, action }) => [actor?.first_name, action])).toEqual([
      ['dan', 'sign_in'],
      ['tess', 'sign_in'],
      // Signed in by the fixture.
      ['tess', 'sign_in'],
    ]);
  });

  it('names the administrator who acted as somebody, beside that person', async () => {
    const dan = await server.signIn('dan');
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const headers = { authorization: `Bearer ${token}` };
    await server.call(calls.addGroup, { ...group, group_name: 'By dan' }, headers);
    const [entry] = (await readBy(dan, { kind: 'classes' })).rows;
    expect([entry?.actor?.first_name, entry?.acting?.first_name]).toEqual(['tess', 'dan']);
  });

  it('shows a school administrator what concerns the school, another district nothing, and the provider everything', async () => {
    const tess = await server.signIn('tess');
    await addGroup(tess, 'Chess');
    const seen = async (name: string) => (await readBy(await server.signIn(name))).rows.map(({ subject }) => subject.name);
    expect(await seen('sue')).toEqual(['Chess']);
    expect(await seen('max')).toEqual(['Chess']);
    expect(await seen('dora')).toEqual([]);
    const school_id = ids.otherSchool;
    await server.db.updateTable('app_user').set({ school_id }).where('user_puid', '=', ids.tess).execute();
    await server.db.updateTable('class_group').set({ school_id }).where('name', '=', 'Chess').execute();
    expect(await seen('sue')).toEqual([]);
    expect(await seen('dan')).toEqual(['Chess']);
  });

  it('shows what was changed in a record, from what to what', async () => {
    const dan = await server.signIn('dan');
    const subject = await dan.ok(calls.subjectAdd, { name: 'Math', active: true });
    const { subject_id, version } = subject as { subject_id: number; version: number };
    await dan.ok(calls.subjectUpdate, { subject_id, version, name: 'Mathematics', active: true });
    const [entry] = (await readBy(dan, { kind: 'records' })).rows;
    expect(entry).toMatchObject({ action: 'subject.update', subject: { kind: 'subject', name: 'Mathematics' } });
    expect(entry?.changes).toEqual([{ field: 'name', before: 'Math', after: 'Mathematics' }]);
  });

  it('is narrowed down by kind, by days of the district, and by words, and sorted by every column', async () => {
    const tess = await server.signIn('tess');
    const dan = await server.signIn('dan');
    // It is 9 in the morning of the 15th in Chicago; 20 hours later it is the 16th.
    await addGroup(tess, 'First');
    server.clock.now += hours(20);
    await addGroup(await server.signIn('tess'), 'Second');
    const names = async (query: Partial<InputOf<typeof calls.auditEntries>>) =>
      (await readBy(dan, query)).rows.map(({ subject }) => subject.name);
    expect(await names({ from_date: '2030-01-16' })).toEqual(['Second']);
    expect(await names({ to_date: '2030-01-15' })).toEqual(['First']);
    expect(await names({ search: 'sec' })).toEqual(['Second']);
    expect(await names({ search: 'TESS' })).toEqual(['Second', 'First']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ kind: 'exports' })).toEqual([]);
    for (const sort of auditSorts) expect((await names({ sort })).toSorted()).toEqual(['First', 'Second']);
    expect(await names({ sort: 'about' })).toEqual(['First', 'Second']);
    expect(await names({ sort: '-about' })).toEqual(['Second', 'First']);
    expectFailure(await dan.call(calls.auditEntries, { user_puid: ids.dan, from_date: '2030-01-16', to_date: '2030-01-15' }), 400);
  });

  it('is narrowed down to a school, and for the provider to a district', async () => {
    await addGroup(await server.signIn('tess'), 'Hill club');
    const ted = await server.signIn('ted');
    await ted.ok(calls.addGroup, { ...group, user_puids: [ids.zoe], group_name: 'Coast club' });
    const dan = await server.signIn('dan');
    await dan.ok(calls.updateNavTabs, { user_puid: ids.dan, school_id: ids.otherSchool, nav_tabs: [{ key: 'help', show: false }] });
    const max = await server.signIn('max');
    const actions = async (client: TestClient, query: Partial<InputOf<typeof calls.auditEntries>>) =>
      (await readBy(client, query)).rows.map(({ action, subject }) => subject.name ?? action);
    expect(await actions(dan, { school_id: ids.school })).toEqual(['Hill club']);
    expect(await actions(dan, { school_id: ids.otherSchool })).toEqual(['Lake']);
    expect(await actions(dan, { school_id: 21, about_district_id: 2 })).toEqual([]);
    expect(await actions(max, { school_id: 21, about_district_id: 2 })).toEqual(['Coast club']);
    expect(await actions(max, { about_district_id: 2 })).toEqual(['Coast club']);
    expect(await actions(await server.signIn('sid'), { school_id: ids.school })).toEqual([]);
  });

  it('knows each action by one kind', () => {
    const all = auditKinds.flatMap((kind) => [...auditActions[kind]]);
    expect(new Set(all).size).toBe(all.length);
  });
});
