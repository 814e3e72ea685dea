import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import type { SignedIn } from '../../contract/login.ts';
import type { SignOnSetup } from '../../contract/signOnSetup.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { OutsideProblem, type OutsideRequest, outsideOf } from '../../server/kit/outside.ts';
import { purge } from '../../server/kit/purge.ts';
import { seedSignOns } from '../../server/sso/signOnProviders.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { authenticate, startOpenIdProvider } from './openIdProvider.ts';
import { auditOf, days, expectFailure, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

const secret = 'hush: 100% "secret" /safe?';
const at = (callback: string) => `http://orrery.test/api/lms/ssoLogin/callback/${callback}`;
const now = Date.now();

let issuer: string;
let stop: () => Promise<unknown>;
let server: TestServer;
let dan: TestClient;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const redirect_uris = ['roster', 'roster/1', 'roster/2', 'classroom/1'].map(at);
  ({ issuer, stop } = await startOpenIdProvider([
    { client_id: 'orrery', client_secret: secret, redirect_uris },
    { client_id: 'elsewhere', client_secret: 'of another client', redirect_uris: [at('classroom/1')] },
  ]));
});
afterAll(() => stop());

const given = () => ({ issuer, client_id: 'orrery', client_secret: secret, subject_is_sourced_id: true, scope: 'openid' });

beforeEach(async () => {
  server = await testServer({ outside: outsideOf(['127.0.0.1']) });
  // The identity provider uses the real time.
  server.clock.now = now;
  await makeFixtureSchool(server.ports);
  const know = (user_puid: number, sourced_id: string) =>
    server.db.updateTable('app_user').set({ sourced_id }).where('user_puid', '=', user_puid).execute();
  await know(ids.ana, 's-ana');
  await know(ids.zoe, 's-zoe');
  dan = await server.signIn('dan');
});

type Fields = Partial<InputOf<typeof calls.saveRosterSetup>>;
const fieldsOf = (who: TestClient, further: Fields = {}) => ({
  ...{ user_puid: who.user.userPuid, district_id: who.user.districtID, version: 0, is_public: false, active: true, ...given() },
  ...further,
});
const save = (further: Fields = {}, who = dan) => who.call(calls.saveRosterSetup, fieldsOf(who, further));
const saved = async (further: Fields = {}, who = dan) => {
  const answer = await save(further, who);
  expect(answer.code, answer.text).toBe(200);
  return answer.data as SignOnSetup;
};
const setups = (who = dan) => who.ok(calls.rosterSetup, { user_puid: who.user.userPuid });
const one = async (who = dan) => (await setups(who)).find(({ district_id }) => district_id === who.user.districtID) as SignOnSetup;
const cookieOf = (headers: Headers, name: string) => new RegExp(`${name}=[^;]*`).exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
const comeBack = (location: string, cookie: string) => server.app.request(location, { headers: { cookie } });
const begin = async (input: InputOf<typeof calls.rosterLogin> = {}) => {
  const answer = await server.call(calls.rosterLogin, input);
  return { ...answer, url: (answer.data as { url: string } | null)?.url ?? '', cookie: cookieOf(answer.headers, 'orrery_sign_on') };
};
/** The whole way of a sign-in. Undefined: it was refused. */
async function signIn(login: string, input: InputOf<typeof calls.rosterLogin> = {}): Promise<SignedIn | undefined> {
  const { url, cookie } = await begin(input);
  const answer = await comeBack(await authenticate(url, login), cookie);
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
  if (!code) return undefined;
  return (await server.call(calls.getAccessCode, { code }, { cookie: cookieOf(answer.headers, 'orrery_sign_on') })).data as SignedIn;
}
const enabled = async (host = 'orrery.test') =>
  ((await (await server.app.request(`http://${host}/api/lms/ssoLogin/IsCleverSSOEnable`, { method: 'POST' })).json()) as { data: object })
    .data;
const offered = async (host = 'orrery.test') =>
  ((await (await server.app.request(`http://${host}/api/lms/ssoLogin/get_sign_ons`)).json()) as { data: object[] }).data;

