import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { rememberDevice } from '../../server/kit/devices.ts';
import { type Refusal, refuse } from '../../server/kit/handler.ts';
import { argon2Passwords } from '../../server/kit/passwords.ts';
import type { Passwords } from '../../server/kit/ports.ts';
import { newSession } from '../../server/kit/sessions.ts';
import { signAccessToken } from '../../server/kit/tokens.ts';
import { ids, makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import { type Answer, cheapPasswords, expectFailure, hours, minutes, type TestServer, testServer } from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
});
const login = (username: string, password: string, address = '192.0.2.1') =>
  server.call(calls.login, { username, password }, { 'x-test-address': address });

describe('signing in', () => {
  it('answers who it is, and keeps the refresh secret in a cookie that scripts cannot read', async () => {
    const answer = await login('ANA', 'science-rocks');
    expect(answer.data).toMatchObject({
      userData: { userPuid: ids.ana, districtID: 1, role: 1, state_id: 48, school_name: 'Hill', time_zone: 'America/Chicago' },
    });
    const cookie = answer.headers.get('set-cookie') ?? '';
    for (const part of [/^orrery_refresh=[\w.-]+/, /Path=\/api;/, /HttpOnly/, /SameSite=Strict/]) expect(cookie).toMatch(part);
    expect(answer.text).not.toContain(/orrery_refresh=([^;]*)/.exec(cookie)?.[1]);
  });
  it('works without a district, and with the right one only', async () => {
    expect((await server.call(calls.loginWithoutDistrict, { username: 'ana', password: 'science-rocks' })).code).toBe(200);
    expect((await server.call(calls.login, { username: 'ana', password: 'science-rocks', district_id: 1 })).code).toBe(200);
    expectFailure(await server.call(calls.login, { username: 'ana', password: 'science-rocks', district_id: 2 }), 400, 'Failed to Login');
  });
  it('takes the password as it is: blanks count, case counts', async () => {
    for (const password of [' science-rocks', 'science-rocks ', 'Science-rocks']) expectFailure(await login('ana', password), 400);
  });
  it('has the same words for an unknown user, a wrong password, an inactive account and one without a password', async () => {
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.cal).execute();
    const answers = [
      await login('nobody', 'x'),
      await login('ana', 'x'),
      await login('ben', 'science-rocks'),
      await login('cal', 'science-rocks'),
    ];
    for (const answer of answers) expectFailure(answer, 400, 'Failed to Login');
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });
  it('works as hard for an unknown user as for a wrong password', async () => {
    let verified = 0;
    server = await testServer({ passwords: { hash: async () => '', verify: async () => ++verified < 0 } });
    await makeFixtureSchool(server.ports);
    await login('nobody', 'x');
    await login('ana', 'x');
    expect(verified).toBe(2);
  });
  it('does it with real argon2id', async () => {
    const passwords = argon2Passwords();
    const hash = await passwords.hash('science-rocks');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.hash('science-rocks')).not.toBe(hash);
    expect(await passwords.verify('science-rocks', hash)).toBe(true);
    expect(await passwords.verify('science-rocks ', hash)).toBe(false);
    expect(await passwords.verify('science-rocks', null)).toBe(false);
    expect(await passwords.verify('science-rocks', 'rubbish')).toBe(false);
  });
});

