import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type InputOf, Role } from '../../contract/kit.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
beforeEach(async () => {
  [server] = await schoolServer('tess');
  dan = await server.signIn('dan');
});

type Given = Partial<InputOf<typeof calls.addUserNotification>>;
const words = { text_en: 'Picture day', text_es: 'Día de fotos', from_date: null, to_date: null };
const post = (client: TestClient, given: Given) =>
  client.call(calls.addUserNotification, { user_puid: client.user.userPuid, audience: 'role', ...words, ...given });
const sent = async (client: TestClient, given: Given) =>
  client.ok(calls.addUserNotification, { user_puid: client.user.userPuid, audience: 'role', ...words, ...given });
const seen = async (name: string) => {
  const client = await server.signIn(name);
  const rows = await client.ok(calls.notification, { user_puid: client.user.userPuid });
  return rows.map(({ notification_text }) => notification_text);
};
const everyone = ['ana', 'ben', 'cal', 'tess', 'tom', 'sue', 'sid', 'dan', 'pam', 'zoe'];
const readers = async () => {
  const all: string[] = [];
  for (const name of everyone) if ((await seen(name)).length > 0) all.push(name);
  return all;
};

/** Who writes to whom, whom it reaches, and how many people that is. */
const reached: [writer: string, given: Given, names: string[]][] = [
  ['dan', { audience: 'role', role_id: Role.teacher }, ['tess', 'tom']],
  ['sue', { audience: 'role', role_id: Role.teacher }, ['tess']],
  ['dan', { audience: 'school', school_id: ids.school }, ['ana', 'ben', 'tess', 'sue']],
  ['sue', { audience: 'school', school_id: ids.school }, ['ana', 'ben', 'tess']],
  ['sue', { audience: 'group', group_puid: ids.class }, ['ana', 'ben', 'tess']],
  ['dan', { audience: 'user', user_name: 'SUE' }, ['sue']],
];
/** What is refused: people with the same or a higher role, of another school or district, nobody. */
const refused: [writer: string, given: Given][] = [
  ['sue', { audience: 'role', role_id: Role.schoolAdministrator }],
  ['dan', { audience: 'role', role_id: Role.districtAdministrator }],
  ['dan', { audience: 'role' }],
  ['sue', { audience: 'school', school_id: ids.otherSchool }],
  ['dan', { audience: 'school', school_id: 21 }],
  ['sue', { audience: 'group', group_puid: ids.otherClass }],
  ['dan', { audience: 'group', group_puid: ids.foreignClass }],
  ['sue', { audience: 'user', user_name: 'tom' }],
  ['sue', { audience: 'user', user_name: 'dan' }],
  ['dan', { audience: 'user', user_name: 'zoe' }],
];