describe('the settings', () => {
  it('are empty at first, are saved for the own district, and turn the button on', async () => {
    expect(await setups()).toEqual([
      {
        ...{ district_id: 1, district_name: 'North', version: 0, issuer: '', client_id: '', has_secret: false, scope: 'openid' },
        ...{ subject_is_sourced_id: false, active: false, from_environment: false, redirect_uri: at('roster/1'), identities: 0 },
        ...{ last: null, test: null, initiate_login_uri: 'http://orrery.test/api/lms/ssoLogin/initiate/roster/1' },
      },
    ]);
    expect(await enabled()).toEqual({ roster: false, classroom: false, learningTools: false });
    const first = await saved({ scope: '' });
    expect(first).toMatchObject({ version: 1, issuer, client_id: 'orrery', has_secret: true, scope: 'openid', active: true });
    expect(await one()).toEqual(first);
    expect(await enabled()).toEqual({ roster: true, classroom: false, learningTools: false });
    expect(await (await server.app.request('http://orrery.test/config.json')).json()).toMatchObject({ singleSignOn: true });
    await saved({ version: 1, client_secret: null, active: false });
    expect(await enabled()).toMatchObject({ roster: false });
    expectFailure(await begin(), 404);
    await dan.ok(calls.saveClassroomSetup, fieldsOf(dan));
    expect(await enabled()).toMatchObject({ roster: false, classroom: true });
  });

  it('are those of other districts for the provider alone', async () => {
    const dora = await server.signIn('dora');
    expect((await setups(dora)).map(({ district_id }) => district_id)).toEqual([2]);
    expectFailure(await save({ district_id: 2 }), 404);
    expectFailure(await dan.call(calls.testRosterSetup, { user_puid: ids.dan, district_id: 2 }), 404);
    expectFailure(await save({ user_puid: dora.user.userPuid }), 404);
    const max = await server.signIn('max');
    expect((await setups(max)).map(({ district_name }) => district_name)).toEqual(['North', 'South']);
    await saved({ district_id: 2 }, max);
    expect(await one(dora)).toMatchObject({ version: 1, issuer });
    expect((await one()).version).toBe(0);
    const [entry] = await auditOf(server.db, 'signOn.add').selectAll().execute();
    expect(entry).toMatchObject({ district_id: 2, actor_district_id: max.user.districtID, subject: 'district 2' });
    const sue = await server.signIn('sue');
    expectFailure(await sue.call(calls.rosterSetup, { user_puid: ids.sue }), 403);
    expectFailure(await save({}, sue), 403);
  });

  it('count once of ten at the same time, at first and later', async () => {
    for (const version of [0, 1]) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => save({ version, client_id: `client ${index}` })));
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    }
    expect((await one()).version).toBe(2);
  });

  it('take the longest texts, and refuse what is no address of a service', async () => {
    const long = {
      issuer: `https://id.example/${'ö'.repeat(70)}`,
      client_id: '🙂'.repeat(150),
      client_secret: '~'.repeat(1000),
      scope: 's'.repeat(1000),
    };
    expect(await saved(long)).toMatchObject({ client_id: long.client_id, scope: long.scope });
    for (const address of [
      'http://id.example',
      'javascript:alert(1)',
      'https://user:word@id.example',
      'https://id.example?a=b',
      'https://id.example#a',
      'id.example',
      `https://id.example/${'a'.repeat(500)}`,
    ])
      expectFailure(await save({ version: 1, issuer: address }), 400);
    expectFailure(await save({ version: 1, client_secret: 'two\nlines' }), 400);
  });

  it('need a secret, unless the service gave none, and ask for it again for another issuer', async () => {
    expect((await save({ client_secret: null })).data).toMatchObject({ reason: 'signOnSecret', fields: [{ field: 'client_secret' }] });
    await saved();
    expect((await save({ version: 1, issuer: 'https://evil.example', client_secret: null })).data).toMatchObject({
      reason: 'secretMissing',
      fields: [{ field: 'client_secret' }],
    });
    expect(await saved({ version: 1, client_secret: null, client_id: 'another' })).toMatchObject({ has_secret: true });
    expect(await saved({ version: 2, client_secret: null, is_public: true })).toMatchObject({ has_secret: false });
  });

  it('never tell the secret again, and are in the audit without it', async () => {
    await saved();
    await saved({ version: 1, client_secret: null, scope: 'openid email' });
    await signIn('s-ana');
    await dan.ok(calls.testRosterSetup, { user_puid: ids.dan, district_id: 1 });
    const told = [...(await everythingTold(server, dan)), JSON.stringify(await setups())];
    for (const text of told)
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), JSON.stringify(secret).slice(1, -1)])
        expect(text).not.toContain(form);
    const { rows } = await dan.ok(calls.auditEntries, { user_puid: ids.dan, kind: 'signOns' });
    expect(rows.map(({ action }) => action)).toEqual(['signOn.test', 'signOn.update', 'signOn.add']);
    expect(rows[1]?.changes).toEqual([{ field: 'scope', before: 'openid', after: 'openid email' }]);
  });

  it('forget what came in a test after a day', async () => {
    await saved();
    const received = JSON.stringify({ issuer, subject: 's', account: 'none' });
    await server.db.updateTable('sign_on_provider').set({ tested_by: ids.dan, tested_district_id: 1, tested_at: now, received }).execute();
    const kept = async (after: number) => {
      await purge({ ...server.ports, now: () => now + after }, false);
      return (await server.db.selectFrom('sign_on_provider').select(['received', 'tested_at']).execute()).map((row) => row.received);
    };
    expect(await kept(days(1))).toEqual([received]);
    expect(await kept(days(1) + 1)).toEqual([null]);
  });
});