describe('the queue for hashes', () => {
  /** argon2 with turns that end when the test says so. */
  const slowly = (limits: { mostOfOne: number; mostInAll: number }) => {
    const turns: { password: string; end: () => void }[] = [];
    const derive = (password: string) => new Promise<Buffer>((end) => turns.push({ password, end: () => end(Buffer.alloc(32)) }));
    const passwords = argon2Passwords({ lanes: 1, ...limits, derive });
    /** Gives everyone waiting a turn, and returns the order. */
    const order = async () => {
      const served: string[] = [];
      for (let turn = turns.shift(); turn; turn = turns.shift()) {
        served.push(turn.password);
        turn.end();
        await new Promise(setImmediate);
      }
      return served;
    };
    return { passwords, order };
  };

  it('serves addresses in rotation: who comes behind a hundred guesses of another waits for one', async () => {
    const { passwords, order } = slowly({ mostOfOne: 100, mostInAll: 200 });
    const works = Array.from({ length: 100 }, (_, guess) => passwords.verify(`guess ${guess}`, null, 'attacker'));
    works.push(passwords.verify('own', null, 'class'), passwords.verify('second', null, 'class'));
    const served = await order();
    expect(served.indexOf('own')).toBeLessThanOrEqual(2);
    expect(served.indexOf('second')).toBeLessThanOrEqual(4);
    expect(served).toHaveLength(102);
    await Promise.all(works);
  });
  it('has room for so many of one address and in all; the rest is answered 503 at once', async () => {
    const { passwords, order } = slowly({ mostOfOne: 3, mostInAll: 5 });
    const outcome = (from?: string) =>
      passwords.verify('x', null, from).then(
        () => 'served',
        (error: Refusal) => error.httpStatus,
      );
    const of = (from: string, count: number) => Array.from({ length: count }, () => outcome(from));
    const works = [...of('a', 6), ...of('b', 3), ...of('c', 1), outcome()];
    await new Promise(setImmediate);
    await order();
    // One holds the lane, three from the first address wait, two from the second. The server's own work is never refused.
    expect(await Promise.all(works)).toEqual(['served', 'served', 'served', 'served', 503, 503, 'served', 'served', 503, 503, 'served']);
  });
  it('is said to whom it refuses, with when to come back, and costs them no try', async () => {
    const full: Passwords = {
      hash: cheapPasswords.hash,
      verify: async () => {
        throw refuse('signInsBusy');
      },
    };
    server = await testServer({ passwords: full });
    await makeFixtureSchool(server.ports);
    for (let time = 0; time < 12; time++) {
      const answer = await login('ana', 'science-rocks');
      expectFailure(answer, 503, /Wait a few seconds/);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect(await server.db.selectFrom('failure_count').select('failures').where('failures', '>', 0).execute()).toEqual([]);
  });
});

describe('a device that has signed in before', () => {
  const deviceOf = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => /orrery_device=[^;]*/.exec(cookie)?.[0])
      .find((cookie) => cookie !== undefined) ?? '';
  const from = (cookie: string, username: string, password: string, address = '192.0.2.1') =>
    server.call(calls.login, { username, password }, { 'x-test-address': address, cookie });
  const wrong = async (times: number, go: (time: number) => Promise<Answer>) => {
    const codes: number[] = [];
    for (let time = 0; time < times; time++) codes.push((await go(time)).code);
    return codes;
  };

  it('is not locked out by what others guess at its account, nor by what others do at its address', async () => {
    const device = deviceOf(await login('ana', 'science-rocks'));
    await wrong(10, () => login('ana', 'wrong'));
    await wrong(60, (time) => login('ana', 'wrong', `198.51.100.${time}`));
    await wrong(100, (time) => login(`user${time}`, 'wrong'));
    expectFailure(await login('ana', 'science-rocks'), 429);
    expectFailure(await login('ben', 'science-rocks'), 429);
    expect((await from(device, 'ana', 'science-rocks')).code).toBe(200);
  });
  it('has ten tries of its own', async () => {
    const device = deviceOf(await login('ana', 'science-rocks'));
    expect(await wrong(12, (time) => from(device, 'ana', 'wrong', `198.51.100.${time}`))).toEqual([...Array(10).fill(400), 429, 429]);
    expectFailure(await from(device, 'ana', 'science-rocks'), 429);
    // Others can still sign in.
    expect((await login('ana', 'science-rocks')).code).toBe(200);
  });
  it('is known to the accounts alone that signed in there: on a shared computer to each of them', async () => {
    const first = deviceOf(await login('ana', 'science-rocks'));
    const both = deviceOf(await server.call(calls.login, { username: 'ben', password: 'science-rocks' }, { cookie: first }));
    await wrong(100, (time) => login(`user${time}`, 'wrong'));
    for (const name of ['ana', 'ben']) expect((await from(both, name, 'science-rocks')).code).toBe(200);
    for (const name of ['cal', 'tess']) expectFailure(await from(both, name, 'science-rocks'), 429);
    expectFailure(await from(first, 'ben', 'science-rocks'), 429);
  });
  it.each([
    ['an invented cookie', () => `orrery_device=1.${'A'.repeat(16)}.${'A'.repeat(43)}`],
    ['rubbish', () => 'orrery_device=~~.~1.2.3'],
    [
      'a changed one',
      (device: string) => device.replace(/\.([\w-])([\w-]{15})\./, (_, letter, rest) => `.${letter === 'A' ? 'B' : 'A'}${rest}.`),
    ],
  ])('is a stranger with %s', async (_, forge) => {
    const device = deviceOf(await login('ana', 'science-rocks'));
    await wrong(10, () => login('ana', 'wrong'));
    expectFailure(await from(forge(device), 'ana', 'science-rocks'), 429);
  });
  it('is a stranger after 400 days, and after a new password', async () => {
    const device = deviceOf(await login('ana', 'science-rocks'));
    await (await server.signIn('tess')).ok(calls.resetStudentPassword, { student_puid: ids.ana });
    await wrong(10, () => login('ana', 'wrong'));
    expectFailure(await from(device, 'ana', 'science-rocks'), 429);
    const bens = deviceOf(await login('ben', 'science-rocks'));
    server.clock.now += hours(24 * 400);
    await wrong(10, () => login('ben', 'wrong'));
    expectFailure(await from(bens, 'ben', 'science-rocks'), 429);
  });
  it('keeps a dozen accounts, the newest, in a cookie that no script reads', async () => {
    let device = deviceOf(await login('ana', 'science-rocks'));
    for (let time = 0; time < 14; time++)
      device = rememberDevice(server.ports, device.replace('orrery_device=', ''), { district_id: 1, user_puid: time, token_version: 1 });
    expect(device.split('~')).toHaveLength(12);
    const header = (await login('ana', 'science-rocks')).headers.getSetCookie().find((one) => one.startsWith('orrery_device')) ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api', `Max-Age=${400 * 24 * 3600}`]) expect(header).toContain(part);
    expect(header).not.toContain(String(ids.ana));
  });
});