describe('a notification', () => {
  it.each(reached)('of %s to %j reaches %j, and says before how many', async (writer, given, names) => {
    const client = await server.signIn(writer);
    const asked = { user_puid: client.user.userPuid, audience: 'role' as const, ...given };
    expect(await client.ok(calls.countNotified, asked)).toEqual({ people: names.length });
    expect((await sent(client, given)).people).toBe(names.length);
    expect(await readers()).toEqual(names);
  });

  it.each(refused)('of %s to %j is refused, and its count as well', async (writer, given) => {
    const client = await server.signIn(writer);
    const before = await server.db.selectFrom('announcement').selectAll().execute();
    expectFailure(await post(client, given), 400);
    const asked = { user_puid: client.user.userPuid, audience: 'role' as const, ...given };
    expectFailure(await client.call(calls.countNotified, asked), 400);
    expect(await server.db.selectFrom('announcement').selectAll().execute()).toEqual(before);
  });

  it('is refused for a class that was archived, and for an account that is closed', async () => {
    await server.db.updateTable('class_group').set({ active: 0 }).where('group_puid', '=', ids.class).execute();
    expectFailure(await post(dan, { audience: 'group', group_puid: ids.class }), 400);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    expectFailure(await post(dan, { audience: 'user', user_name: 'ana' }), 400);
    await sent(dan, { audience: 'user', user_name: 'ben' });
  });

  it('leaves out who is not active, has left the class or moved to another school', async () => {
    await sent(dan, { audience: 'group', group_puid: ids.class });
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect(await readers()).toEqual(['ana', 'tess']);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.tess).execute();
    const sue = await server.signIn('sue');
    const asked = { user_puid: ids.sue, audience: 'group' as const, group_puid: ids.class };
    expect(await sue.ok(calls.countNotified, asked)).toEqual({ people: 1 });
  });

  it('is counted as read and put away by each reader once, not by an administrator who looks on', async () => {
    const { notification_id } = await sent(dan, { audience: 'group', group_puid: ids.class });
    const figures = async () => {
      const { rows } = await dan.ok(calls.userNotifications, { user_puid: ids.dan });
      const row = rows.find((one) => one.notification_id === notification_id);
      return [row?.people, row?.read, row?.put_away];
    };
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.ana });
    const looked = await server.call(calls.notification, { user_puid: ids.ana }, { authorization: `Bearer ${token}` });
    expect([(looked.data as unknown[]).length, await figures()]).toEqual([1, [3, 0, 0]]);
    const ana = await server.signIn('ana');
    const [one] = await ana.ok(calls.notification, { user_puid: ids.ana });
    expect(one).toMatchObject({ kind: 'notice', notification_text: 'Picture day', translation: 'Día de fotos', sender_name: 'dan Person' });
    await seen('ben');
    await seen('ben');
    for (let times = 0; times < 2; times++) await ana.ok(calls.disableNotification, { user_puid: ids.ana, notification_id });
    expect(await figures()).toEqual([3, 2, 1]);
    expect([await seen('ana'), await seen('ben')]).toEqual([[], ['Picture day']]);
    const cal = await server.signIn('cal');
    expectFailure(await cal.call(calls.disableNotification, { user_puid: ids.cal, notification_id }), 404);
  });

  it('is shown from its first day to the end of its last, in the district’s zone', async () => {
    const to = { audience: 'user' as const, user_name: 'ana' };
    const { state } = await sent(dan, { ...to, from_date: '2030-01-16', to_date: '2030-01-16' });
    expect([state, await seen('ana')]).toEqual(['later', []]);
    server.clock.now = Date.UTC(2030, 0, 16, 6);
    expect(await seen('ana')).toEqual(['Picture day']);
    server.clock.now += days(1);
    expect(await seen('ana')).toEqual([]);
    dan = await server.signIn('dan');
    for (const wrong of [{ from_date: '2030-02-02', to_date: '2030-02-01' }, { to_date: '2030-01-16' }])
      expectFailure(await post(dan, { ...to, ...wrong }), 400);
  });

  it('is withdrawn at once, shown again, and seen in the lists of those who look after its school', async () => {
    const { notification_id } = await sent(dan, { audience: 'school', school_id: ids.school });
    const listed = async (name: string) => {
      const client = await server.signIn(name);
      const { rows } = await client.ok(calls.userNotifications, { user_puid: client.user.userPuid, search: 'fotos' });
      return rows.map(({ state, audience_name }) => [state, audience_name]);
    };
    const sue = await server.signIn('sue');
    await sue.ok(calls.withdrawUserNotification, { user_puid: ids.sue, notification_id });
    expect([await seen('ana'), await listed('sue'), await listed('sid'), await listed('dora')]).toEqual([
      [],
      [['withdrawn', 'Hill']],
      [],
      [],
    ]);
    expectFailure(await sue.call(calls.withdrawUserNotification, { user_puid: ids.sue, notification_id }), 404);
    const sid = await server.signIn('sid');
    expectFailure(await sid.call(calls.restoreUserNotification, { user_puid: ids.sid, notification_id }), 404);
    await sue.ok(calls.restoreUserNotification, { user_puid: ids.sue, notification_id });
    expect([await seen('ana'), await listed('dan')]).toEqual([['Picture day'], [['shown', 'Hill']]]);
  });

  it('can be written by a teacher who has the right, to students of the own school', async () => {
    await server.db.updateTable('permission').set({ may_notifications: 1 }).where('permission_id', '=', ids.permission).execute();
    await server.db.updateTable('permission_assignment').set({ from_at: 0 }).execute();
    const tess = await server.signIn('tess');
    expectFailure(await post(tess, { audience: 'role', role_id: Role.teacher }), 400);
    await sent(tess, { audience: 'role', role_id: Role.student });
    expect(await readers()).toEqual(['ana', 'ben']);
  });
});
