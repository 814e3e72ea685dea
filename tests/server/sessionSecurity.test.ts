import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Answer, auditOf, days, expectFailure, hours, type TestServer } from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
});

const cookieOf = (answer: Answer) => /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
const login = (username: string, cookie: string, input: Record<string, unknown> = {}) =>
  server.call(calls.loginWithoutDistrict, { username, password: 'science-rocks', ...input }, { cookie });
const extend = (cookie: string) => server.call(calls.extend, {}, { cookie });
const sessions = async () => (await server.db.selectFrom('refresh_session').select('session_id').execute()).map((row) => row.session_id);

describe('session fixation', () => {
  it('a sign-in never goes on with the session that the browser brings: it gets a new id, and the old one ends', async () => {
    const before = await server.signIn('ana');
    const [old] = await sessions();
    const answer = await login('ana', before.cookie);
    expect(answer.code).toBe(200);
    const after = await sessions();
    expect(after).toHaveLength(1);
    expect(after).not.toContain(old);
    expectFailure(await extend(before.cookie), 401);
    expect((await extend(cookieOf(answer))).code).toBe(200);
  });

  it('a cookie that an attacker planted gives the attacker nothing: their session is not the victim’s', async () => {
    const attacker = await server.signIn('ben');
    const victim = await login('ana', attacker.cookie, { replace: true });
    expect(victim.code).toBe(200);
    expect(cookieOf(victim)).not.toBe(attacker.cookie);
    expectFailure(await extend(attacker.cookie), 401);
    expect((await extend(cookieOf(victim))).data).toMatchObject({ userData: { userPuid: ids.ana } });
  });

  it('a sign-in in a browser where somebody else is signed in says so first, and ends nothing until it is told to', async () => {
    const ana = await server.signIn('ana');
    const refused = await login('ben', ana.cookie);
    expectFailure(refused, 409);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect((await extend(ana.cookie)).code).toBe(200);
    expect((await login('ben', ana.cookie, { replace: true })).code).toBe(200);
    expectFailure(await extend(ana.cookie), 401);
  });

  it('a wrong password leaves the session that is there as it is', async () => {
    const ana = await server.signIn('ana');
    expectFailure(await login('ben', ana.cookie, { password: 'wrong', replace: true }), 400);
    expect((await extend(ana.cookie)).code).toBe(200);
  });

  it('an invented session id is nobody’s, before and after it has been shown to a sign-in', async () => {
    const invented = `orrery_refresh=1.424242.1.${'A'.repeat(43)}`;
    const answer = await login('ana', invented);
    expect(answer.code).toBe(200);
    expect(await sessions()).not.toContain(424242);
    expectFailure(await extend(invented), 401);
  });

  it('signing out ends the session for whoever has a copy of any of its cookies', async () => {
    const ana = await server.signIn('ana');
    const newer = cookieOf(await extend(ana.cookie));
    expect((await server.call(calls.logout, {}, { cookie: newer, 'content-type': 'application/json' })).code).toBe(200);
    for (const cookie of [ana.cookie, newer]) expectFailure(await extend(cookie), 401);
  });

  it('two people’s sessions never share an id, and neither is good for the other', async () => {
    const [ana, ben] = [await server.signIn('ana'), await server.signIn('ben')];
    expect(new Set(await sessions()).size).toBe(2);
    const parts = (cookie: string) => cookie.replace('orrery_refresh=', '').split('.');
    const [district, session, generation] = parts(ana.cookie);
    expectFailure(await extend(`orrery_refresh=${[district, session, generation, parts(ben.cookie)[3]].join('.')}`), 401);
  });
});

describe('the previous generation of a refresh cookie', () => {
  it('is good until the newest is used, however long that takes', async () => {
    const ana = await server.signIn('ana');
    await extend(ana.cookie);
    server.clock.now += hours(24 * 7);
    expect((await extend(ana.cookie)).code).toBe(200);
  });
  it('gets the newest cookie again, not a third one: the tabs come together', async () => {
    const ana = await server.signIn('ana');
    const newest = cookieOf(await extend(ana.cookie));
    expect(cookieOf(await extend(ana.cookie))).toBe(newest);
    expect(cookieOf(await extend(ana.cookie))).toBe(newest);
  });
  it('is never good two steps back after 30 s, whoever has kept it', async () => {
    const ana = await server.signIn('ana');
    const second = cookieOf(await extend(ana.cookie));
    await extend(second);
    server.clock.now += 30_001;
    expectFailure(await extend(ana.cookie), 401);
  });
  it('three steps back is good for nothing at any time', async () => {
    const ana = await server.signIn('ana');
    let cookie = ana.cookie;
    for (let step = 0; step < 3; step++) cookie = cookieOf(await extend(cookie));
    expectFailure(await extend(ana.cookie), 401);
    expect((await extend(cookie)).code).toBe(200);
  });
});

