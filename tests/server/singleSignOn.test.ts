import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { SignedIn } from '../../contract/login.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { readSingleSignOn, type SingleSignOn } from '../../server/sso/configuration.ts';
import { seedSignOns } from '../../server/sso/signOnProviders.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { integrationOf } from './integrationOf.ts';
import { authenticate, startOpenIdProvider } from './openIdProvider.ts';
import { expectFailure, minutes, type TestServer, testServer } from './testServer.ts';

const callback = 'http://orrery.test/api/lms/ssoLogin/callback/roster';

let issuer: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  ({ issuer, stop } = await startOpenIdProvider([{ client_id: 'orrery', client_secret: 'a secret', redirect_uris: [callback] }]));
});
afterAll(() => stop());

let server: TestServer;
const now = Date.now();
beforeEach(async () => {
  const singleSignOn: SingleSignOn = {
    roster: { issuer, client_id: 'orrery', client_secret: 'a secret', district_id: 1, subject_is_sourced_id: true, scope: 'openid' },
  };
  server = await testServer({ singleSignOn, outside: outsideOf(['127.0.0.1']) });
  // The identity provider uses the real time.
  server.clock.now = now;
  await makeFixtureSchool(server.ports);
  await seedSignOns(server.ports);
  await server.db
    .updateTable('app_user')
    .set({ sourced_id: 's-ana', email: 'ana@hill.example' })
    .where('user_puid', '=', ids.ana)
    .execute();
  await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
});

const cookieOf = (headers: Headers, name: string) => new RegExp(`${name}=[^;]*`).exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
const codeOf = (location: string | null) => new URL(location ?? '', 'http://orrery.test').searchParams.get('code');

async function begin() {
  const answer = await server.call(calls.rosterLogin, {});
  return { url: (answer.data as { url: string }).url, cookie: cookieOf(answer.headers, 'orrery_sign_on') };
}
const comeBack = (location: string, cookie: string) =>
  server.app.request(location.replace(/^http:\/\/orrery\.test/, 'http://orrery.test'), { headers: { cookie } });
const exchange = (code: string | null, cookie: string, further = {}) =>
  server.call(calls.getAccessCode, { code: code ?? 'none', ...further }, { cookie });
/** The whole flow: returns the input for `getAccessCode`. */
async function ticketFor(login: string) {
  const { url, cookie } = await begin();
  const answer = await comeBack(await authenticate(url, login), cookie);
  return { code: codeOf(answer.headers.get('location')), cookie: cookieOf(answer.headers, 'orrery_sign_on'), answer };
}

describe('configuration', () => {
  it('is off unless it is set, and names what is wrong in it', async () => {
    expect(readSingleSignOn(undefined)).toEqual({});
    expect(() => readSingleSignOn('{')).toThrow(/not valid JSON/);
    expect(() => readSingleSignOn('{"roster":{"issuer":"x"}}')).toThrow(/issuer/);
    const platform = {
      ...{ issuer: 'https://platform.example', client_id: 'tool', authorization_endpoint: 'https://platform.example/auth' },
      ...{ jwks_uri: 'https://platform.example/keys', deployment_ids: ['d1'] },
    };
    const text = JSON.stringify({ learningTools: [1, 2].map((district_id) => ({ ...platform, district_id })) });
    expect(() => readSingleSignOn(text)).toThrow(/stands in two platforms/);
    const plain = await testServer();
    expect((await plain.call(calls.isCleverSsoEnable, {})).data).toEqual({ roster: false, classroom: false, learningTools: false });
    expectFailure(await plain.call(calls.rosterLogin, {}), 404);
    for (const path of ['callback/roster', 'callback/classroom'])
      expect((await plain.app.request(`http://orrery.test/api/lms/ssoLogin/${path}`)).status).toBe(404);
  });
  it('tells the page which buttons to show', async () => {
    expect((await server.call(calls.isCleverSsoEnable, {})).data).toEqual({ roster: true, classroom: false, learningTools: false });
  });
});

