import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { SignedIn } from '../../contract/login.ts';
import { browserNames } from '../../server/kit/browserNames.ts';
import type { Passwords } from '../../server/kit/ports.ts';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { ids, makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import {
  auditOf,
  cheapPasswords,
  days,
  expectFailure,
  hours,
  minutes,
  type TestClient,
  type TestServer,
  testServer,
} from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
});

const password = 'science-rocks';
const agents = {
  chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};
/** Signs a user in on a separate device. */
async function signInOn(agent: string, username: string, typed = password): Promise<{ token: string; cookie: string }> {
  const answer = await server.call(calls.loginWithoutDistrict, { username, password: typed }, { 'user-agent': agent });
  const cookie = /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
  return { token: (answer.data as SignedIn).token, cookie };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isAlive = async (token: string, user_puid: number) => (await server.call(calls.userInfo, { user_puid }, bearer(token))).code === 200;
const listOf = (client: TestClient) => client.ok(calls.ownSessions, { user_puid: client.user.userPuid });
const end = (client: TestClient, session_id: number | null, further: { current_password?: string } = { current_password: password }) =>
  client.call(calls.endOwnSessions, { user_puid: client.user.userPuid, session_id, ...further });
const otherOf = async (client: TestClient) => (await listOf(client)).sessions.find(({ is_this }) => !is_this)!.session_id;
const audits = async () => {
  const rows = await auditOf(server.db, 'session.%').selectAll().execute();
  return rows.map(({ district_id, actor_puid, action, subject, detail }) => [
    Number(district_id),
    Number(actor_puid),
    action,
    subject,
    JSON.parse(detail).count,
  ]);
};

describe('the list of one’s own sessions', () => {
  it('names device, way, beginning and last use of each: this one first, then those used last', async () => {
    await signInOn(agents.chromebook, 'ana');
    server.clock.now += hours(1);
    const phone = await signInOn(agents.phone, 'ana');
    server.clock.now += minutes(30);
    await server.call(calls.extend, {}, { cookie: phone.cookie });
    server.clock.now += minutes(5);
    const ana = await server.signIn('ana');
    const { sessions, ...rest } = await listOf(ana);
    expect(rest).toEqual({ is_cut: false, confirm_by: 'password' });
    expect(sessions.map(({ session_id: _, ...one }) => one)).toEqual([
      {
        is_this: true,
        browser: null,
        system: null,
        way: 'password',
        started_at: '2030-01-15T16:35:00.000Z',
        last_used_at: '2030-01-15T16:35:00.000Z',
      },
      {
        is_this: false,
        browser: 'Safari',
        system: 'iPhone',
        way: 'password',
        started_at: '2030-01-15T16:00:00.000Z',
        last_used_at: '2030-01-15T16:30:00.000Z',
      },
      {
        is_this: false,
        browser: 'Chrome',
        system: 'ChromeOS',
        way: 'password',
        started_at: '2030-01-15T15:00:00.000Z',
        last_used_at: '2030-01-15T15:00:00.000Z',
      },
    ]);
  });

  it('says how one came in: by login code, in two steps, by single sign-on, and nothing where it was not kept', async () => {
    const tess = await server.signIn('tess');
    const { password: code } = await tess.ok(calls.resetStudentPassword, { student_puid: ids.ana });
    const wayOf = async (client: TestClient) => (await listOf(client)).sessions[0]?.way;
    for (const _ of ['the first time', 'and again']) expect(await wayOf(await server.signIn('ana', code))).toBe('login_code');
    await setUpAuthenticator(server, 'dan', ids.dan);
    expect(await wayOf(await server.signIn('dan'))).toBe('two_step');
    const ben = await server.signIn('ben');
    await server.db.updateTable('refresh_session').set({ way: null }).where('user_puid', '=', ids.ben).execute();
    expect(await wayOf(ben)).toBeNull();
    await server.db.updateTable('refresh_session').set({ provider: 'roster' }).where('user_puid', '=', ids.ben).execute();
    expect(await wayOf(ben)).toBe('single_sign_on');
  });

  it('holds neither those that are over nor anybody else’s, of the class, the school or another district', async () => {
    await server.signIn('ana');
    for (const name of ['ben', 'tess', 'zoe']) await server.signIn(name);
    server.clock.now += days(14);
    const ana = await server.signIn('ana');
    // The same id in another district is a different person.
    const { session_id: _, ...session } = await server.db
      .selectFrom('refresh_session')
      .selectAll()
      .where('user_puid', '=', ids.ana)
      .where('expires_at', '>', server.clock.now)
      .executeTakeFirstOrThrow();
    const person = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.zoe).executeTakeFirstOrThrow();
    await server.db
      .insertInto('app_user')
      .values({ ...person, user_puid: ids.ana, user_name: 'namesake', user_key: 'namesake' })
      .execute();
    await server.db
      .insertInto('refresh_session')
      .values({ ...session, district_id: 2, session_id: 77 })
      .execute();
    expect((await listOf(ana)).sessions).toHaveLength(1);
    expectFailure(await end(ana, 77), 404);
    expect((await end(ana, null)).data).toEqual({ ended: 0 });
    expectFailure(await ana.call(calls.ownSessions, { user_puid: ids.ben }), 404);
  });

  it('holds a hundred at most, says that there are more, and all of them end together', async () => {
    const ana = await server.signIn('ana');
    for (let made = 0; made < 101; made++) await signInOn(agents.phone, 'ana');
    const { sessions, is_cut } = await listOf(ana);
    expect([sessions.length, sessions[0]?.is_this, is_cut]).toEqual([100, true, true]);
    expect((await end(ana, null)).data).toEqual({ ended: 101 });
    expect(await listOf(ana)).toMatchObject({ sessions: [{ is_this: true }], is_cut: false });
  });

  it('is not for guests of a code, nor for who acts as the person', async () => {
    const tess = await server.signIn('tess');
    const { code } = await tess.ok(calls.generateCode, { lesson_id: ids.freeLesson });
    const guest = (await server.call(calls.loginWithAssignmentCode, { code })).data as SignedIn;
    const own = { user_puid: guest.userData.userPuid };
    expectFailure(await server.call(calls.ownSessions, own, bearer(guest.token)), 403, /signed in with a code/);
    expectFailure(await server.call(calls.endOwnSessions, { ...own, session_id: null }, bearer(guest.token)), 403);
    const sue = await server.signIn('sue');
    const acting = await sue.ok(calls.loginAsUser, { user_puid: ids.sue, login_as_puid: ids.tess });
    expectFailure(await server.call(calls.ownSessions, { user_puid: ids.tess }, bearer(acting.token)), 403, /while you act/);
    const all = { user_puid: ids.tess, session_id: null, current_password: password };
    expectFailure(await server.call(calls.endOwnSessions, all, bearer(acting.token)), 403, /while you act/);
    expect(await isAlive(tess.token, ids.tess)).toBe(true);
  });
});