describe('requests that another site makes the browser send', () => {
  const cookieCalls = [calls.extend, calls.logout];
  const send = async (call: (typeof cookieCalls)[number], init: RequestInit) => {
    const ana = await server.signIn('ana');
    const answer = await server.send(`/api/${call.backend}${call.path}`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>), cookie: ana.cookie },
      ...(init.method === 'GET' ? {} : { body: init.body ?? '{}' }),
    });
    // The session is unaffected.
    expect((await extend(ana.cookie)).code).toBe(200);
    return answer;
  };

  describe.each(cookieCalls.map((call) => [call.path, call] as const))('%s', (_path, call) => {
    it.each(['cross-site', 'same-site', 'none', 'anything'])('is refused when the browser says that it comes from: %s', async (site) =>
      expectFailure(await send(call, { headers: { 'sec-fetch-site': site } }), 403),
    );
    it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'text/plain; application/json'])(
      'is refused as a form can send it: %s',
      async (type) => expectFailure(await send(call, { headers: { 'content-type': type } }), 415),
    );
    it('is not to be had by a link', async () => expectFailure(await send(call, { method: 'GET' }), 404));
  });

  it('the cookie alone makes no other call: those need the token in a header, which no other site can set', async () => {
    const ana = await server.signIn('ana');
    for (const call of Object.values(calls).filter(({ access }) => Array.isArray(access))) {
      const answer = await server.send(`/api/${call.backend}${call.path}`, { method: call.method, headers: { cookie: ana.cookie } });
      expect(`${call.path} ${answer.code}`).toBe(`${call.path} 401`);
    }
  });
  it('the cookie is sent by this site only, and no script reads it', async () => {
    const header = (await login('ana', '')).headers.get('set-cookie') ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api']) expect(header).toContain(part);
    expect(header).not.toContain('Domain');
  });
});

describe('an old cookie that somebody else shows', () => {
  const used = (token: string) => server.call(calls.userInfo, { user_puid: ids.ana }, { authorization: `Bearer ${token}` });
  const tokenOf = (answer: Answer) => (answer.data as { token: string }).token;
  const reuses = async () =>
    (await auditOf(server.db, 'session.reuse').select(['actor_puid', 'subject']).execute()).map(({ actor_puid, subject }) => [
      Number(actor_puid),
      subject,
    ]);

  it('ends the session once the newest has arrived, and is written down', async () => {
    const ana = await server.signIn('ana');
    const newest = await extend(ana.cookie);
    expect((await used(tokenOf(newest))).code).toBe(200);
    server.clock.now += 30_000;
    expect((await extend(ana.cookie)).code).toBe(200);
    server.clock.now += 1;
    expectFailure(await extend(ana.cookie), 401);
    expectFailure(await extend(cookieOf(newest)), 401);
    expectFailure(await used(tokenOf(newest)), 401);
    expect(await sessions()).toEqual([]);
    expect(await reuses()).toEqual([[ids.ana, `user ${ids.ana}`]]);
  });
  it('lets a thief and the owner not take turns', async () => {
    const ana = await server.signIn('ana');
    const held = { thief: ana.cookie, owner: ana.cookie };
    let turns = 0;
    for (let alive = true; alive && turns < 200; turns++) {
      server.clock.now += 60_000 * 14;
      const who = turns % 2 === 0 ? 'thief' : 'owner';
      const answer = await extend(held[who]);
      alive = answer.code === 200;
      if (!alive) break;
      held[who] = cookieOf(answer);
      expect((await used(tokenOf(answer))).code).toBe(200);
    }
    expect(turns).toBe(1);
    expect(await sessions()).toEqual([]);
  });
  it('ends it also when it is shown to a sign-in', async () => {
    const ana = await server.signIn('ana');
    let cookie = ana.cookie;
    for (let step = 0; step < 3; step++) {
      const answer = await extend(cookie);
      cookie = cookieOf(answer);
      await used(tokenOf(answer));
    }
    server.clock.now += 30_001;
    expect((await login('ben', ana.cookie)).code).toBe(200);
    expectFailure(await extend(cookie), 401);
  });
});