describe('OpenID Connect', () => {
  it('asks with PKCE, state and nonce, and the exact address to come back to', async () => {
    const { url } = await begin();
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ redirect_uri: callback, response_type: 'code', code_challenge_method: 'S256', scope: 'openid' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThanOrEqual(43);
  });
  it('signs in whom the roster knows by its id, once per ticket', async () => {
    const { code, cookie } = await ticketFor('s-ana');
    const answer = await exchange(code, cookie);
    expect((answer.data as SignedIn).userData.userPuid).toBe(ids.ana);
    expect(answer.headers.get('set-cookie')).toMatch(/orrery_refresh=/);
    expectFailure(await exchange(code, cookie), 400, 'Invalid Credentials');
    const links = await server.db.selectFrom('federated_identity').select(['issuer', 'subject', 'user_puid']).execute();
    expect(links).toEqual([{ issuer, subject: 's-ana', user_puid: ids.ana }]);
  });
  it('never links by e-mail', async () => {
    const { code, answer } = await ticketFor('stranger-with-the-mail-of-sue');
    expect(code).toBeNull();
    expect(answer.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    expect(await server.db.selectFrom('federated_identity').selectAll().execute()).toEqual([]);
  });
  it('takes an answer once (replay), from the browser that asked (login CSRF), and in time', async () => {
    const { url, cookie } = await begin();
    const location = await authenticate(url, 's-ana');
    expect(codeOf((await comeBack(location, '')).headers.get('location'))).toBeNull();
    const other = await begin();
    expect(codeOf((await comeBack(location, other.cookie)).headers.get('location'))).toBeNull();
    expect(codeOf((await comeBack(location, cookie)).headers.get('location'))).not.toBeNull();
    expect(codeOf((await comeBack(location, cookie)).headers.get('location'))).toBeNull();
    const late = await begin();
    const lateLocation = await authenticate(late.url, 's-ana');
    server.clock.now += minutes(11);
    expect(codeOf((await comeBack(lateLocation, late.cookie)).headers.get('location'))).toBeNull();
  });
  it.each(['state', 'code', 'iss'])('refuses an answer whose %s is another', async (parameter) => {
    const { url, cookie } = await begin();
    const location = new URL(await authenticate(url, 's-ana'));
    location.searchParams.set(parameter, `${location.searchParams.get(parameter)}x`);
    expect(codeOf((await comeBack(location.href, cookie)).headers.get('location'))).toBeNull();
  });
  it('refuses an answer without the nonce that was asked for', async () => {
    const { url, cookie } = await begin();
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'another-nonce-that-is-long-enough-to-be-taken-here');
    expect(codeOf((await comeBack(await authenticate(changed.href, 's-ana'), cookie)).headers.get('location'))).toBeNull();
  });
  it('refuses a code that was asked for with another PKCE challenge', async () => {
    const { url, cookie } = await begin();
    const changed = new URL(url);
    changed.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(codeOf((await comeBack(await authenticate(changed.href, 's-ana'), cookie)).headers.get('location'))).toBeNull();
  });
  it('has tickets that only the browser of the sign-on can use, for a minute', async () => {
    const { code, cookie } = await ticketFor('s-ana');
    expectFailure(await exchange(code, ''), 400, 'Invalid Credentials');
    expectFailure(await exchange(code, 'orrery_sign_on=another'), 400, 'Invalid Credentials');
    server.clock.now += 61_000;
    expectFailure(await exchange(code, cookie), 400, 'Invalid Credentials');
  });
  it('asks before it replaces the session of somebody else, and keeps the ticket meanwhile', async () => {
    const entered = await server.call(calls.login, { username: 'ben', password: 'science-rocks' });
    const { code, cookie } = await ticketFor('s-ana');
    const cookies = `${cookie}; ${cookieOf(entered.headers, 'orrery_refresh')}`;
    expectFailure(await exchange(code, cookies), 409, 'ben Person is signed in on this computer.');
    expect((await exchange(code, cookies, { replace: true })).code).toBe(200);
  });
  it('lets a person with accounts in several schools choose, among their own alone', async () => {
    for (const [district_id, user_puid] of [
      [1, ids.cal],
      [2, ids.ted],
    ] as const)
      await server.db
        .insertInto('federated_identity')
        .values({ provider: `roster ${issuer} orrery 1`, issuer, subject: 's-ana', district_id, user_puid, linked_at: 1 })
        .execute();
    const { code, cookie } = await ticketFor('s-ana');
    const answer = await exchange(code, cookie);
    const { token, userData, mustSelectSchool } = answer.data as SignedIn & { mustSelectSchool: boolean };
    expect(mustSelectSchool).toBe(true);
    const bearer = { authorization: `Bearer ${token}`, cookie: cookieOf(answer.headers, 'orrery_refresh') };
    const self = { user_puid: userData.userPuid };
    const schools = (await server.call(calls.getSchools, self, bearer)).data as { user_puid: number; school_name: string }[];
    expect(schools.map(({ user_puid, school_name }) => [user_puid, school_name])).toEqual([
      [ids.ana, 'Hill'],
      [ids.cal, 'Lake'],
      [ids.ted, 'Coast'],
    ]);
    const choose = (school_user_puid: number, school_district_id: number) =>
      server.call(calls.selectSchool, { ...self, school_user_puid, school_district_id }, bearer);
    expectFailure(await choose(ids.tess, 1), 404);
    expectFailure(await choose(ids.ted, 1), 404);
    const chosen = await choose(ids.ted, 2);
    expect((chosen.data as SignedIn).userData).toMatchObject({ userPuid: ids.ted, districtID: 2 });
    const dan = await server.signIn('dan');
    expect(await dan.ok(calls.getSchools, { user_puid: ids.dan })).toEqual([]);
    expectFailure(await dan.call(calls.selectSchool, { user_puid: ids.dan, school_user_puid: ids.ana, school_district_id: 1 }), 404);
  });
});