describe('guessing', () => {
  it('stops one who guesses at an account, from that address, for a quarter of an hour', async () => {
    for (let guess = 0; guess < 10; guess++) expectFailure(await login('ana', `guess ${guess}`), 400);
    expectFailure(await login('ana', 'science-rocks'), 429, /Try again in 15 minutes/);
    expect((await login('ana', 'science-rocks', '192.0.2.2')).code).toBe(200);
    expect((await login('ben', 'science-rocks')).code).toBe(200);
    server.clock.now += minutes(16);
    expect((await login('ana', 'science-rocks')).code).toBe(200);
  });
  it('counts guesses before they are looked at: of 400 that come all at once ten are tried', async () => {
    let tried = 0;
    server = await testServer({ passwords: { ...cheapPasswords, verify: async () => ++tried < 0 } });
    await makeFixtureSchool(server.ports);
    const answers = await Promise.all(Array.from({ length: 400 }, (_, guess) => login('ana', `guess ${guess}`)));
    expect(tried).toBe(10);
    expect(Map.groupBy(answers, (answer) => answer.code).get(429)).toHaveLength(390);
  });
  it('stops guesses at one account that come from many addresses', async () => {
    const answers: number[] = [];
    for (let guess = 0; guess < 60; guess++) answers.push((await login('ana', 'wrong', `192.0.2.${guess}`)).code);
    expect(answers).toEqual([...Array(50).fill(400), ...Array(10).fill(429)]);
  });
  it('forgets the failures of one who gets in', async () => {
    for (let guess = 0; guess < 9; guess++) await login('ana', 'wrong');
    expect((await login('ana', 'science-rocks')).code).toBe(200);
    for (let guess = 0; guess < 9; guess++) expectFailure(await login('ana', 'wrong'), 400);
  });
  it('stops one who tries a hundred accounts', async () => {
    for (let guess = 0; guess < 100; guess++) await login(`user${guess}`, 'wrong');
    expectFailure(await login('ana', 'science-rocks'), 429);
  });
  it('lets 30 pupils behind one address in, some of whom mistype', async () => {
    const answers: Answer[] = [];
    for (let pupil = 0; pupil < 30; pupil++) {
      if (pupil % 3 === 0) await login(['ana', 'ben', 'cal'][pupil % 3] as string, 'science-rock');
      answers.push(await login(['ana', 'ben', 'cal'][pupil % 3] as string, 'science-rocks'));
    }
    expect(answers.map((answer) => answer.code)).toEqual(Array(30).fill(200));
  });
});