describe('the environment', () => {
  const seeded = async (further: Partial<ReturnType<typeof given>> & { district_id?: number } = {}) => {
    server.ports.singleSignOn = { roster: { district_id: 1, ...given(), ...further } };
    await seedSignOns(server.ports);
  };
  const rows = () => server.db.selectFrom('sign_on_provider').selectAll().orderBy('district_id').execute();

  it('sets a single sign-on up once, with the address that names no district, and follows the variable', async () => {
    await seeded();
    const before = await rows();
    await Promise.all([seeded(), seeded()]);
    expect(await rows()).toEqual(before);
    expect(await one()).toMatchObject({ version: 1, active: true, from_environment: true, redirect_uri: at('roster'), has_secret: true });
    await seeded({ scope: 'openid email' });
    expect(await one()).toMatchObject({ version: 2, scope: 'openid email', redirect_uri: at('roster') });
    expect((await signIn('s-ana'))?.userData.userPuid).toBe(ids.ana);
    const entries = await server.db
      .selectFrom('audit')
      .select(['action', 'actor_puid'])
      .where('action', 'like', 'signOn.%')
      .orderBy('at')
      .orderBy('audit_id')
      .execute();
    expect(entries.map(({ action, actor_puid }) => [action, Number(actor_puid)])).toEqual([
      ['signOn.add', 0],
      ['signOn.update', 0],
    ]);
  });

  it('is set up once by two servers that start together', async () => {
    server.ports.singleSignOn = { roster: { district_id: 1, ...given() }, classroom: { district_id: 1, ...given() } };
    await Promise.all([seedSignOns(server.ports), seedSignOns(server.ports)]);
    expect((await rows()).map(({ kind, version }) => [kind, version]).toSorted()).toEqual([
      ['classroom', 1],
      ['roster', 1],
    ]);
  });

  it('never overwrites what an administrator has saved', async () => {
    await seeded();
    await saved({ version: 1, active: false, client_secret: null, scope: 'openid profile' });
    const before = await rows();
    await seeded();
    await seeded({ client_id: 'other', client_secret: 'new' });
    expect(await rows()).toEqual(before);
    expect(await one()).toMatchObject({ from_environment: false, active: false, redirect_uri: at('roster') });
  });

  it('gives the address without a district to one district alone, and reports a district that is not there', async () => {
    await seeded();
    await seeded({ district_id: 2 });
    expect((await rows()).map(({ callback }) => callback)).toEqual(['roster', 'roster/2']);
    await seeded({ district_id: 77 });
    expect(await rows()).toHaveLength(2);
    expect(server.reports.map(({ error }) => (error as Error).message)).toEqual(['ORRERY_SINGLE_SIGN_ON: there is no district 77.']);
  });
});