describe('a sign-in that begins at the service', () => {
  const at = 'http://orrery.test/api/lms/ssoLogin/initiate/roster';
  const target = 'http://orrery.test/authenticated/studentDashboard/report?tab=1';
  const start = (parameters: Record<string, string>, method = 'GET') => {
    const fields = new URLSearchParams(parameters).toString();
    return method === 'GET'
      ? server.app.request(`${at}?${fields}`)
      : server.app.request(at, { method, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: fields });
  };
  const finished = async (answer: Response, login = 's-ana') => {
    const back = await comeBack(
      await authenticate(answer.headers.get('location') ?? '', login),
      cookieOf(answer.headers, 'orrery_sign_on'),
    );
    return new URL(back.headers.get('location') ?? '', 'http://orrery.test').searchParams;
  };

  it.each(['GET', 'POST'])('signs in and leads to its place, by %s', async (method) => {
    const answer = await start({ iss: issuer, login_hint: 's-ana&x=1', target_link_uri: target }, method);
    expect(answer.status).toBe(303);
    const asked = new URL(answer.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ login_hint: 's-ana&x=1', code_challenge_method: 'S256', redirect_uri: callback });
    const came = await finished(answer);
    expect(came.get('code')).not.toBeNull();
    expect(came.get('returnTo')).toBe('/authenticated/studentDashboard/report?tab=1');
  });
  it.each([
    undefined,
    'https://evil.example/authenticated/home',
    '//evil.example/authenticated/home',
    'http://orrery.test.evil.example/authenticated/home',
    'http://orrery.test@evil.example/authenticated/home',
    'http://orrery.test/authenticated/../api/lms/x',
    'http://orrery.test/account/logout',
    'javascript:alert(1)',
  ])('signs in, and leads nowhere else than into the product: %s', async (outside) => {
    const came = await finished(await start({ iss: issuer, ...(outside ? { target_link_uri: outside } : {}) }));
    expect(came.get('code')).not.toBeNull();
    expect(came.get('returnTo')).toBeNull();
  });
  it.each<Record<string, string>>([{}, { iss: '' }, { iss: 'https://evil.example' }, { iss: 'no address' }])(
    'is refused for another issuer: %j',
    async (parameters) => {
      const answer = await start({ ...parameters, target_link_uri: target });
      expect(answer.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
      expect(await server.db.selectFrom('sign_on_attempt').select('provider').execute()).toEqual([]);
    },
  );
  it('is refused while the sign-on is off, and where there is none', async () => {
    await server.db.updateTable('sign_on_provider').set({ active: 0 }).execute();
    expect((await start({ iss: issuer })).headers.get('location')).toContain('error=invalid');
    expect((await server.app.request(`${at}/7?iss=${issuer}`)).status).toBe(404);
    expect((await server.app.request(at.replace('roster', 'classroom'))).status).toBe(404);
  });
  it('is bound to the browser that began it', async () => {
    const answer = await start({ iss: issuer });
    const back = await comeBack(await authenticate(answer.headers.get('location') ?? '', 's-ana'), '');
    expect(codeOf(back.headers.get('location'))).toBeNull();
  });
});

describe('for the technician', () => {
  it('a single sign-on is unused, works, and fails with its cause', async () => {
    const dan = await server.signIn('dan');
    const status = () => integrationOf(dan, 'openId');
    expect(await status()).toMatchObject({ state: 'unused', cause: null, failures: 0 });
    await ticketFor('s-ana');
    expect(await status()).toMatchObject({ state: 'works', worked_at: new Date(now).toISOString(), failures: 0 });
    server.clock.now += 1000;
    const { url, cookie } = await begin();
    const location = await authenticate(url, 's-ana');
    await comeBack(location, '');
    expect(await status()).toMatchObject({ state: 'warning', cause: 'state', failures: 1 });
    await ticketFor('nobody');
    expect((await status()).failures).toBe(2);
    const changed = new URL(location);
    changed.searchParams.set('code', 'another');
    await comeBack(changed.href, cookie);
    expect(await status()).toMatchObject({ state: 'failed', cause: 'grant', failures: 3 });
    const { cookie: third, url: thirdUrl } = await begin();
    const state = new URL(thirdUrl).searchParams.get('state') ?? '';
    await comeBack(`${callback}?${new URLSearchParams({ error: 'access_denied', state, iss: issuer })}`, third);
    const { integrations } = await dan.ok(calls.technicalStatus, {});
    expect(integrations.find(({ kind }) => kind === 'openId')?.causes).toEqual(
      ['denied', 'grant', 'noAccount', 'state'].map((cause) => ({ cause, count: 1 })),
    );
  });

  it.each([
    ['client', { client_secret: 'another' }],
    ['unreachable', { issuer: 'http://127.0.0.1:9' }],
  ])('a wrong setting is told: %s', async (cause, further) => {
    server.ports.singleSignOn.roster = { ...server.ports.singleSignOn.roster, ...further } as never;
    await seedSignOns(server.ports);
    const answer = await server.call(calls.rosterLogin, {});
    if (answer.code === 200) {
      const { url } = answer.data as { url: string };
      await comeBack(await authenticate(url, 's-ana'), cookieOf(answer.headers, 'orrery_sign_on'));
    }
    expect(await integrationOf(await server.signIn('dan'), 'openId')).toMatchObject({ state: 'failed', cause, failures: 1 });
  });
});