describe('the life of a session', () => {
  const refreshedEvery = async (name: string, step: number) => {
    const start = server.clock.now;
    let { cookie } = await server.signIn(name);
    for (;;) {
      server.clock.now += step;
      const answer = await extend(cookie);
      if (answer.code !== 200) return server.clock.now - start;
      cookie = cookieOf(answer);
    }
  };
  it.each([
    ['ana', days(7), days(35)],
    ['tess', days(7), days(35)],
    ['sue', hours(5), hours(25)],
    ['dan', hours(5), hours(25)],
    ['ana', days(15), days(15)],
    ['max', hours(13), hours(13)],
  ])('ends in all, and without a refresh: %s', async (name, step, end) => expect(await refreshedEvery(name, step)).toBe(end));
});

describe('what ends with a session', () => {
  const who = (token: string, user_puid: number) => server.call(calls.userInfo, { user_puid }, { authorization: `Bearer ${token}` });
  const logout = (cookie: string) => server.call(calls.logout, {}, { cookie, 'content-type': 'application/json' });

  it('is its access token, at once; another session of the same person goes on', async () => {
    const [here, there] = [await server.signIn('ana'), await server.signIn('ana')];
    await logout(here.cookie);
    expectFailure(await who(here.token, ids.ana), 401);
    expect((await who(there.token, ids.ana)).code).toBe(200);
  });
  it('is its access token when somebody else signs in in the browser', async () => {
    const ana = await server.signIn('ana');
    await login('ben', ana.cookie, { replace: true });
    expectFailure(await who(ana.token, ids.ana), 401);
  });
  it('is every session of a student who gets a new login code', async () => {
    const [here, there] = [await server.signIn('ana'), await server.signIn('ana')];
    await (await server.signIn('tess')).ok(calls.resetStudentPassword, { student_puid: ids.ana });
    for (const { token, cookie } of [here, there]) {
      expectFailure(await who(token, ids.ana), 401);
      expectFailure(await extend(cookie), 401);
    }
  });

  const change = (user_puid: number, set: { role_id?: number; school_id?: number; active?: number }) =>
    server.db.updateTable('app_user').set(set).where('user_puid', '=', user_puid).execute();
  it.each<[string, (cookie: string, token: string) => Promise<unknown>]>([
    ['signs out', (cookie) => logout(cookie)],
    ['is no administrator any more', () => change(ids.sue, { role_id: 2 })],
    ['goes to another school', () => change(ids.sue, { school_id: ids.otherSchool })],
    ['is closed out', () => change(ids.sue, { active: 0 })],
    [
      'chooses a new password',
      (_, token) =>
        server.call(
          calls.changePassword,
          { user_puid: ids.sue, current_password: 'science-rocks', password: 'a quite new password' },
          { authorization: `Bearer ${token}` },
        ),
    ],
    ['acts as one who is made an administrator', () => change(ids.tess, { role_id: 9 })],
  ])('is what the administrator does as somebody else, when the administrator %s', async (_, happens) => {
    const sue = await server.signIn('sue');
    const acting = await sue.ok(calls.loginAsUser, { user_puid: ids.sue, login_as_puid: ids.tess });
    expect((await who(acting.token, ids.tess)).code).toBe(200);
    await happens(sue.cookie, sue.token);
    expectFailure(await who(acting.token, ids.tess), 401);
  });
});

describe('over HTTPS', () => {
  const { path } = { path: `/api/${calls.login.backend}${calls.login.path}` };
  const send = (address: string, cookie = '') =>
    server.app.request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ username: 'ana', password: 'science-rocks' }),
    });

  it('cookies are this host’s alone, by their prefix', async () => {
    const cookies = (await send(`https://orrery.test${path}`)).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-orrery_refresh', '__Host-orrery_device']);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
  });
  it('a cookie without the prefix, which another host of the domain may have set, is none', async () => {
    const [refresh] = (await send(`https://orrery.test${path}`)).headers.getSetCookie();
    const value = /=([^;]*)/.exec(refresh ?? '')?.[1];
    const renew = (name: string) =>
      server.app.request(`https://orrery.test/api/${calls.extend.backend}${calls.extend.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `${name}=${value}` },
        body: '{}',
      });
    expect((await renew('orrery_refresh')).status).toBe(401);
    expect((await renew('__Host-orrery_refresh')).status).toBe(200);
  });
  it('is what browsers ask for the prefix: without it cookies have none, so that a trial on this computer works', async () => {
    const cookies = (await send(`http://127.0.0.1:3000${path}`)).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['orrery_refresh', 'orrery_device']);
    for (const cookie of cookies) expect(cookie).not.toMatch(/Secure/);
  });
});