describe('refreshing', () => {
  const extend = (cookie: string, input: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    server.call(calls.extend, input, { cookie, ...headers });
  const cookieOf = (answer: Answer) => /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';

  it('gives a new token and a new cookie', async () => {
    const ana = await server.signIn('ana');
    server.clock.now += minutes(14);
    const answer = await extend(ana.cookie, { user_puid: ids.ana });
    expect(answer.data).toMatchObject({ userData: { userPuid: ids.ana } });
    expect(cookieOf(answer)).not.toBe(ana.cookie);
    expect((answer.data as { token: string }).token).not.toBe(ana.token);
  });
  it('keeps six tabs that refresh at once signed in, all with one cookie', async () => {
    const ana = await server.signIn('ana');
    const answers = await Promise.all(Array.from({ length: 6 }, () => extend(ana.cookie)));
    expect(answers.map((answer) => answer.code)).toEqual(Array(6).fill(200));
    const cookies = new Set(answers.map(cookieOf));
    expect(cookies.size).toBe(1);
    expect((await extend([...cookies][0] as string)).code).toBe(200);
  });
  it('takes the cookie before last for 30 s, as its successor may have been lost on the way; once the new one was used it ends the session', async () => {
    const ana = await server.signIn('ana');
    const second = cookieOf(await extend(ana.cookie));
    server.clock.now += hours(1);
    expect((await extend(ana.cookie)).code).toBe(200);
    const third = cookieOf(await extend(second));
    server.clock.now += 29_000;
    expect((await extend(ana.cookie)).code).toBe(200);
    server.clock.now += 2_000;
    expectFailure(await extend(ana.cookie), 401);
    expectFailure(await extend(third), 401);
  });
  it.each([
    ['none', ''],
    ['rubbish', 'orrery_refresh=rubbish'],
    ['another secret', 'orrery_refresh=1.2.3.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('refuses a cookie: %s', async (_, cookie) => expectFailure(await extend(cookie), 401));
  it('refuses an edited cookie', async () => {
    const [district, session, generation, secret] = (await server.signIn('ana')).cookie.replace('orrery_refresh=', '').split('.');
    for (const edited of [
      [2, session, generation, secret],
      [district, Number(session) + 1, generation, secret],
      [district, session, 2, secret],
      [district, session, generation, `A${secret?.slice(1)}`],
    ])
      expectFailure(await extend(`orrery_refresh=${edited.join('.')}`), 401);
  });
  it('refuses after 30 days without a refresh, after signing out, and for an account that was closed', async () => {
    const ana = await server.signIn('ana');
    const ben = await server.signIn('ben');
    const cal = await server.signIn('cal');
    expect((await server.call(calls.logout, {}, { cookie: ben.cookie, ...{ 'content-type': 'application/json' } })).code).toBe(200);
    expectFailure(await extend(ben.cookie), 401);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.cal).execute();
    expectFailure(await extend(cal.cookie), 401);
    server.clock.now += hours(24 * 30) + 1;
    expectFailure(await extend(ana.cookie), 401);
  });
  it('tells a tab of another user that somebody else has signed in', async () => {
    const ana = await server.signIn('ana');
    expectFailure(await extend(ana.cookie, { user_puid: ids.ben }), 409, /Another user/);
  });
  it.each(['cross-site', 'same-site', 'none'])('refuses a request from elsewhere: %s', async (site) => {
    const ana = await server.signIn('ana');
    expectFailure(await extend(ana.cookie, {}, { 'sec-fetch-site': site }), 403);
    expect((await extend(ana.cookie, {}, { 'sec-fetch-site': 'same-origin' })).code).toBe(200);
  });
  it('refuses a form: no page elsewhere can send JSON', async () => {
    const ana = await server.signIn('ana');
    expectFailure(await extend(ana.cookie, {}, { 'content-type': 'application/x-www-form-urlencoded' }), 415);
  });
});

describe('tokens', () => {
  const who = (token: string) => server.call(calls.userInfo, { user_puid: ids.ana }, { authorization: `Bearer ${token}` });
  const ana = { district_id: 1, user_puid: ids.ana, role: 1, session_id: 1, token_version: 1 };
  beforeEach(async () => {
    await newSession({ ...server.ports, newId: () => 1 }, { district_id: 1, user_puid: ids.ana, role_id: 1 });
  });
  const claims = { district_id: 1, role: 1, sid: 1, ver: 1 };
  const forge = (change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, key = server.ports.signingKey, header: Record<string, unknown> = {}) => {
    const issued = Math.floor(server.clock.now / 1000);
    return change(
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
        .setIssuer('orrery')
        .setAudience('orrery-api')
        .setSubject(String(ids.ana))
        .setIssuedAt(issued)
        .setExpirationTime(issued + 900),
    ).sign(key);
  };

  it('one of ours is good for a quarter of an hour', async () => {
    const token = await signAccessToken(ana, server.ports);
    server.clock.now += minutes(15) - 1000;
    expect((await who(token)).code).toBe(200);
    server.clock.now += 1000;
    expectFailure(await who(token), 401);
  });
  it('the forger of these tests can make a good one', async () => expect((await who(await forge())).code).toBe(200));
  it.each<[string, () => Promise<string> | string]>([
    ['another key', () => forge(undefined, new Uint8Array(32).fill(1))],
    ['an empty key’s worth of zeros', () => forge(undefined, new Uint8Array(32))],
    ['HS384', () => forge(undefined, new Uint8Array(48).fill(9), { alg: 'HS384' })],
    ['HS512', () => forge(undefined, new Uint8Array(64).fill(9), { alg: 'HS512' })],
    ['no algorithm', () => new UnsecuredJWT(claims).setIssuer('orrery').setAudience('orrery-api').setSubject(String(ids.ana)).encode()],
    ['a plain JWT type', () => forge(undefined, undefined, { typ: 'JWT' })],
    ['no type', () => forge(undefined, undefined, { typ: undefined })],
    ['another issuer', () => forge((jwt) => jwt.setIssuer('someone'))],
    ['another audience', () => forge((jwt) => jwt.setAudience('elsewhere'))],
    ['an end in the past', () => forge((jwt) => jwt.setExpirationTime(Math.floor(server.clock.now / 1000) - 1))],
    ['a subject that is no number', () => forge((jwt) => jwt.setSubject('ana'))],
    ['a negative subject', () => forge((jwt) => jwt.setSubject('-5'))],
    ['nobody', () => forge((jwt) => jwt.setSubject('999999'))],
    ['a key in its header', () => forge(undefined, new Uint8Array(32).fill(1), { jwk: { kty: 'oct', k: 'AQEB' } })],
    ['the address of a key', () => forge(undefined, new Uint8Array(32).fill(1), { jku: 'https://evil.example/keys' })],
    ['a key id that is a path', () => forge(undefined, new Uint8Array(32).fill(1), { kid: '../../dev/null' })],
    ['two parts', async () => (await forge()).split('.').slice(0, 2).join('.')],
    ['no signature', async () => `${(await forge()).split('.').slice(0, 2).join('.')}.`],
    ['rubbish', () => 'rubbish'],
    ['nothing', () => ''],
  ])('refuses %s', async (_, token) => expectFailure(await who(await token()), 401, 'Your session has expired. Please sign in again.'));
  it.each([
    ['a higher role', { ...claims, role: 15 }],
    ['another district', { ...claims, district_id: 2 }],
    ['an older version', { ...claims, ver: 0 }],
    ['text for a number', { ...claims, role: '1' }],
  ])('refuses a payload edited to %s, signed or not', async (_, edited) => {
    const [header, , signature] = (await forge()).split('.');
    const payload = Buffer.from(JSON.stringify({ ...edited, sub: String(ids.ana), iss: 'orrery', aud: 'orrery-api' })).toString(
      'base64url',
    );
    expectFailure(await who(`${header}.${payload}.${signature}`), 401);
    const issued = Math.floor(server.clock.now / 1000);
    const signed = await new SignJWT(edited)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('orrery')
      .setAudience('orrery-api')
      .setSubject(String(ids.ana))
      .setIssuedAt(issued)
      .setExpirationTime(issued + 900)
      .sign(server.ports.signingKey);
    expectFailure(await who(signed), 401);
  });
  it.each(['iss', 'aud', 'sub', 'iat', 'exp', 'district_id', 'role', 'sid', 'ver'])('refuses one without %s', async (claim) => {
    const issued = Math.floor(server.clock.now / 1000);
    const all: Record<string, unknown> = {
      ...claims,
      iss: 'orrery',
      aud: 'orrery-api',
      sub: String(ids.ana),
      iat: issued,
      exp: issued + 900,
    };
    delete all[claim];
    const token = await new SignJWT(all).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(server.ports.signingKey);
    expectFailure(await who(token), 401);
  });
  it.each(['Basic', 'bearer', 'Token', ''])('refuses the scheme “%s”', async (scheme) => {
    const answer = await server.call(calls.userInfo, { user_puid: ids.ana }, { authorization: `${scheme} ${await forge()}`.trim() });
    expectFailure(answer, 401);
  });
  it('ends at once when the account is closed, changes its role or ends its tokens', async () => {
    for (const change of [{ active: 0 }, { active: 1, role_id: 2 }, { role_id: 1, token_version: 2 }]) {
      await server.db.updateTable('app_user').set(change).where('user_puid', '=', ids.ana).execute();
      expectFailure(await who(await forge()), 401);
    }
  });
});

describe('who I am and what I see', () => {
  it('shows the tabs of one’s own district', async () => {
    const ana = await server.signIn('ana');
    expect(await ana.ok(calls.navTabStatus, { district_id: 1 })).toEqual([
      { key: 'content', show: true },
      { key: 'admin', show: false },
    ]);
    expectFailure(await ana.call(calls.navTabStatus, { district_id: 2 }), 404);
  });
  it('tells of oneself only', async () => {
    const ana = await server.signIn('ana');
    expect(await ana.ok(calls.userInfo, { user_puid: ids.ana })).toMatchObject({ user_name: 'ana' });
    for (const other of [ids.ben, ids.tess, ids.zoe, 424242]) expectFailure(await ana.call(calls.userInfo, { user_puid: other }), 404);
  });
});