describe('several districts', () => {
  beforeEach(async () => {
    await saved();
    await saved({}, await server.signIn('dora'));
  });

  it('have a button each, or at their own web host theirs alone', async () => {
    const both = [
      { kind: 'roster', district_id: 1, district_name: 'North' },
      { kind: 'roster', district_id: 2, district_name: 'South' },
    ];
    expect(await offered()).toEqual(both);
    expectFailure(await begin(), 404);
    await server.db.updateTable('district').set({ hosts: '["south.example"]' }).where('district_id', '=', 2).execute();
    expect(await offered()).toEqual(both);
    expect(await offered('south.example')).toEqual([both[1]]);
    await server.db.updateTable('district').set({ hosts: '["north.example"]' }).where('district_id', '=', 1).execute();
    await saved({ version: 1, client_secret: null, active: false });
    expect(await offered('north.example')).toEqual([]);
    expect(await enabled('north.example')).toMatchObject({ roster: false });
    expect(await enabled('south.example')).toMatchObject({ roster: true });
  });

  it('sign their own people in, even with one issuer, client and subject for both', async () => {
    await server.db.updateTable('app_user').set({ sourced_id: 's-ana' }).where('user_puid', '=', ids.zoe).execute();
    expect((await signIn('s-ana', { district_id: 1 }))?.userData).toMatchObject({ userPuid: ids.ana, districtID: 1 });
    expect((await signIn('s-ana', { district_id: 2 }))?.userData).toMatchObject({ userPuid: ids.zoe, districtID: 2 });
    await server.db.updateTable('app_user').set({ sourced_id: 's-zoe' }).where('user_puid', '=', ids.zoe).execute();
    await server.db.deleteFrom('federated_identity').where('district_id', '=', 2).execute();
    expect(await signIn('s-ana', { district_id: 2 })).toBeUndefined();
    expect(await signIn('s-zoe', { district_id: 1 })).toBeUndefined();
  });

  it('do not take each other’s answers: not at the other’s address, nor with the other’s attempt', async () => {
    const north = await begin({ district_id: 1 });
    const location = await authenticate(north.url, 's-ana');
    expect(new URL(location).pathname).toMatch(/\/roster\/1$/);
    const elsewhere = await comeBack(location.replace('/roster/1', '/roster/2'), north.cookie);
    expect(elsewhere.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    const south = await begin({ district_id: 2 });
    const state = new URL(south.url).searchParams.get('state') ?? '';
    const mixed = new URL(location);
    mixed.searchParams.set('state', state);
    const answer = await comeBack(mixed.href, south.cookie);
    expect(answer.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    expect(await server.db.selectFrom('federated_identity').selectAll().execute()).toEqual([]);
  });
});

describe('sign-in', () => {
  it('opens no account with more rights than a district administrator', async () => {
    await server.db.updateTable('app_user').set({ sourced_id: 's-max' }).where('user_name', '=', 'max').execute();
    await server.db.updateTable('app_user').set({ sourced_id: 's-dan' }).where('user_name', '=', 'dan').execute();
    const max = await server.signIn('max');
    await saved({ district_id: max.user.districtID }, max);
    const input = { district_id: max.user.districtID };
    expect(await signIn('s-max', input)).toBeUndefined();
    expect((await signIn('s-dan', input))?.userData.userPuid).toBe(ids.dan);
  });

  it('is noted with what was wrong, once in a minute', async () => {
    await saved();
    await signIn('s-ana');
    const first = new Date(now).toISOString();
    expect((await one()).last).toEqual({ at: first, fault: null });
    server.clock.now += minutes(1) - 1;
    await signIn('s-ana');
    expect((await one()).last).toEqual({ at: first, fault: null });
    await signIn('stranger');
    expect((await one()).last).toEqual({ at: new Date(server.clock.now).toISOString(), fault: 'noAccount' });
    expect(await one()).toMatchObject({ identities: 1 });
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state');
    await comeBack(`${at('roster/1')}?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer)}`, cookie);
    expect((await one()).last?.fault).toBe('denied');
    // Nobody can fill it without having begun.
    server.clock.now += minutes(2);
    await comeBack(`${at('roster/1')}?error=access_denied&state=x`, 'orrery_sign_on=x');
    expect((await one()).last?.at).not.toBe(new Date(server.clock.now).toISOString());
  });

  it('ends for good when the single sign-on was turned off in the meantime', async () => {
    await saved();
    const { url, cookie } = await begin();
    const location = await authenticate(url, 's-ana');
    await saved({ version: 1, client_secret: null, active: false });
    expect((await comeBack(location, cookie)).headers.get('location')).toMatch(/error=invalid/);
  });
});

describe('a test', () => {
  const test = (who = dan, district_id = who.user.districtID) =>
    who.call(calls.testRosterSetup, { user_puid: who.user.userPuid, district_id });
  async function tested(login: string, who = dan) {
    const begun = await test(who);
    const { url, fault } = begun.data as { url: string; fault: null };
    expect(fault).toBeNull();
    return comeBack(await authenticate(url, login), cookieOf(begun.headers, 'orrery_sign_on'));
  }

  it('goes to the service and back, shows who came, and signs nobody in', async () => {
    await saved({ active: false });
    const answer = await tested('s-ana');
    expect(answer.headers.get('location')).toBe('http://orrery.test/authenticated/admin/manageUsers/rosterSso?tested=1');
    expect(cookieOf(answer.headers, 'orrery_sign_on')).toBe('orrery_sign_on=');
    const came = { at: new Date(now).toISOString(), fault: null };
    expect((await one()).test).toEqual({ ...came, received: { issuer, subject: 's-ana', account: 'roster' } });
    expect((await one()).last).toBeNull();
    for (const table of ['federated_identity', 'sign_on_ticket'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
    await tested('stranger');
    expect((await one()).test?.received?.account).toBe('none');
    await saved({ version: 1, client_secret: null });
    await signIn('s-ana');
    await tested('s-ana');
    expect((await one()).test?.received?.account).toBe('linked');
    const max = await server.signIn('max');
    expect((await setups(max)).find(({ district_id }) => district_id === 1)?.test).toEqual({ ...came, received: null });
    // Of another service, it says nothing.
    expect(await saved({ version: 2, issuer: 'https://id.example' })).toMatchObject({ last: null, test: null });
  });

  it('says that the client or its secret is wrong', async () => {
    await saved({ client_secret: 'wrong' });
    const answer = await tested('s-ana');
    expect(answer.headers.get('location')).toMatch(/rosterSso\?tested=1$/);
    expect((await one()).test).toMatchObject({ fault: 'client', received: null });
    expect((await one()).last).toBeNull();
  });

  it('says that the secret cannot be read with another key', async () => {
    await saved();
    await server.db
      .updateTable('sign_on_provider')
      .set({ sealed_secret: 'x'.repeat(80) })
      .execute();
    expect((await test()).data).toEqual({ fault: 'sealed', url: null });
    expectFailure(await begin(), 503);
  });

  it('needs settings', async () => {
    expectFailure(await test(), 404);
  });

  const document = (further: object = {}) => ({
    ...{ issuer: 'https://id.example', authorization_endpoint: 'https://id.example/auth', token_endpoint: 'https://id.example/token' },
    ...{ jwks_uri: 'https://id.example/keys', response_types_supported: ['code'], ...further },
  });
  const served = (answers: Readonly<Record<string, Response | OutsideProblem>>) =>
    Object.assign(server.ports.outside, {
      send: async (url: URL) => {
        const answer = answers[url.href] ?? new Response('', { status: 404 });
        if (answer instanceof OutsideProblem) throw answer;
        return answer.clone();
      },
    });
  const address = 'https://id.example/.well-known/openid-configuration';
  const keys = { 'https://id.example/keys': Response.json({ keys: [{ kty: 'RSA' }] }) };

  it.each<[string, Readonly<Record<string, Response | OutsideProblem>>]>([
    ['private', { [address]: new OutsideProblem('private', 'id.example is not a public address.') }],
    ['unreachable', { [address]: new OutsideProblem('unreachable', '') }],
    ['tooLarge', { [address]: new OutsideProblem('tooLarge', '') }],
    ['noDocument', {}],
    ['noDocument', { [address]: new Response('<html>') }],
    ['noDocument', { [address]: Response.json([]) }],
    ['noDocument', { [address]: new Response('', { status: 302, headers: { location: 'https://id.example/else' } }) }],
    ['otherIssuer', { [address]: Response.json(document({ issuer: 'https://other.example' })) }],
    ['endpoints', { [address]: Response.json(document({ token_endpoint: undefined })) }],
    ['endpoints', { [address]: Response.json(document({ token_endpoint: 'http://id.example/token' })) }],
    ['endpoints', { [address]: Response.json(document({ authorization_endpoint: 'javascript:alert(1)' })) }],
    ['noCodeFlow', { [address]: Response.json(document({ response_types_supported: ['id_token'] })) }],
    ['keys', { [address]: Response.json(document()) }],
    ['keys', { [address]: Response.json(document()), 'https://id.example/keys': Response.json({ keys: [] }) }],
  ])('names what is wrong with a service: %s', async (fault, answers) => {
    await saved({ issuer: 'https://id.example' });
    served(answers);
    expect((await test()).data).toEqual({ fault, url: null });
    expect((await one()).test).toEqual({ at: new Date(now).toISOString(), fault, received: null });
  });

  it.each([
    { methods: undefined, isInHeader: true },
    { methods: ['client_secret_basic'], isInHeader: true },
    { methods: ['client_secret_basic', 'client_secret_post'], isInHeader: false },
  ])('sends the secret as the service wants it: $methods', async ({ methods, isInHeader }) => {
    await saved({ issuer: 'https://id.example' });
    let asked: { headers: Readonly<Record<string, string>>; body?: string | undefined } | undefined;
    served({ [address]: Response.json(document({ token_endpoint_auth_methods_supported: methods })), ...keys });
    const { send } = server.ports.outside;
    Object.assign(server.ports.outside, {
      send: async (url: URL, request: OutsideRequest) => {
        if (url.pathname !== '/token') return send(url, request);
        asked = request;
        return new Response('', { status: 401, headers: { 'www-authenticate': 'Basic realm="id"' } });
      },
    });
    const begun = await begin();
    const state = new URL(begun.url).searchParams.get('state');
    await comeBack(`${at('roster/1')}?code=x&state=${state}`, begun.cookie);
    expect((await one()).last?.fault).toBe('client');
    expect(new Headers(asked?.headers).has('authorization')).toBe(isInHeader);
    expect(new URLSearchParams(asked?.body).has('client_secret')).toBe(!isInHeader);
  });

  it('reads the service anew, and asks private addresses only if the operator allows it', async () => {
    await saved({ issuer: 'https://id.example' });
    served({});
    expect((await test()).data).toMatchObject({ fault: 'noDocument' });
    served({ [address]: Response.json(document()), ...keys });
    const { url } = (await test()).data as { url: string };
    expect(new URL(url).origin).toBe('https://id.example');
    for (const host of ['https://10.0.0.1', 'https://[::1]', 'https://169.254.169.254']) {
      const { version } = await one();
      await saved({ version, issuer: host });
      Object.assign(server.ports.outside, outsideOf());
      expect((await test()).data).toEqual({ fault: 'private', url: null });
    }
    const { version } = await one();
    await saved({ version, issuer });
    expect((await test()).data).toEqual({ fault: 'insecure', url: null });
  });
});

it.skipIf(process.env.DATABASE_URL)('asks as few statements for a hundred districts as for two', async () => {
  await saved();
  const max = await server.signIn('max');
  const methods = (['run', 'all', 'get', 'iterate'] as const).map((method) => vi.spyOn(StatementSync.prototype, method));
  const statementsFor = async (count: number) => {
    for (const method of methods) method.mockClear();
    const all = await setups(max);
    expect(all).toHaveLength(count);
    expect(all.find(({ district_id }) => district_id === 1)).toMatchObject({ issuer, version: 1 });
    return methods.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  };
  // The first call also learns what every further one knows.
  await setups(max);
  const few = await statementsFor(2);
  const { count } = await server.db
    .selectFrom('district')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const model = await server.db.selectFrom('district').selectAll().where('district_id', '=', 2).executeTakeFirstOrThrow();
  const more = Array.from({ length: 100 - Number(count) }, (_, at) => ({ ...model, district_id: 900 + at, name: `District ${at}` }));
  await insertAll(server.db, 'district', more);
  expect(await statementsFor(100)).toBe(few);
  for (const method of methods) method.mockRestore();
});
