import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Challenge, SignedIn } from '../../contract/login.ts';
import { makeLink } from '../../server/kit/links.ts';
import type { Noted } from '../../server/kit/requestLog.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { codeAt, setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { authenticator } from './softAuthenticator.ts';
import { type Answer, auditOf, expectFailure, minutes, type TestServer, testServer } from './testServer.ts';

let server: TestServer;
const required = new Set<number>();
let noted: Noted[];
beforeEach(async () => {
  required.clear();
  noted = [];
  server = await testServer({
    requiresSecondFactor: (district) => required.has(district),
    note: (one) => void noted.push(one),
    origin: () => 'https://science.example.org',
  });
  await makeFixtureSchool(server.ports);
});

const password = 'science-rocks';
const enter = (username: string, further: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  server.call(calls.login, { username, password, ...further }, headers);
const challengeOf = (answer: Answer) => {
  expect(answer.message).toBe('');
  return answer.data as Challenge;
};
const begin = async (username: string) => challengeOf(await enter(username)).challenge;
const answer = (challenge: string, code: string) => server.call(calls.answerWithCode, { challenge, code });
const cookieOf = (given: Answer) => /orrery_refresh=([^;]*)/.exec(given.headers.get('set-cookie') ?? '')?.[1];
const actions = async () => (await auditOf(server.db, 'second_factor.%').select('action').execute()).map(({ action }) => action);
/** Advances to the next code, since each works once. */
const wait = () => {
  server.clock.now += 30_000;
};

describe('a sign-in of an administrator with an authenticator app', () => {
  let uri: string;
  let recovery_codes: string[];
  const now = () => codeAt(uri, server.clock.now);
  const wrong = () => String((Number(now()) + 500_000) % 1_000_000).padStart(6, '0');
  beforeEach(async () => {
    ({ uri, recovery_codes } = await setUpAuthenticator(server, 'dan', ids.dan));
    wait();
  });

  it('gets no session for the password alone', async () => {
    const first = await enter('dan');
    expect(challengeOf(first)).toMatchObject({ ways: ['totp', 'recovery'] });
    expect(first.text).not.toMatch(/token|userData/);
    expect(cookieOf(first)).toBeUndefined();
    const { challenge } = challengeOf(first);
    const second = await answer(challenge, ` ${now().slice(0, 3)} ${now().slice(3)} `);
    expect((second.data as SignedIn).userData.userPuid).toBe(ids.dan);
    expect(cookieOf(second)).toMatch(/\S/);
    expectFailure(await answer(challenge, now()), 401);
  });

  it('is in the log as a first step, and as a sign-in once it is whole', async () => {
    noted = [];
    const challenge = await begin('dan');
    expect(Object.assign({}, ...noted)).toEqual({ event: 'sign_in.first_step', account: ids.dan });
    noted = [];
    await answer(challenge, now());
    expect(Object.assign({}, ...noted)).toEqual({ event: 'sign_in', account: ids.dan });
  });

  it('takes each code once, and none of an earlier step after it', async () => {
    const code = now();
    expect((await answer(await begin('dan'), code)).code).toBe(200);
    expectFailure(await answer(await begin('dan'), code), 400, /each works once/);
    expectFailure(await answer(await begin('dan'), codeAt(uri, server.clock.now - 30_000)), 400);
    expect((await answer(await begin('dan'), codeAt(uri, server.clock.now + 30_000))).code, 'a clock 30 s ahead').toBe(200);
    expectFailure(await answer(await begin('dan'), codeAt(uri, server.clock.now + 90_000)), 400);
  });

  it('lets one of many parallel answers in', async () => {
    const [challenge, code] = [await begin('dan'), now()];
    const codes = (await Promise.all(Array.from({ length: 5 }, () => answer(challenge, code)))).map((one) => one.code);
    expect(codes.filter((one) => one === 200)).toHaveLength(1);
  });

  it('ends the challenge after five wrong answers, asked one after the other or all at once', async () => {
    const challenge = await begin('dan');
    const codes = (await Promise.all(Array.from({ length: 20 }, () => answer(challenge, wrong())))).map((one) => one.code);
    expect(codes.filter((one) => one === 400)).toHaveLength(5);
    expectFailure(await answer(challenge, now()), 401, /too many tries/);
  });

  it('stops guessing over many sign-ins, and forgets the count after a right code', async () => {
    for (let round = 0; round < 3; round++) await answer(await begin('dan'), wrong());
    expect((await answer(await begin('dan'), now())).code).toBe(200);
    wait();
    for (let round = 0; round < 10; round++) expectFailure(await answer(await begin('dan'), wrong()), 400);
    expectFailure(await answer(await begin('dan'), now()), 429);
    server.clock.now += minutes(16);
    expect((await answer(await begin('dan'), now())).code).toBe(200);
  });

  it('is over after five minutes, or when the password was changed meanwhile', async () => {
    const late = await begin('dan');
    server.clock.now += minutes(5);
    expectFailure(await answer(late, now()), 401, /Sign in again/);
    const overtaken = await begin('dan');
    await server.db
      .updateTable('app_user')
      .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
      .where('user_puid', '=', ids.dan)
      .execute();
    expectFailure(await answer(overtaken, now()), 401);
  });

  it('takes a recovery code once, written down, and tells the person', async () => {
    await server.db.updateTable('app_user').set({ email: 'dan@hill.example' }).where('user_puid', '=', ids.dan).execute();
    expect(recovery_codes).toHaveLength(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const code = (recovery_codes[3] as string).toLowerCase().replaceAll('-', ' ');
    expect((await answer(await begin('dan'), code)).code).toBe(200);
    expectFailure(await answer(await begin('dan'), code), 400, /recovery code works once/);
    expect(await actions()).toContain('second_factor.recovery_used');
    expect((await server.mails()).at(-1)?.text).toContain('with a recovery code');
  });

  it('asks first when somebody else is signed in in the browser, and only the answer ends that session', async () => {
    const cookie = `orrery_refresh=${cookieOf(await enter('ana'))}`;
    expectFailure(await enter('dan', {}, { cookie }), 409, /ana Person is signed in/);
    const { challenge } = challengeOf(await enter('dan', { replace: true }, { cookie }));
    expect((await server.call(calls.extend, {}, { cookie })).code, 'ana is still signed in').toBe(200);
    expect((await server.call(calls.answerWithCode, { challenge, code: now() }, { cookie })).code).toBe(200);
    expectFailure(await server.call(calls.extend, {}, { cookie }), 401);
  });

  it('stays as it is when the password is reset by link', async () => {
    const Id = await makeLink(tenant(server.db, 1), server.ports, { kind: 'reset', subject: String(ids.dan), life: minutes(30) });
    expect((await server.call(calls.resetPassword, { Id, password: 'another long one' })).code).toBe(200);
    const { challenge } = challengeOf(await enter('dan', { password: 'another long one' }));
    expect((await answer(challenge, now())).code).toBe(200);
  });

  it('keeps neither secret nor codes in clear', async () => {
    const rows = JSON.stringify([
      await server.db.selectFrom('second_factor').selectAll().execute(),
      await server.db.selectFrom('recovery_code').selectAll().execute(),
      await server.db.selectFrom('factor_challenge').selectAll().execute(),
    ]);
    expect(rows).not.toContain(new URL(uri).searchParams.get('secret'));
    for (const code of recovery_codes) expect(rows).not.toContain(code.replaceAll('-', ''));
  });

  it('says what an administrator needs after the signing key was changed: a recovery code', async () => {
    const challenge = await begin('dan');
    await server.db
      .updateTable('second_factor')
      .set({ sealed_secret: 'A'.repeat(80) })
      .execute();
    expectFailure(await answer(challenge, now()), 400);
    expect(server.reports.splice(0).map(({ where }) => where)).toEqual(['reading an authenticator: has the signing key changed?']);
    expect((await answer(challenge, recovery_codes[0] as string)).code).toBe(200);
  });
});

describe('a district that requires it', () => {
  it('has an administrator set one up at sign-in, and only then gives a session', async () => {
    required.add(1);
    const first = challengeOf(await enter('sue'));
    expect(first.ways).toEqual([]);
    expectFailure(await answer(first.challenge, '123456'), 401);
    const offer = await server.call(calls.enrollmentOffer, { challenge: first.challenge });
    const { uri } = (offer.data as { totp: { uri: string } }).totp;
    expectFailure(
      await server.call(calls.enrollAuthenticator, { challenge: first.challenge, name: 'App', code: '000000' }),
      400,
      /not right/,
    );
    const made = await server.call(calls.enrollAuthenticator, {
      challenge: first.challenge,
      name: 'App',
      code: codeAt(uri, server.clock.now),
    });
    const { signed_in, recovery_codes } = made.data as { signed_in: SignedIn; recovery_codes: string[] };
    expect(signed_in.userData.userPuid).toBe(ids.sue);
    expect(recovery_codes).toHaveLength(10);
    expect(cookieOf(made)).toMatch(/\S/);
    expectFailure(await answer(await begin('sue'), codeAt(uri, server.clock.now)), 400, /each works once/);
  });

  it('asks nothing of other roles and other districts, and keeps the last factor', async () => {
    required.add(1);
    for (const name of ['ana', 'tess', 'dora']) expect((await enter(name)).data).toHaveProperty('token');
    const { client } = await setUpAuthenticatorAtSignIn('dan');
    const { factors, is_required } = await client.ok(calls.secondFactors, { user_puid: ids.dan });
    expect(is_required).toBe(true);
    const removal = { user_puid: ids.dan, factor_id: factors[0]?.factor_id ?? 0, current_password: password };
    expectFailure(await client.call(calls.removeSecondFactor, removal), 400, /Set up another one/);
  });
});

async function setUpAuthenticatorAtSignIn(name: string) {
  const { challenge } = challengeOf(await enter(name));
  const { data } = await server.call(calls.enrollmentOffer, { challenge });
  const code = codeAt((data as { totp: { uri: string } }).totp.uri, server.clock.now);
  await server.call(calls.enrollAuthenticator, { challenge, name: 'App', code });
  return { client: await server.signIn(name) };
}

describe('what is set up', () => {
  it('can be changed by who knows the password, and ends the other sessions', async () => {
    const elsewhere = `orrery_refresh=${cookieOf(await enter('dan'))}`;
    const { client } = await setUpAuthenticator(server, 'dan', ids.dan);
    expectFailure(await server.call(calls.extend, {}, { cookie: elsewhere }), 401);
    expect((await server.call(calls.extend, {}, { cookie: client.cookie })).code, 'this one goes on').toBe(200);

    const own = { user_puid: ids.dan };
    const list = () => client.ok(calls.secondFactors, own);
    expect(await list()).toMatchObject({ factors: [{ kind: 'totp', name: 'App', last_used_at: null }], recovery_codes_left: 10 });
    const factor_id = (await list()).factors[0]?.factor_id ?? 0;
    await client.ok(calls.renameSecondFactor, { ...own, factor_id, name: 'Old phone' });
    expect((await list()).factors[0]?.name).toBe('Old phone');
    const bad = { ...own, current_password: 'wrong' };
    for (const attempt of [
      client.call(calls.beginEnrollment, bad),
      client.call(calls.removeSecondFactor, { ...bad, factor_id }),
      client.call(calls.renewRecoveryCodes, bad),
    ])
      expectFailure(await attempt, 400, 'Your current password is not right.');
    const good = { ...own, current_password: password };
    const { recovery_codes } = await client.ok(calls.renewRecoveryCodes, good);
    expect(recovery_codes).toHaveLength(10);
    await client.ok(calls.removeSecondFactor, { ...good, factor_id });
    expect(await list()).toEqual({ factors: [], recovery_codes_left: 0, is_required: false });
    expectFailure(await client.call(calls.renewRecoveryCodes, good), 400, /first/);
    expect((await enter('dan')).data, 'the password is enough again').toHaveProperty('token');
    expect(await actions()).toEqual(['second_factor.add', 'second_factor.rename', 'second_factor.recovery_codes', 'second_factor.remove']);
  });

  it('is at most ten, and needs a password of ours', async () => {
    const dan = await server.signIn('dan');
    const good = { user_puid: ids.dan, current_password: password };
    const add = async () => {
      const { challenge } = await dan.ok(calls.beginEnrollment, good);
      const { uri } = (await dan.ok(calls.enrollmentOffer, { challenge })).totp;
      return dan.call(calls.enrollAuthenticator, { challenge, name: 'App', code: codeAt(uri, server.clock.now) });
    };
    for (let count = 0; count < 10; count++) expect((await add()).code).toBe(200);
    expectFailure(await add(), 400, /already have 10/);
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.dan).execute();
    expectFailure(await dan.call(calls.beginEnrollment, good), 400, /another service/);
  });

  it.each([
    ['dan', 'sue', ids.sue, 200],
    ['max', 'dan', ids.dan, 200],
    ['sue', 'dan', ids.dan, 404],
    ['sue', 'sid', ids.sid, 404],
    ['sid', 'sid', ids.sid, 404],
    ['dora', 'sue', ids.sue, 404],
  ])('%s resetting that of %s', async (actor, target, reset_puid, code) => {
    await setUpAuthenticator(server, target, reset_puid);
    const client = await server.signIn(actor);
    const targets = await server.signIn(target);
    const reset = { user_puid: client.user.userPuid, reset_puid, district_id: 1 };
    const listed = await client.ok(calls.managedUsers, { user_puid: client.user.userPuid });
    expect(listed.rows.some((user) => user.user_puid === reset_puid && user.has_second_factor)).toBe(code === 200);
    const given = await client.call(calls.resetSecondFactors, reset);
    if (code === 404) {
      expectFailure(given, 404);
      return expect(challengeOf(await enter(target)).ways).toEqual(['totp', 'recovery']);
    }
    expect(given.code).toBe(200);
    expect((await enter(target)).data).toHaveProperty('token');
    expectFailure(await server.call(calls.userInfo, { user_puid: reset_puid }, { authorization: `Bearer ${targets.token}` }), 401);
    const row = await server.db.selectFrom('audit').selectAll().where('action', '=', 'second_factor.reset').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_puid: client.user.userPuid, subject: `user ${reset_puid}` });
  });
});

