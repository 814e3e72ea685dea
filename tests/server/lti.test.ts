import { StatementSync } from 'node:sqlite';
import { generateKeyPair } from 'jose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { LtiCause } from '../../contract/lti.ts';
import type { Opens } from '../../contract/sso.ts';
import { idOf } from '../../server/content/ids.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { purge } from '../../server/kit/purge.ts';
import { keySeal, ownKeySet } from '../../server/lti/keys.ts';
import { platformById, seedPlatforms } from '../../server/lti/platforms.ts';
import { syncRoster } from '../../server/lti/roster.ts';
import { scoreDelivery, scoresOf } from '../../server/lti/scores.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, makeFixtureSchool, quiz_id } from './fixtureSchool.ts';
import { integrationOf } from './integrationOf.ts';
import { claim, type LtiPlatform, scoreScope, startLtiPlatform } from './ltiPlatform.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

const launchUrl = 'http://orrery.test/api/lms/ssoLogin/lti/launch';
let now = Date.now();
let server: TestServer;
let platform: LtiPlatform;
let dan: TestClient;
let platform_id: number;

beforeAll(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const fieldsOf = (url: string, further: object = {}) => ({
  ...{ name: 'Campus', issuer: url, client_id: 'tool', deployment_ids: ['d1'], authorization_endpoint: `${url}/auth` },
  ...{ token_endpoint: `${url}/token`, jwks_uri: `${url}/lti/keys`, subject_is_sourced_id: true, active: true, ...further },
});

beforeEach(async () => {
  server = await testServer();
  // The platform uses the real time, and the tests take longer than an assertion lives.
  now = Date.now();
  server.clock.now = now;
  Object.assign(server.ports.outside, outsideOf(['127.0.0.1']));
  await makeFixtureSchool(server.ports);
  for (const [name, user_puid] of Object.entries({ ana: ids.ana, ben: ids.ben, tess: ids.tess }))
    await server.db
      .updateTable('app_user')
      .set({ sourced_id: `s-${name}` })
      .where('user_puid', '=', user_puid)
      .execute();
  platform = await startLtiPlatform({ jwks: await ownKeySet(server.ports), client_id: 'tool' });
  dan = await server.signIn('dan');
  ({ platform_id } = await dan.ok(calls.addLtiConsumer, fieldsOf(platform.url)));
  return () => platform.close();
});

const cookieOf = (headers: Headers) => /orrery_sign_on=[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

async function initiate(parameters: Record<string, string> = {}) {
  const query = new URLSearchParams({ iss: platform.url, login_hint: 'u', target_link_uri: launchUrl, client_id: 'tool', ...parameters });
  const answer = await server.app.request(`http://orrery.test/api/lms/ssoLogin/lti/login?${query}`);
  const asked = Object.fromEntries(new URL(answer.headers.get('location') ?? '', 'http://orrery.test').searchParams);
  return { answer, state: asked.state ?? '', nonce: asked.nonce ?? '', cookie: cookieOf(answer.headers), asked };
}

const linkClaims = (nonce: string, subject: string): Record<string, unknown> => ({
  ...{ iss: platform.url, aud: 'tool', sub: subject, nonce, iat: Math.floor(now / 1000), exp: Math.floor(now / 1000) + 300 },
  [claim('version')]: '1.3.0',
  [claim('message_type')]: 'LtiResourceLinkRequest',
  [claim('deployment_id')]: 'd1',
  [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
  [claim('resource_link')]: { id: 'link-1' },
  [claim('target_link_uri')]: launchUrl,
  [claim('context')]: { id: 'course-1', title: 'Biology at the platform' },
});

async function post(state: string, id_token: string, cookie: string) {
  const answer = await server.app.request(launchUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams({ state, id_token }).toString(),
  });
  const location = new URL(answer.headers.get('location') ?? '', 'http://orrery.test');
  return { code: location.searchParams.get('code'), location, cookie: cookieOf(answer.headers) };
}

/** A launch as a browser makes it: what the sign-in opens, or null if it was refused. */
async function launch(subject: string, further: Record<string, unknown> = {}) {
  const { state, nonce, cookie } = await initiate();
  const ticket = await post(state, await platform.sign({ ...linkClaims(nonce, subject), ...further }), cookie);
  if (!ticket.code) return null;
  const answer = await server.call(calls.getAccessCode, { code: ticket.code, replace: true }, { cookie: ticket.cookie });
  expect(answer.message).toBe('');
  const { userData, opens } = answer.data as { userData: { userPuid: number }; opens: Opens | null };
  return { user: userData.userPuid, opens };
}
const causes = async () => (await dan.ok(calls.ltiRefusals, {})).map(({ cause }) => cause);

const choosing = {
  [claim('message_type')]: 'LtiDeepLinkingRequest',
  'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
    ...{ deep_link_return_url: 'https://campus.example/back', accept_types: ['ltiResourceLink'], data: 'opaque' },
    accept_presentation_document_targets: ['window'],
  },
};
/** A teacher chooses in the platform. Returns the custom parameter of the link. */
async function place(kind: 'lesson' | 'item', id: number) {
  const opened = await launch('s-tess', choosing);
  const { choice_id } = (opened as { opens: Opens | null }).opens as Extract<Opens, { kind: 'choose' }>;
  const tess = await server.signIn('tess');
  const { url } = await tess.ok(calls.chooseLtiResource, { choice_id, kind, id });
  const page = await server.app.request(url);
  const text = await page.text();
  const token = /name="JWT" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { payload, page, text, url, tess, choice_id };
}
const itemsOf = (payload: Record<string, unknown>) =>
  payload['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as {
    custom: { orrery_link: string };
    title: string;
    lineItem?: object;
  }[];
const services = (scope: string[] = [scoreScope]) => ({
  'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': { lineitem: `${platform.url}/items/1?course=2`, scope },
  'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': { context_memberships_url: `${platform.url}/course/memberships` },
});

describe('launches', () => {
  it('ask the platform by form post, with a state in a cookie that comes along from another site', async () => {
    const { asked, answer } = await initiate();
    expect(asked).toMatchObject({
      response_mode: 'form_post',
      prompt: 'none',
      redirect_uri: launchUrl,
      login_hint: 'u',
      client_id: 'tool',
    });
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=None/);
  });
  it('begin again in a window of their own when the platform frames them', async () => {
    const query = new URLSearchParams({ iss: platform.url, login_hint: '"><script>', target_link_uri: launchUrl, client_id: 'tool' });
    const answer = await server.app.request(`http://orrery.test/api/lms/ssoLogin/lti/login?${query}`, {
      headers: { 'sec-fetch-dest': 'iframe' },
    });
    const text = await answer.text();
    expect(text).toContain('target="_blank"');
    expect(text).not.toContain('"><script>');
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${platform.url}`);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  const valid: Record<string, Record<string, unknown>> = {
    'with all claims': { name: 'Ana', email: 'ana@hill.example', [claim('tool_platform')]: { guid: 'x' } },
    'with several roles': { [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner', 'urn:other'] },
    'with an unknown role': { [claim('roles')]: ['http://x.example/role#Unheard'] },
    'with no role at all': { [claim('roles')]: [] },
    'without a course': { [claim('context')]: undefined },
    'with unknown claims': { 'https://x.example/claim': { a: 1 } },
    'for several tools, made for us': { aud: ['tool', 'other'], azp: 'tool' },
  };
  it.each(Object.keys(valid))('are taken %s', async (name) => {
    expect((await launch('s-ana', valid[name]))?.user).toBe(ids.ana);
    expect(await causes()).toEqual([]);
  });

  const seconds = Math.floor(now / 1000);
  const invalid: Record<string, [LtiCause, Record<string, unknown>]> = {
    'of another issuer': ['issuer', { iss: 'https://evil.example' }],
    'for another tool': ['audience', { aud: 'other' }],
    'for several tools, made for another': ['audience', { aud: ['tool', 'other'], azp: 'other' }],
    'for several tools, made for nobody': ['audience', { aud: ['tool', 'other'] }],
    'with another nonce': ['nonce', { nonce: 'another' }],
    'without a nonce': ['nonce', { nonce: undefined }],
    'that has expired': ['expired', { iat: seconds - 600, exp: seconds - 300 }],
    'that is too old': ['expired', { iat: seconds - 3600, exp: seconds + 300 }],
    'of the future': ['time', { iat: seconds + 3600, exp: seconds + 7200 }],
    'without an end': ['time', { exp: undefined }],
    'without a beginning': ['time', { iat: undefined }],
    'of another deployment': ['deployment', { [claim('deployment_id')]: 'd2' }],
    'without a deployment': ['deployment', { [claim('deployment_id')]: undefined }],
    'of another version': ['version', { [claim('version')]: '1.1' }],
    'without a version': ['version', { [claim('version')]: undefined }],
    'of another message type': ['messageType', { [claim('message_type')]: 'LtiSubmissionReviewRequest' }],
    'without a message type': ['messageType', { [claim('message_type')]: undefined }],
    'without roles': ['roles', { [claim('roles')]: undefined }],
    'without a link': ['resourceLink', { [claim('resource_link')]: undefined }],
    'whose link has no id': ['resourceLink', { [claim('resource_link')]: { title: 'x' } }],
    'without a target': ['link', { [claim('target_link_uri')]: undefined }],
    'without a person': ['subject', { sub: undefined }],
    'of somebody without an account': ['account', { sub: 'nobody' }],
    'with services that are no addresses': [
      'malformed',
      { 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': { lineitem: 'javascript:alert(1)', scope: [] } },
    ],
    'to choose, without a way back': ['deepLinking', { [claim('message_type')]: 'LtiDeepLinkingRequest' }],
    'to choose, with a way back that runs': [
      'deepLinking',
      {
        ...choosing,
        'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
          ...{ deep_link_return_url: 'javascript:alert(1)', accept_types: ['ltiResourceLink'], accept_presentation_document_targets: [] },
        },
      },
    ],
    'to choose what we do not have': [
      'deepLinking',
      {
        ...choosing,
        'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
          ...{ deep_link_return_url: 'https://campus.example/back', accept_types: ['file'], accept_presentation_document_targets: [] },
        },
      },
    ],
  };
  it.each(Object.keys(invalid))('are refused %s, and the district sees why', async (name) => {
    const [cause, claims] = invalid[name] as [LtiCause, Record<string, unknown>];
    const { state, nonce, cookie } = await initiate();
    const { code, location } = await post(state, await platform.sign({ ...linkClaims(nonce, 's-ana'), ...claims }), cookie);
    expect(code).toBeNull();
    expect(location.search).toBe('?error=invalid');
    expect(await causes()).toEqual([cause]);
  });

  it('are refused unless their signature is one of the platform’s', async () => {
    const stranger = await generateKeyPair('RS256');
    const forged = async (make: (claims: Record<string, unknown>) => Promise<string> | string) => {
      const { state, nonce, cookie } = await initiate();
      return (await post(state, await make(linkClaims(nonce, 's-ana')), cookie)).code;
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const secret = new TextEncoder().encode('a secret of 32 bytes, long enough');
    expect(await forged((claims) => platform.sign(claims, { key: stranger.privateKey }))).toBeNull();
    expect(await forged((claims) => platform.sign(claims, { kid: 'unheard' }))).toBeNull();
    expect(await forged((claims) => platform.sign(claims, { kid: null }))).toBeNull();
    expect(await forged((claims) => `${part({ alg: 'none' })}.${part(claims)}.`)).toBeNull();
    expect(await forged((claims) => platform.sign(claims, { alg: 'HS256', key: secret as never }))).toBeNull();
    expect(await forged(() => 'no token')).toBeNull();
    expect((await causes()).reverse()).toEqual(['signature', 'keyUnknown', 'keyMissing', 'algorithm', 'algorithm', 'malformed']);
  });
  it('are refused without the cookie, of another start, in a replay and too late', async () => {
    const { state, nonce, cookie } = await initiate();
    const token = await platform.sign(linkClaims(nonce, 's-ana'));
    expect((await post(state, token, '')).code).toBeNull();
    const other = await initiate();
    expect((await post(state, token, other.cookie)).code).toBeNull();
    expect((await post(other.state, token, other.cookie)).code).toBeNull();
    expect((await post(state, token, cookie)).code).not.toBeNull();
    expect((await post(state, token, cookie)).code).toBeNull();
    expect((await causes()).reverse()).toEqual(['state', 'state', 'nonce', 'state']);
    const late = await initiate();
    server.clock.now += minutes(11);
    expect((await post(late.state, await platform.sign(linkClaims(late.nonce, 's-ana')), late.cookie)).code).toBeNull();
  });
  it('follow a platform that replaces its key, and ask it for keys twice a minute at most', async () => {
    expect(await launch('s-ana')).not.toBeNull();
    await platform.rotate();
    const fetched = () => platform.asked.filter((path) => path === '/lti/keys').length;
    expect(await launch('s-ana'), 'within half a minute').toBeNull();
    expect(fetched()).toBe(1);
    server.clock.now += 31_000;
    expect(await launch('s-ana')).not.toBeNull();
    for (let time = 0; time < 5; time++) {
      const { state, nonce, cookie } = await initiate();
      await post(state, await platform.sign(linkClaims(nonce, 's-ana'), { kid: `flood-${time}` }), cookie);
    }
    expect(fetched()).toBe(2);
  });
  it('are refused while the platform is off or deleted', async () => {
    const [row] = (await dan.ok(calls.ltiConsumers, {})).platforms;
    const { version = 0 } = row ?? {};
    const begun = await initiate();
    const of = { district_id: 1, platform_id };
    await dan.ok(calls.updateLtiConsumer, { ...of, version, ...fieldsOf(platform.url, { active: false }) });
    expect((await post(begun.state, await platform.sign(linkClaims(begun.nonce, 's-ana')), begun.cookie)).code).toBeNull();
    expect(await causes()).toEqual(['inactive']);
    expect((await initiate()).answer.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    await dan.ok(calls.removeLtiConsumer, of);
    await dan.ok(calls.addLtiConsumer, fieldsOf(platform.url));
    expectFailure(await dan.call(calls.restoreLtiConsumer, of), 409);
  });
});

describe('for the technician', () => {
  const status = () => integrationOf(dan, 'lti');
  const refused = async (claims: Record<string, unknown>) => expect(await launch('s-ana', claims)).toBeNull();

  it('a platform is unused, fails, has failed and works again, works, and is off', async () => {
    expect(await status()).toMatchObject({ state: 'unused', cause: null, failures: 0, worked_at: null });
    await refused({ [claim('deployment_id')]: 'd2' });
    expect(await status()).toMatchObject({ state: 'failed', cause: 'deployment', failures: 1 });
    server.clock.now += 1000;
    await launch('s-ana');
    expect(await status()).toMatchObject({ state: 'warning', cause: 'deployment', worked_at: new Date(server.clock.now).toISOString() });
    server.clock.now += days(8);
    dan = await server.signIn('dan');
    expect(await status()).toMatchObject({ state: 'works', cause: null, failures: 0 });
    const [row] = (await dan.ok(calls.ltiConsumers, {})).platforms;
    const fields = { ...fieldsOf(platform.url, { active: false }), district_id: 1, platform_id, version: row?.version ?? 0 };
    await dan.ok(calls.updateLtiConsumer, fields);
    await initiate();
    expect(await status()).toMatchObject({ state: 'off', cause: 'inactive', failures: 1 });
  });
  it('a person without an account is no outage while others get in', async () => {
    await launch('s-ana');
    server.clock.now += 1000;
    await launch('nobody');
    expect(await status()).toMatchObject({ state: 'warning', cause: 'account', failures: 1 });
    server.clock.now += 1000;
    await launch('s-ana');
    expect(await status()).toMatchObject({ state: 'works', cause: 'account', failures: 1 });
  });
});

describe('platforms', () => {
  it('come from the environment once; what an administrator changed stays', async () => {
    const { name: _, active: __, ...seed } = fieldsOf('https://seed.example');
    server.ports.singleSignOn = { learningTools: [{ ...seed, district_id: 1 }] };
    await seedPlatforms(server.ports);
    await seedPlatforms(server.ports);
    const seeded = async () => (await dan.ok(calls.ltiConsumers, {})).platforms.filter(({ issuer }) => issuer === 'https://seed.example');
    const [row] = await seeded();
    expect(await seeded()).toHaveLength(1);
    expect(row).toMatchObject({ active: true, deployment_ids: ['d1'], name: 'seed.example' });
    await dan.ok(calls.removeLtiConsumer, { district_id: 1, platform_id: row?.platform_id ?? 0 });
    await seedPlatforms(server.ports);
    expect(await seeded()).toEqual([]);
  });
  it('of another district are neither seen nor changed, and cannot take a launch', async () => {
    const dora = await server.signIn('dora');
    expect((await dora.ok(calls.ltiConsumers, {})).platforms).toEqual([]);
    const of = { district_id: 1, platform_id };
    expectFailure(await dora.call(calls.removeLtiConsumer, of), 404);
    expectFailure(await dora.call(calls.testLtiConsumer, of), 404);
    expectFailure(await dora.call(calls.addLtiConsumer, fieldsOf(platform.url)), 409);
    expectFailure(
      await dora.call(calls.addLtiConsumer, fieldsOf(platform.url, { deployment_ids: ['d2'], jwks_uri: 'https://evil.example/k' })),
      409,
    );
    const max = await server.signIn('max');
    expect((await max.ok(calls.ltiConsumers, {})).platforms).toMatchObject([{ platform_id, district_id: 1 }]);
  });
  it('share an issuer and a client between districts, told apart by the deployment: the same subject is another person in each', async () => {
    await (await server.signIn('dora')).ok(calls.addLtiConsumer, fieldsOf(platform.url, { deployment_ids: ['d2'] }));
    await server.db.updateTable('app_user').set({ sourced_id: 's-ana' }).where('user_puid', '=', ids.zoe).execute();
    for (let time = 0; time < 2; time++) {
      expect((await launch('s-ana', { [claim('deployment_id')]: 'd2' }))?.user).toBe(ids.zoe);
      expect((await launch('s-ana'))?.user).toBe(ids.ana);
    }
    expect(await launch('s-ben', { [claim('deployment_id')]: 'd2' })).toBeNull();
  });
  it('are added by the provider’s administrators, who choose the district, and whose lines its own administrator reads', async () => {
    const pam = await server.signIn('pam');
    const dora = await server.signIn('dora');
    const of = { district_id: ids.otherDistrict };
    const added = await pam.ok(calls.addLtiConsumer, { ...of, ...fieldsOf('https://coast.example', { deployment_ids: ['c1'] }) });
    expect(added).toMatchObject({ ...of, district_name: 'South' });
    expect((await dora.ok(calls.ltiConsumers, {})).platforms).toMatchObject([{ platform_id: added.platform_id }]);
    expect((await dan.ok(calls.ltiConsumers, {})).platforms).toMatchObject([{ platform_id }]);
    const { rows } = await dora.ok(calls.auditEntries, { user_puid: ids.dora });
    expect(rows.find(({ action }) => action === 'platform.add')).toMatchObject({ actor: { user_puid: ids.pam } });
    for (const other of [ids.otherDistrict, 999]) {
      const fields = fieldsOf('https://other.example', { deployment_ids: ['o1'] });
      expectFailure(await dan.call(calls.addLtiConsumer, { district_id: other, ...fields }), 404);
      expectFailure(await dan.call(calls.inviteLtiConsumer, { district_id: other }), 404);
    }
    expectFailure(await pam.call(calls.inviteLtiConsumer, { district_id: 999 }), 404);
  });
  it('are made once by ten at the same moment', async () => {
    const fields = fieldsOf('https://ten.example', { deployment_ids: ['x'] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => dan.call(calls.addLtiConsumer, fields)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });
  it('are tested: keys and access tokens', async () => {
    const of = { district_id: 1, platform_id };
    expect(await dan.ok(calls.testLtiConsumer, of)).toEqual({ keys: 'ok', token: 'ok' });
    platform.close();
    const other = await dan.ok(calls.addLtiConsumer, fieldsOf('http://127.0.0.1:9', { token_endpoint: '' }));
    expect(await dan.ok(calls.testLtiConsumer, { ...of, platform_id: other.platform_id })).toEqual({ keys: 'unreachable', token: 'off' });
  });
});

describe('own keys', () => {
  it('are replaced before they are old, published ahead of their use, and sealed', async () => {
    const kids = async () => (await ownKeySet(server.ports)).keys.map(({ kid }) => kid);
    const [first] = await kids();
    server.clock.now += days(89);
    const both = await kids();
    expect(both).toHaveLength(2);
    expect(both[0]).toBe(first);
    server.clock.now += days(30);
    expect(await kids()).toEqual([both[1]]);
    const stored = await server.db.selectFrom('lti_key').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/PRIVATE KEY|"d":/);
    const answer = await server.app.request('http://orrery.test/api/lms/ssoLogin/lti/jwks');
    expect(Object.keys((await answer.json()).keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});

describe('deep linking', () => {
  it('returns what the teacher chose, signed, once', async () => {
    const { payload, page, text, url, tess, choice_id } = await place('lesson', ids.freeLesson);
    expect(payload).toMatchObject({
      ...{ iss: 'tool', aud: [platform.url], [claim('message_type')]: 'LtiDeepLinkingResponse', [claim('deployment_id')]: 'd1' },
      'https://purl.imsglobal.org/spec/lti-dl/claim/data': 'opaque',
    });
    expect(itemsOf(payload)[0]).toMatchObject({ type: 'ltiResourceLink', title: 'In any order', lineItem: { scoreMaximum: 100 } });
    expect(text).toContain('action="https://campus.example/back"');
    expect(page.headers.get('content-security-policy')).toContain('form-action https://campus.example');
    expect((await server.app.request(url)).status).toBe(404);
    expectFailure(await tess.call(calls.chooseLtiResource, { choice_id, kind: 'lesson', id: ids.freeLesson }), 404);
  });
  it('lets nobody else choose, and nothing that the teacher may not use', async () => {
    const opened = await launch('s-tess', choosing);
    const { choice_id } = (opened as { opens: Opens | null }).opens as Extract<Opens, { kind: 'choose' }>;
    const tom = await server.signIn('tom');
    expectFailure(await tom.call(calls.chooseLtiResource, { choice_id, kind: 'lesson', id: ids.tomsLesson }), 404);
    expectFailure(await tom.call(calls.ltiChoices, { choice_id, list: 'lessons' }), 404);
    const tess = await server.signIn('tess');
    expectFailure(await tess.call(calls.chooseLtiResource, { choice_id, kind: 'lesson', id: ids.tomsLesson }), 404);
    const lessons = await tess.ok(calls.ltiChoices, { choice_id, list: 'lessons' });
    expect(lessons.rows.map(({ title }) => title)).toEqual(['In any order', 'In order']);
    const found = await tess.ok(calls.ltiChoices, { choice_id, list: 'items', search: 'quiz' });
    expect(found.rows).toMatchObject([{ kind: 'item', title: 'quiz', item_type_id: ResourceType.quiz, has_score: true }]);
    const parallel = await Promise.all(
      Array.from({ length: 5 }, () => tess.call(calls.chooseLtiResource, { choice_id, kind: 'lesson', id: ids.freeLesson })),
    );
    expect(parallel.filter(({ code }) => code === 200)).toHaveLength(1);
    server.clock.now += minutes(61);
    expectFailure(await tess.call(calls.ltiChoices, { choice_id, list: 'lessons' }), 409);
    expectFailure(await tess.call(calls.ltiChoices, { choice_id: 0, list: 'lessons' }), 409);
    expectFailure(await tess.call(calls.ltiChoices, { choice_id: choice_id + 1, list: 'lessons' }), 404);
  });
  it('is not for students', async () => {
    expect(await launch('s-ana', choosing)).toEqual({ user: ids.ana, opens: null });
    expect(await causes()).toEqual(['roles']);
  });
});

describe('links', () => {
  const custom = (payload: Record<string, unknown>) => ({ [claim('custom')]: itemsOf(payload)[0]?.custom });

  it('open the lesson for students, in a class of the course, and for the teacher', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    const opened = await Promise.all(['s-ana', 's-ben'].map((subject) => launch(subject, custom(payload))));
    for (const one of opened) expect(one?.opens).toMatchObject({ kind: 'lesson', lesson_id: ids.freeLesson });
    expect((await launch('s-tess', custom(payload)))?.opens).toEqual({ kind: 'preview', lesson_id: ids.freeLesson });
    const classes = await server.db.selectFrom('class_group').select('group_puid').where('name', '=', 'Biology at the platform').execute();
    expect(classes).toHaveLength(1);
    const { opens } = (await launch('s-ana', custom(payload))) ?? {};
    const { assignment_id } = opens as Extract<Opens, { kind: 'lesson' }>;
    const ana = await server.signIn('ana');
    const lesson = await ana.ok(calls.lessonPlayer, { lesson_id: ids.freeLesson, assignment_id, user_puid: ids.ana } as never);
    expect(lesson).toBeTruthy();
    expect((await dan.ok(calls.ltiConsumers, {})).platforms[0]?.launches).toBe(5);
  });
  it('open an item as a lesson of its own, made once', async () => {
    const first = itemsOf((await place('item', idOf('course/unit/sub/quiz'))).payload)[0];
    await place('item', idOf('course/unit/sub/quiz'));
    expect(first).toMatchObject({ title: 'quiz', lineItem: { label: 'quiz' } });
    const made = await server.db.selectFrom('lesson').select('lesson_id').where('lesson_name', '=', 'quiz').execute();
    expect(made).toHaveLength(1);
  });
  it('of another platform or of none open the home page', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    expect((await launch('s-ana', { [claim('custom')]: { orrery_link: 'unknown' } }))?.opens).toBeNull();
    const other = await dan.ok(calls.addLtiConsumer, fieldsOf('http://127.0.0.1:9', { token_endpoint: '' }));
    await server.db
      .updateTable('lti_link')
      .set({ platform_id: other.platform_id })
      .where('link_id', '=', itemsOf(payload)[0]?.custom.orrery_link ?? '')
      .execute();
    expect((await launch('s-ana', custom(payload)))?.opens).toBeNull();
    expect(await causes()).toEqual(['link', 'link']);
    expect((await launch('s-ana'))?.opens).toBeNull();
  });
});

describe('scores', () => {
  /** Ana opened the quiz from the platform and handed it in. */
  async function handedIn() {
    const { payload, tess } = await place('item', idOf('course/unit/sub/quiz'));
    const link = { [claim('custom')]: itemsOf(payload)[0]?.custom, ...services() };
    const opened = await launch('s-ana', link);
    const { lesson_id, assignment_id } = (opened as { opens: Opens | null }).opens as Extract<Opens, { kind: 'lesson' }>;
    const { group_assignment_id, group_puid } = await server.db
      .selectFrom('group_assignment')
      .select(['group_assignment_id', 'group_puid'])
      .where('assignment_id', '=', assignment_id)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('attempt')
      .values({
        ...{ district_id: 1, result_id: 77, user_puid: ids.ana, quiz_id, lesson_id, assignment_id, group_assignment_id },
        ...{ resource_tracking_id: 1, state: 'graded', started_at: now, ends_at: null, submitted_at: now, released_at: null },
        ...{ time_spent: 9, score: 7, max_score: 10, receipt: null, layout: '{}' },
      })
      .execute();
    const whose = { grouppuid: group_puid, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, group_assignment_id };
    const date = { released_by_puid: ids.tess, release_date: new Date(now).toISOString() };
    return {
      release: () => tess.ok(calls.releaseReport, { ...whose, ...date } as never),
      recall: () => tess.ok(calls.recallReport, { ...whose, recalled_by_puid: ids.tess } as never),
      delivery: scoreDelivery(server.ports),
    };
  }
  const full = { userId: 's-ana', activityProgress: 'Completed', gradingProgress: 'FullyGraded', scoreGiven: 7, scoreMaximum: 10 };

  it('go to the platform after the release, once, and are taken back with it', async () => {
    const { release, recall, delivery } = await handedIn();
    await delivery.sendDue();
    expect(platform.received).toEqual([]);
    await release();
    await Promise.all([delivery.sendDue(), scoreDelivery(server.ports).sendDue(), delivery.sendDue()]);
    await delivery.sendDue();
    expect(platform.received.map(({ path, body: { timestamp: _, ...body } }) => [path, body])).toEqual([['/items/1/scores', full]]);
    server.clock.now += 1000;
    await recall();
    await delivery.sendDue();
    const [, taken] = platform.received;
    expect(taken?.body).toMatchObject({ userId: 's-ana', gradingProgress: 'Pending' });
    expect(taken?.body).not.toHaveProperty('scoreGiven');
    expect(taken?.body.timestamp.localeCompare(platform.received[0]?.body.timestamp ?? '')).toBe(1);
    server.clock.now += 1000;
    await release();
    await delivery.sendDue();
    await delivery.sendDue();
    expect(platform.received).toHaveLength(3);
    expect(platform.received[2]?.body).toMatchObject(full);
  });
  it('are sent again with growing pauses and the same timestamp, and 409 means that it arrived', async () => {
    const { release, delivery } = await handedIn();
    await release();
    platform.answersWith.status = 503;
    const waits: number[] = [];
    const row = () => server.db.selectFrom('lti_result').select(['attempts', 'next_at', 'wanted_at', 'sent']).executeTakeFirstOrThrow();
    for (let time = 0; time < 4; time++) {
      await delivery.sendDue();
      const { next_at } = await row();
      waits.push(Number(next_at) - server.clock.now);
      server.clock.now = Number(next_at);
    }
    for (const [at, wait] of waits.entries()) if (at > 0) expect(wait).toBeGreaterThan((waits[at - 1] ?? 0) * 1.1);
    expect(await causes()).toEqual(['scoreRefused']);
    expect((await dan.ok(calls.ltiConsumers, {})).platforms[0]?.waiting).toBe(1);
    expect(await integrationOf(dan, 'ltiScores')).toMatchObject({ state: 'failed', cause: 'scoreRefused', failures: 1, worked_at: null });
    platform.answersWith.status = 409;
    const { wanted_at } = await row();
    await delivery.sendDue();
    expect(await integrationOf(dan, 'ltiScores')).toMatchObject({ state: 'warning', cause: 'scoreRefused', failures: 1 });
    expect(await row()).toMatchObject({ next_at: null, wanted_at, sent: expect.stringContaining('FullyGraded') });
    expect(platform.received).toEqual([]);
  });
  it('are given up when the platform has deleted the place for them', async () => {
    const { release, delivery } = await handedIn();
    await release();
    platform.answersWith.status = 404;
    await delivery.sendDue();
    server.clock.now += days(1);
    platform.answersWith.status = 200;
    await delivery.sendDue();
    expect(platform.received).toEqual([]);
    expect(await causes()).toEqual(['scoreRefused']);
  });
  it('tell no key, no token and no message to anyone: not in answers, errors, the log, the audit or exports', async () => {
    const { release, delivery } = await handedIn();
    const { state, nonce, cookie } = await initiate();
    const message = await platform.sign(linkClaims(nonce, 's-ben'));
    const ticket = await post(state, message, cookie);
    await release();
    for (const status of [500, 200]) {
      platform.answersWith.status = status;
      await delivery.sendDue();
      server.clock.now += days(1);
    }
    expect(platform.received).toHaveLength(1);
    const { sealed_private } = await server.db.selectFrom('lti_key').select('sealed_private').executeTakeFirstOrThrow();
    const key = keySeal.unseal(server.ports, sealed_private).split('\n')[3] ?? '';
    const secrets = [key, message, nonce, state, ticket.code ?? '', ...platform.tokens];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(15);
    const told = await everythingTold(server, dan);
    for (const call of [calls.ltiConsumers, calls.ltiRefusals]) told.push((await dan.call(call, {})).text);
    for (const text of told) for (const secret of secrets) expect(text).not.toContain(secret);
    expect(server.reports).toEqual([]);
  });
  it('have their address before the query', () => {
    expect(scoresOf('https://x.example/a/1?b=2')).toBe('https://x.example/a/1/scores?b=2');
  });
});

it('keeps why it refused for ninety days', async () => {
  await launch('x-stranger');
  expect(await causes()).toHaveLength(1);
  server.clock.now += days(90);
  await purge(server.ports, false);
  dan = await server.signIn('dan');
  expect(await causes()).toHaveLength(1);
  server.clock.now += days(1);
  await purge(server.ports, false);
  dan = await server.signIn('dan');
  expect(await causes()).toEqual([]);
});

describe('rosters', () => {
  const learner = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'];
  const member = (user_id: string, status = 'Active') => ({ user_id, roles: learner, status });
  const inClass = async () => {
    const rows = await server.db
      .selectFrom('enrollment as e')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .select('e.user_puid')
      .where('g.name', '=', 'Biology at the platform')
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .orderBy('e.user_puid')
      .execute();
    return rows.map(({ user_puid }) => user_puid);
  };

  it('end only what they began: whom a teacher or the roster has enrolled stays', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    const link = { [claim('custom')]: itemsOf(payload)[0]?.custom, ...services() };
    platform.members.push(member('s-ana'), member('s-ben'));
    await launch('s-tess', link);
    await server.settle();
    expect(await inClass()).toEqual([ids.ana, ids.ben]);
    const { group_puid } = await server.db
      .selectFrom('class_group')
      .select('group_puid')
      .where('name', '=', 'Biology at the platform')
      .executeTakeFirstOrThrow();
    const own = (user_puid: number) =>
      server.db.updateTable('enrollment').where('group_puid', '=', group_puid).where('user_puid', '=', user_puid);
    const empty = async () => {
      platform.members.splice(0);
      await launch('s-tess', link);
      await server.settle();
      return inClass();
    };
    const tess = await server.signIn('tess');
    await tess.ok(calls.addGroupStudents, { group_puid, user_puids: [ids.ben] });
    expect(await empty()).toEqual([ids.ben]);
    // Who comes back by the platform is the platform's again, unless somebody has the student in the class.
    platform.members.push(member('s-ana'), member('s-ben'));
    await launch('s-tess', link);
    await server.settle();
    expect(await inClass()).toEqual([ids.ana, ids.ben]);
    await own(ids.ana).set({ roster_active: 1 }).execute();
    expect(await empty()).toEqual([ids.ana, ids.ben]);
    await own(ids.ana).set({ roster_active: null }).execute();
    expect(await empty()).toEqual([ids.ben]);
  });

  it('of all pages join the class, and who left the course leaves it; nobody gets an account', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    const link = { [claim('custom')]: itemsOf(payload)[0]?.custom, ...services() };
    platform.members.push(member('x-1'), member('x-2'), member('s-ana'), member('s-ben'), { user_id: 's-tess', roles: ['Instructor'] });
    const people = () =>
      server.db
        .selectFrom('app_user')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
    const before = await people();
    await launch('s-tess', link);
    await server.settle();
    expect(server.reports).toEqual([]);
    expect(await inClass()).toEqual([ids.ana, ids.ben]);
    expect(await integrationOf(dan, 'ltiRoster')).toMatchObject({
      ...{ state: 'warning', cause: 'strangers', worked_at: new Date(now).toISOString(), failures: 0 },
    });
    platform.members.splice(2, 1);
    platform.members.push(member('s-ben', 'Inactive'));
    await launch('s-tess', link);
    await server.settle();
    expect(await inClass()).toEqual([ids.ben]);
    expect(await people()).toEqual(before);
    server.clock.now += 1000;
    const asked = await platformById(server.ports, { district_id: 1, platform_id });
    await syncRoster(server.ports, asked as NonNullable<typeof asked>, {
      ...{ deployment_id: 'd1', context_id: 'course-1', context_title: '', memberships_url: `${platform.url}/nothing` },
    });
    expect(await integrationOf(dan, 'ltiRoster')).toMatchObject({ state: 'failed', cause: 'rosterUnavailable', failures: 1 });
  });
});

describe('learners without an account', () => {
  const learner = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'];
  const course = { deployment_id: 'd1', context_id: 'course-1', context_title: 'Biology' };
  const read = async (further: object = {}) => {
    const asked = await platformById(server.ports, { district_id: 1, platform_id });
    if (!asked) throw new Error('There is no platform.');
    await syncRoster(server.ports, asked, { ...course, memberships_url: `${platform.url}/course/memberships`, ...further });
  };
  const listed = async () => await server.db.selectFrom('lti_member').select(['subject', 'name']).orderBy('subject').execute();
  const counted = async () => (await dan.ok(calls.ltiConsumers, {})).platforms[0]?.strangers;

  it('are kept by the names that the platform gives, counted, and told to the technician', async () => {
    platform.members.push(
      ...[
        { user_id: 's-ana', roles: learner, name: 'Ana' },
        { user_id: 'x-1', roles: learner, name: '  Xaver\nXu ' },
        { user_id: 'x-2', roles: learner, given_name: 'Yan', family_name: 'Yi' },
        { user_id: 'x-3', roles: learner },
        { user_id: 'x-4', roles: ['Instructor'], name: 'A teacher' },
        { user_id: 'x-5', roles: learner, status: 'Inactive', name: 'Gone' },
      ],
    );
    await read();
    expect(await listed()).toEqual([
      { subject: 'x-1', name: 'Xaver Xu' },
      { subject: 'x-2', name: 'Yan Yi' },
      { subject: 'x-3', name: '' },
    ]);
    // A second course with one of them counts nobody twice.
    await read({ context_id: 'course-2' });
    expect(await counted()).toBe(3);
    expect(await integrationOf(dan, 'ltiRoster')).toMatchObject({ state: 'warning', cause: 'strangers' });
    expect((await (await server.signIn('dora')).ok(calls.ltiConsumers, {})).platforms).toEqual([]);
    expect((await (await server.signIn('max')).ok(calls.ltiConsumers, {})).platforms[0]?.strangers).toBe(3);
  });
  it('are none any more once they left the course, got an account, or the platform was deleted', async () => {
    platform.members.push(...['x-1', 'x-2', 'x-3'].map((user_id) => ({ user_id, roles: learner })));
    await read();
    await server.db.updateTable('app_user').set({ sourced_id: 'x-1' }).where('user_puid', '=', ids.cal).execute();
    platform.members.pop();
    await read();
    expect(await listed()).toEqual([{ subject: 'x-2', name: '' }]);
    await server.db
      .insertInto('federated_identity')
      .values({
        ...{ provider: `learningTools ${platform.url} tool 1`, issuer: platform.url, subject: 'x-2' },
        ...{ district_id: 1, user_puid: ids.ana, linked_at: 1 },
      })
      .execute();
    expect(await counted()).toBe(0);
    expect(await integrationOf(dan, 'ltiRoster')).toMatchObject({ state: 'works' });
    await dan.ok(calls.removeLtiConsumer, { district_id: 1, platform_id });
    expect(await listed()).toEqual([]);
  });
  it('stay as they are while the roster cannot be read, and are forgotten after ninety days', async () => {
    platform.members.push({ user_id: 'x-1', roles: learner, name: 'Xaver' });
    await read();
    await read({ memberships_url: `${platform.url}/nothing` });
    expect(await listed()).toHaveLength(1);
    server.clock.now += days(91);
    await purge(server.ports, false);
    expect(await listed()).toEqual([]);
  });
  it.skipIf(process.env.DATABASE_URL)('cost as many statements as two do, and so do learners with accounts', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    await launch('s-tess', { [claim('custom')]: itemsOf(payload)[0]?.custom, ...services() });
    await server.settle();
    const methods = (['run', 'all', 'get', 'iterate'] as const).map((method) => vi.spyOn(StatementSync.prototype, method));
    const statementsFor = async (members: typeof platform.members) => {
      platform.members.splice(0, Number.POSITIVE_INFINITY, ...members);
      for (const method of methods) method.mockClear();
      await read();
      return methods.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    };
    const few = ['s-ana', 'x-1'].map((user_id) => ({ user_id, roles: learner }));
    const many = [
      ...few,
      { user_id: 's-ben', roles: learner },
      ...Array.from({ length: 200 }, (_, at) => ({ user_id: `y-${at}`, roles: learner })),
    ];
    // Some statements are needed only while something changes.
    await statementsFor(few);
    await statementsFor(many);
    const manyAgain = await statementsFor(many);
    await statementsFor(few);
    expect(manyAgain).toBe(await statementsFor(few));
    for (const method of methods) method.mockRestore();
  });
});

describe('links by hand', () => {
  const mine = { user_puid: ids.dan, district_id: 1 };
  const named = (subject: string) => ({ ...mine, kind: 'lti' as const, provider_id: platform_id, subject });
  const unlinked = async () =>
    (await dan.ok(calls.samlIdentities, { ...mine, list: 'unlinked' })).rows.map((row) => [row.subject, row.name_at_provider, row.kind]);
  const change = async (further: object) => {
    const [row] = (await dan.ok(calls.ltiConsumers, {})).platforms;
    const version = row?.version ?? 0;
    await dan.ok(calls.updateLtiConsumer, { district_id: 1, platform_id, version, ...fieldsOf(platform.url, further) });
  };
  const lis = (person_sourcedid: unknown) => ({ [claim('lis')]: { person_sourcedid } });

  it('open their account, and are taken back', async () => {
    expect(await launch('x-1', { name: 'Xaver Xu' })).toBeNull();
    expect(await unlinked()).toEqual([['x-1', 'Xaver Xu', 'lti']]);
    expect(await dan.ok(calls.addSamlIdentity, { ...named('x-1'), user_name: 'sue' })).toMatchObject({
      user_name: 'sue',
      issuer: platform.url,
    });
    expect((await launch('x-1'))?.user).toBe(ids.sue);
    await dan.ok(calls.removeSamlIdentity, named('x-1'));
    expect(await launch('x-1')).toBeNull();
    expect(await dan.ok(calls.restoreSamlIdentity, named('x-1'))).toMatchObject({ user_name: 'sue' });
    expect((await launch('x-1'))?.user).toBe(ids.sue);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.sue).execute();
    expect(await launch('x-1')).toBeNull();
    const dora = await server.signIn('dora');
    const theirs = { ...named('x-2'), user_puid: ids.dora, district_id: ids.otherDistrict };
    expectFailure(await dora.call(calls.addSamlIdentity, { ...theirs, user_name: 'zoe' }), 404);
  });
  it('forget a learner of one platform, not one with the same id of another', async () => {
    const platform = await server.db
      .selectFrom('lti_platform')
      .selectAll()
      .where('platform_id', '=', platform_id)
      .executeTakeFirstOrThrow();
    const second = platform_id + 1000;
    await server.db
      .insertInto('lti_platform')
      .values({ ...platform, platform_id: second, name: 'Second', issuer: 'https://second.example' })
      .execute();
    const learner = { district_id: 1, deployment_id: 'd', context_id: 'c', subject: 'x-9', context_title: 'Earth', listed_at: 0 };
    await server.db
      .insertInto('lti_member')
      .values([
        { ...learner, platform_id, name: 'Xaver Xu' },
        { ...learner, platform_id: second, name: 'Yan Yu' },
      ])
      .execute();
    expect(await unlinked()).toHaveLength(2);
    await dan.ok(calls.removeSamlIdentity, named('x-9'));
    expect(await unlinked()).toEqual([['x-9', 'Yan Yu', 'lti']]);
    await dan.ok(calls.restoreSamlIdentity, named('x-9'));
    expect(await unlinked()).toHaveLength(2);
  });
  it('bring learners whom the roster lists into the class, and are made from their names', async () => {
    const { payload } = await place('lesson', ids.freeLesson);
    const link = { [claim('custom')]: itemsOf(payload)[0]?.custom, ...services() };
    const roles = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'];
    platform.members.push({ user_id: 'x-1', roles, name: 'Xaver Xu' });
    await launch('s-tess', link);
    await server.settle();
    expect(await unlinked()).toEqual([['x-1', 'Xaver Xu', 'lti']]);
    // Forgotten and listed again.
    await dan.ok(calls.removeSamlIdentity, named('x-1'));
    expect(await unlinked()).toEqual([]);
    await dan.ok(calls.restoreSamlIdentity, named('x-1'));
    expect(await unlinked()).toEqual([['x-1', 'Xaver Xu', 'lti']]);
    await dan.ok(calls.addSamlIdentity, { ...named('x-1'), user_name: 'ben' });
    expect(await unlinked()).toEqual([]);
    await launch('s-tess', link);
    await server.settle();
    const inClass = await server.db
      .selectFrom('enrollment')
      .select('listed_in')
      .where('user_puid', '=', ids.ben)
      .where('listed_in', '=', 'platform')
      .execute();
    expect(inClass).toHaveLength(1);
  });
  it('come from a file by the platform’s name or issuer', async () => {
    const row = (at: number, provider: string, subject: string) => ({ row: at, provider, subject, person: 'sue' });
    const rows = [row(2, 'campus', 'x-1'), row(3, platform.url, 'x-2'), row(4, '', 'x-3'), row(5, 'Elsewhere', 'x-4')];
    const checked = await dan.ok(calls.checkSamlLinks, { ...mine, rows });
    expect([checked.ready, checked.findings]).toEqual([3, [{ row: 5, finding: 'providerUnknown' }]]);
    await dan.ok(calls.addSamlLinks, { ...mine, rows });
    expect((await launch('x-3'))?.user).toBe(ids.sue);
  });

  it('are not needed if the platform sends roster ids beside unknown subjects, and is believed', async () => {
    expect(await launch('u-1', lis('s-ana')), 'not believed').toBeNull();
    await change({ subject_is_sourced_id: false, lis_is_sourced_id: true });
    expect((await launch('u-1', lis('s-ana')))?.user).toBe(ids.ana);
    expect((await launch('u-1'))?.user, 'linked by then').toBe(ids.ana);
    // The link decides, not the claim of a later launch.
    expect((await launch('u-1', lis('s-ben')))?.user).toBe(ids.ana);
    expect(await launch('s-ben'), 'the subject is no roster id').toBeNull();
    for (const wrong of ['', 7, null, 'x'.repeat(256), 'unheard', { a: 1 }]) expect(await launch('u-2', lis(wrong))).toBeNull();
    expect(await launch('u-2', { [claim('lis')]: 'text' })).toBeNull();
  });
  it('go before the roster id that the platform sends, even to a deactivated account', async () => {
    await change({ subject_is_sourced_id: false, lis_is_sourced_id: true });
    await dan.ok(calls.addSamlIdentity, { ...named('u-1'), user_name: 'sue' });
    expect((await launch('u-1', lis('s-ana')))?.user).toBe(ids.sue);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.sue).execute();
    expect(await launch('u-1', lis('s-ana'))).toBeNull();
  });
  it('are not needed for learners of a roster with roster ids; nobody above a district’s administrator is found', async () => {
    await change({ subject_is_sourced_id: false, lis_is_sourced_id: true });
    await server.db.updateTable('app_user').set({ sourced_id: 's-max' }).where('user_puid', '=', ids.max).execute();
    expect(await launch('u-9', lis('s-max'))).toBeNull();
    const { payload } = await place('lesson', ids.freeLesson).catch(() => ({ payload: null }));
    expect(payload, 'the teacher’s subject is no roster id').toBeNull();
    await dan.ok(calls.addSamlIdentity, { ...named('s-tess'), user_name: 'tess' });
    const link = { [claim('custom')]: itemsOf((await place('lesson', ids.freeLesson)).payload)[0]?.custom, ...services() };
    const roles = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'];
    platform.members.push(
      { user_id: 'u-1', roles, lis_person_sourcedid: 's-ana' },
      { user_id: 'u-2', roles, lis_person_sourcedid: 'unheard' },
    );
    await launch('s-tess', link);
    await server.settle();
    const inClass = await server.db.selectFrom('enrollment').select('user_puid').where('listed_in', '=', 'platform').execute();
    expect(inClass).toEqual([{ user_puid: ids.ana }]);
    expect(await unlinked()).toContainEqual(['u-2', '', 'lti']);
  });
});

describe('dynamic registration', () => {
  it('adds the platform, off until it is turned on, once per invitation', async () => {
    const other = await startLtiPlatform({ jwks: await ownKeySet(server.ports) });
    const { url } = await dan.ok(calls.inviteLtiConsumer, {});
    const open = (configuration: string) => server.app.request(`${url}&openid_configuration=${encodeURIComponent(configuration)}`);
    const answer = await open(`${other.url}/.well-known/openid-configuration`);
    expect(await answer.text()).toContain('org.imsglobal.lti.close');
    const { platforms } = await dan.ok(calls.ltiConsumers, {});
    expect(platforms.find(({ issuer }) => issuer === other.url)).toMatchObject({ active: false, jwks_uri: `${other.url}/jwks` });
    await open(`${other.url}/.well-known/openid-configuration`);
    expect((await dan.ok(calls.ltiConsumers, {})).platforms).toHaveLength(2);
    other.close();
  });
  it('adds it to the district that the provider’s administrator chose for the invitation', async () => {
    const other = await startLtiPlatform({ jwks: await ownKeySet(server.ports) });
    const pam = await server.signIn('pam');
    const dora = await server.signIn('dora');
    const { url } = await pam.ok(calls.inviteLtiConsumer, { district_id: ids.otherDistrict });
    await server.app.request(`${url}&openid_configuration=${encodeURIComponent(`${other.url}/.well-known/openid-configuration`)}`);
    expect((await dora.ok(calls.ltiConsumers, {})).platforms).toMatchObject([{ issuer: other.url, active: false }]);
    expect((await dan.ok(calls.ltiConsumers, {})).platforms).toHaveLength(1);
    const { rows } = await dora.ok(calls.auditEntries, { user_puid: ids.dora });
    const lines = rows.filter(({ action }) => action.startsWith('platform.'));
    expect(lines.map(({ action, actor }) => [action, actor?.user_puid])).toEqual([
      ['platform.register', ids.pam],
      ['platform.invite', ids.pam],
    ]);
    other.close();
  });
  it('is refused without an invitation, after a day, and at an address that is none', async () => {
    const other = await startLtiPlatform({ jwks: await ownKeySet(server.ports) });
    const count = async () => (await dan.ok(calls.ltiConsumers, {})).platforms.length;
    const configuration = encodeURIComponent(`${other.url}/.well-known/openid-configuration`);
    const base = 'http://orrery.test/api/lms/ssoLogin/lti/register?invitation=';
    await server.app.request(`${base}guess&openid_configuration=${configuration}`);
    const { url } = await dan.ok(calls.inviteLtiConsumer, {});
    await server.app.request(`${url}&openid_configuration=${encodeURIComponent('file:///etc/passwd')}`);
    server.clock.now += days(1) + 1;
    await server.app.request(`${url}&openid_configuration=${configuration}`);
    expect(await count()).toBe(1);
    other.close();
  });
});