describe('ending one’s own sessions', () => {
  it('ends one: its token and its cookie at once, no other session, and it is written down', async () => {
    const ana = await server.signIn('ana');
    const phone = await signInOn(agents.phone, 'ana');
    const session_id = await otherOf(ana);
    const kept = await signInOn(agents.chromebook, 'ana');
    expect(await end(ana, session_id)).toMatchObject({ code: 200, data: { ended: 1 } });
    expect(await isAlive(phone.token, ids.ana)).toBe(false);
    expectFailure(await server.call(calls.extend, {}, { cookie: phone.cookie }), 401);
    for (const { token } of [ana, kept]) expect(await isAlive(token, ids.ana)).toBe(true);
    expect(await audits()).toEqual([[1, ids.ana, 'session.end', `user ${ids.ana}`, 1]]);
  });

  it('ends all others, and with them what an administrator does as somebody else from one of them', async () => {
    const there = await server.signIn('sue');
    const acting = await there.ok(calls.loginAsUser, { user_puid: ids.sue, login_as_puid: ids.tess });
    const sue = await server.signIn('sue');
    const ben = await server.signIn('ben');
    expect((await end(sue, null)).data).toEqual({ ended: 1 });
    expect(await isAlive(there.token, ids.sue)).toBe(false);
    expect(await isAlive(acting.token, ids.tess)).toBe(false);
    expect(await isAlive(sue.token, ids.sue)).toBe(true);
    expect(await isAlive(ben.token, ids.ben)).toBe(true);
    expect((await end(sue, null)).data, 'there is none left').toEqual({ ended: 0 });
  });

  it('asks for the password, and counts what is wrong', async () => {
    const ana = await server.signIn('ana');
    const phone = await signInOn(agents.phone, 'ana');
    const session_id = await otherOf(ana);
    for (const further of [{}, { current_password: '' }, { current_password: 'wrong' }])
      expectFailure(await end(ana, session_id, further), 400, /current password is not right/);
    for (let tries = 0; tries < 9; tries++) expectFailure(await end(ana, null, { current_password: 'wrong' }), 400);
    expectFailure(await end(ana, null), 429);
    expect(await isAlive(phone.token, ids.ana)).toBe(true);
    expect(await audits()).toEqual([]);
  });

  it('asks who has no password to sign in anew, within a quarter of an hour', async () => {
    await signInOn(agents.phone, 'ana');
    const ana = await server.signIn('ana');
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.ana).execute();
    const session_id = await otherOf(ana);
    expect((await listOf(ana)).confirm_by).toBe('nothing');
    // Refreshing does not count as signing in.
    server.clock.now += minutes(15) + 1;
    const { token } = (await server.call(calls.extend, {}, { cookie: ana.cookie })).data as SignedIn;
    const later = (input: object) => server.call(calls.endOwnSessions, { user_puid: ids.ana, ...input }, bearer(token));
    expect((await server.call(calls.ownSessions, { user_puid: ids.ana }, bearer(token))).data).toMatchObject({ confirm_by: 'sign_in' });
    expectFailure(await later({ session_id }), 403, /in again first.*within 15 minutes/);
    expectFailure(await later({ session_id, current_password: password }), 403);
    server.clock.now -= 1;
    expect((await later({ session_id })).data).toEqual({ ended: 1 });
  });

  it('ends neither the session that asks nor one of a classmate, a colleague or another district', async () => {
    const ana = await server.signIn('ana');
    const own = (await listOf(ana)).sessions[0]!.session_id;
    expectFailure(await end(ana, own), 400, /Sign out in the menu/);
    for (const name of ['ben', 'tess', 'zoe']) {
      const other = await server.signIn(name);
      const { session_id } = (await listOf(other)).sessions[0]!;
      expectFailure(await end(ana, session_id), 404);
      expect(await isAlive(other.token, other.user.userPuid), name).toBe(true);
    }
    expectFailure(await ana.call(calls.endOwnSessions, { user_puid: ids.ben, session_id: null, current_password: password }), 404);
    expect(await isAlive(ana.token, ids.ana)).toBe(true);
    expect(await audits()).toEqual([]);
  });

  it('ends a session once, however many ask at the same time', async () => {
    const ana = await server.signIn('ana');
    await signInOn(agents.phone, 'ana');
    const session_id = await otherOf(ana);
    const codes = (await Promise.all(Array.from({ length: 5 }, () => end(ana, session_id)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(await audits()).toHaveLength(1);
  });

  it('lets one of two sessions go on that end each other at the same time', async () => {
    let both = Promise.withResolvers<void>();
    let waiting = 0;
    // Both have entered the password before either ends a session.
    const verify: Passwords['verify'] = async (typed, hash) => {
      if (waiting > 0 && --waiting === 0) both.resolve();
      await both.promise;
      return cheapPasswords.verify(typed, hash);
    };
    server = await testServer({ passwords: { ...cheapPasswords, verify } });
    await makeFixtureSchool(server.ports);
    both.resolve();
    for (let round = 0; round < 5; round++) {
      const [here, there] = [await server.signIn('ana'), await server.signIn('ana')];
      both = Promise.withResolvers();
      waiting = 2;
      const codes = (await Promise.all([here, there].map((one) => end(one, null)))).map(({ code }) => code);
      expect(codes.toSorted()).toEqual([200, 401]);
      const alive = [await isAlive(here.token, ids.ana), await isAlive(there.token, ids.ana)];
      expect(alive).toEqual(codes.map((code) => code === 200));
    }
    expect(server.reports).toEqual([]);
  });

  it('gives a refresh that races with it no session back', async () => {
    const ana = await server.signIn('ana');
    const phone = await signInOn(agents.phone, 'ana');
    const [refreshed] = await Promise.all([server.call(calls.extend, {}, { cookie: phone.cookie }), end(ana, null)]);
    const token = (refreshed.data as SignedIn | null)?.token;
    if (token) expect(await isAlive(token, ids.ana)).toBe(false);
    expectFailure(await server.call(calls.extend, {}, { cookie: phone.cookie }), 401);
  });
});

describe('an administrator who ends all sessions of somebody', () => {
  const endFor = (client: TestClient, ended_puid: number, further: { district_id?: number } = {}) =>
    client.call(calls.endUserSessions, { user_puid: client.user.userPuid, ended_puid, ...further });

  it('ends them at once, says how many were alive, and it is written down', async () => {
    await signInOn(agents.phone, 'ana');
    server.clock.now += days(14);
    const all = [await server.signIn('ana'), await signInOn(agents.phone, 'ana'), await signInOn(agents.chromebook, 'ana')];
    const ben = await server.signIn('ben');
    expect((await endFor(await server.signIn('sue'), ids.ana)).data).toEqual({ ended: 3 });
    for (const { token, cookie } of all) {
      expect(await isAlive(token, ids.ana)).toBe(false);
      expectFailure(await server.call(calls.extend, {}, { cookie }), 401);
    }
    expect(await isAlive(ben.token, ids.ben)).toBe(true);
    expect(await isAlive((await server.signIn('ana')).token, ids.ana), 'the password is still good').toBe(true);
    expect(await audits()).toEqual([[1, ids.sue, 'session.end_all', `user ${ids.ana}`, 3]]);
  });

  it('voids a sign-in that waits for its second step, and ends what the person does as somebody else', async () => {
    await setUpAuthenticator(server, 'sue', ids.sue);
    const sue = await server.signIn('sue');
    const acting = await sue.ok(calls.loginAsUser, { user_puid: ids.sue, login_as_puid: ids.tess });
    const waiting = (await server.call(calls.login, { username: 'sue', password })).data as never;
    expect((await endFor(await server.signIn('dan'), ids.sue)).code).toBe(200);
    expect(await isAlive(acting.token, ids.tess)).toBe(false);
    expectFailure(await server.answerChallenge(waiting), 401);
  });

  it.each([
    ['tess', ids.ana, 403],
    ['ana', ids.ben, 403],
    ['sue', ids.sue, 404],
    ['sue', ids.sid, 404],
    ['sue', ids.dan, 404],
    ['sue', ids.cal, 404],
    ['dan', ids.max, 404],
    ['dan', ids.zoe, 404],
    ['dora', ids.ana, 404],
  ])('is none whom it is not for: %s for %i answers %i', async (name, puid, code) => {
    const target = await server.db
      .selectFrom('app_user')
      .select(['user_name', 'district_id'])
      .where('user_puid', '=', puid)
      .executeTakeFirstOrThrow();
    const there = await server.signIn(target.user_name);
    const client = await server.signIn(name);
    expectFailure(await endFor(client, puid), code as 404);
    expectFailure(await endFor(client, puid, { district_id: Number(target.district_id) }), code as 404);
    expect(await isAlive(there.token, puid)).toBe(true);
    expect(await audits()).toEqual([]);
  });

  it('may be the provider’s, for any district', async () => {
    const zoe = await server.signIn('zoe');
    expect((await endFor(await server.signIn('max'), ids.zoe, { district_id: 2 })).data).toEqual({ ended: 1 });
    expect(await isAlive(zoe.token, ids.zoe)).toBe(false);
    expect(await audits()).toEqual([[2, ids.max, 'session.end_all', `user ${ids.zoe}`, 1]]);
  });

  it('is told of none where there is none, and of each once when two press at the same time', async () => {
    const [sue, dan] = [await server.signIn('sue'), await server.signIn('dan')];
    expect((await endFor(sue, ids.ana)).data).toEqual({ ended: 0 });
    for (let made = 0; made < 3; made++) await signInOn(agents.phone, 'ana');
    const ended = (await Promise.all([sue, dan].map((one) => endFor(one, ids.ana)))).map(({ data }) => (data as { ended: number }).ended);
    expect(ended.toSorted()).toEqual([0, 3]);
  });
});

describe('what a browser calls itself', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  it.each([
    [agents.chromebook, 'Chrome', 'ChromeOS'],
    [agents.phone, 'Safari', 'iPhone'],
    [windows, 'Chrome', 'Windows'],
    [`${windows} Edg/140.0.0.0`, 'Edge', 'Windows'],
    [`${windows} OPR/124.0.0.0`, 'Opera', 'Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Windows'],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36', 'Chrome', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Mac',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Mac'],
    [`${mac} Version/18.5 Safari/605.1.15`, 'Safari', 'Mac / iPad'],
    [`${mac} CriOS/140.0.0.0 Version/18.5 Safari/605.1.15`, 'Chrome', 'iPad'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15',
      'Firefox',
      'iPad',
    ],
    ['Mozilla/5.0 (Linux; Android 4.4; x) AppleWebKit/534.30 (KHTML, like Gecko) Safari/534.30', null, 'Android'],
    ['curl/8.5.0', null, null],
    ['<script>alert(1)</script>', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s', (agent, browser, system) => expect(browserNames(agent)).toEqual({ browser, system }));

  it('is kept no longer than 200 characters', async () => {
    await signInOn('Macintosh '.repeat(800), 'ana');
    const [row] = await server.db.selectFrom('refresh_session').select('device').execute();
    expect(row?.device).toHaveLength(200);
  });
});