describe('a passkey', () => {
  const whole = { type: 'public-key', clientExtensionResults: {} } as const;
  const key = authenticator('https://science.example.org');
  const add = async (made = key, name = 'Key') => {
    const dan = await server.signIn('dan');
    const { challenge } = await dan.ok(calls.beginEnrollment, { user_puid: ids.dan, current_password: password });
    const { passkey: options } = await dan.ok(calls.enrollmentOffer, { challenge });
    return dan.call(calls.enrollPasskey, { challenge, name, passkey: { ...whole, ...(await made.create(options as never)) } });
  };
  const use = async (made = key, change: (response: Record<string, string>) => Record<string, string> = (same) => same) => {
    const challenge = await begin('dan');
    const { data } = await server.call(calls.passkeyRequest, { challenge });
    const given = await made.get(data as never);
    return server.call(calls.answerWithPasskey, { challenge, passkey: { ...whole, ...given, response: change(given.response) } });
  };

  it('signs in beside the password, as often as its counter grows', async () => {
    expect((await add()).code).toBe(200);
    expect(challengeOf(await enter('dan')).ways).toEqual(['passkey', 'recovery']);
    expect(((await use()).data as SignedIn).userData.userPuid).toBe(ids.dan);
    expect((await use()).code).toBe(200);
    key.rewind();
    expectFailure(await use(), 400, /not accepted/);
  });

  it('is refused for another site, another person’s, another challenge, or a changed signature', async () => {
    const own = authenticator('https://science.example.org');
    await add(own);
    expectFailure(await use(authenticator('https://science.example.org')), 400);
    expectFailure(await use(own.at('https://science.example.com')), 400);
    expectFailure(await use(own, (response) => ({ ...response, signature: `${response.signature?.slice(0, -4)}AAAA` })), 400);
    const challenge = await begin('dan');
    const { data } = await server.call(calls.passkeyRequest, { challenge: await begin('dan') });
    expectFailure(await server.call(calls.answerWithPasskey, { challenge, passkey: { ...whole, ...(await own.get(data as never)) } }), 400);
    expectFailure(await add(authenticator('https://evil.example')), 400, /not accepted/);
  });

  it('is there once, and not where the product is reached by a number', async () => {
    const own = authenticator('https://science.example.org');
    await add(own);
    expectFailure(await add(own), 409, /already set up/);
    const elsewhere = await testServer({ origin: () => 'http://127.0.0.1:4100' });
    await makeFixtureSchool(elsewhere.ports);
    const dan = await elsewhere.signIn('dan');
    const { challenge } = await dan.ok(calls.beginEnrollment, { user_puid: ids.dan, current_password: password });
    expect((await dan.ok(calls.enrollmentOffer, { challenge })).passkey).toBeNull();
  });
});
