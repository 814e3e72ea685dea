import { createHmac, createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import samlp from 'samlp';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { SignedIn } from '../../contract/login.ts';
import { mostLinkRows, mostMetadata, mostProviders, type SamlCause, type SamlProvider } from '../../contract/saml.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { purge } from '../../server/kit/purge.ts';
import { placeOf } from '../../server/sso/place.ts';
import { samlKeyOf } from '../../server/sso/samlKeys.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { integrationOf } from './integrationOf.ts';
import { answersAt, formIn, handle, type KeyPair, keyPair, metadataOf, nameAttribute, person, responseOf } from './samlProvider.ts';
import { auditOf, days, expectFailure, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

const issuer = 'urn:hill:identity';
const idp = 'https://idp.hill.example';
let keys: KeyPair;
let strangers: KeyPair;
let server: TestServer;
let dan: TestClient;
let provider: SamlProvider;
/** The library's identity provider uses the real time. */
let now = Date.now();

beforeAll(async () => {
  [keys, strangers] = [await keyPair(), await keyPair()];
});
beforeEach(async () => {
  server = await testServer();
  now = Date.now();
  server.clock.now = now;
  await makeFixtureSchool(server.ports);
  await server.db.updateTable('app_user').set({ sourced_id: 's-ana' }).where('user_puid', '=', ids.ana).execute();
  dan = await server.signIn('dan');
  provider = await addProvider();
});

const mine = { user_puid: ids.dan, district_id: ids.district };
async function addProvider(further: Partial<SamlProvider> = {}): Promise<SamlProvider> {
  const read = await dan.ok(calls.readSamlMetadata, { ...mine, name: 'Hill', metadata: await metadataOf(issuer, idp, keys) });
  return change(read, { active: true, subject_is_sourced_id: true, user_name_attribute: nameAttribute, ...further });
}
const fieldsOf = ({ name, entity_id, sign_on_address, sign_out_address, certificates, name_id_format, ...rest }: SamlProvider) => {
  const { subject_attribute, user_name_attribute, subject_is_sourced_id, active } = rest;
  const fields = { name, entity_id, sign_on_address, sign_out_address, certificates, name_id_format };
  return { ...fields, subject_attribute, user_name_attribute, subject_is_sourced_id, active };
};
const change = (of: SamlProvider, further: Partial<SamlProvider>) =>
  dan.ok(calls.updateSamlProvider, { ...mine, provider_id: of.provider_id, version: of.version, ...fieldsOf({ ...of, ...further }) });

const cookieOf = (headers: Headers, name = 'orrery_sign_on') =>
  new RegExp(`${name}=[^;]*`).exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
const parameterOf = (location: string | null, name: string) => new URL(location ?? '', 'http://orrery.test').searchParams.get(name);
const get = (address: string, cookie = '') => server.app.request(address, { headers: { cookie } });
const post = (address: string, fields: Record<string, string>, cookie = '') =>
  server.app.request(address, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const loginAt = (of: SamlProvider = provider) => `http://orrery.test/api/lms/ssoLogin/saml/login/${of.provider_id}`;

/** A browser on its way to the provider. */
async function begin(of: SamlProvider = provider, returnTo = '') {
  const answer = await get(`${loginAt(of)}${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`);
  const url = answer.headers.get('location') ?? '';
  const request = new URL(url).searchParams.get('RelayState') ?? '';
  return { url, cookie: cookieOf(answer.headers), relayState: request, id: await requestIdOf(url) };
}
const requestIdOf = async (url: string) => {
  const { inflateRawSync } = await import('node:zlib');
  const xml = inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return /\bID="([^"]+)"/.exec(xml)?.[1] ?? '';
};
/** The library's provider answers the request. */
async function authenticate(url: string, user = 's-ana', options: object = {}) {
  const { certificate } = await samlKeyOf(server.ports, ids.district);
  const handler = samlp.auth({
    issuer,
    ...keys,
    signingCert: certificate,
    getUserFromRequest: () => person(user),
    ...answersAt(provider.acs_address),
    ...options,
  });
  return formIn((await handle(handler, { method: 'GET', url })).body);
}
async function signInAs(user = 's-ana', options: object = {}, returnTo = '') {
  const begun = await begin(provider, returnTo);
  const { action, fields } = await authenticate(begun.url, user, options);
  const answer = await post(action, fields, begun.cookie);
  const location = answer.headers.get('location');
  return { answer, location, code: parameterOf(location, 'code'), cookie: cookieOf(answer.headers), fields, begun };
}
const exchange = (code: string | null, cookie: string) => server.call(calls.getAccessCode, { code: code ?? 'none' }, { cookie });
const log = async () => (await dan.ok(calls.samlSignIns, mine)).rows;

describe('sign-in', () => {
  it.each([
    ['a signed assertion', {}],
    ['a signed response', { signResponse: true, signAssertion: false }],
    ['both signed', { signResponse: true }],
  ])('takes %s, begun here with a signed request', async (_, options) => {
    const { code, cookie } = await signInAs('s-ana', options);
    const answer = await exchange(code, cookie);
    expect((answer.data as SignedIn).userData.userPuid).toBe(ids.ana);
    expect(await log()).toMatchObject([{ outcome: 'signedIn', cause: null, provider_name: 'Hill' }]);
    expectFailure(await exchange(code, cookie), 400, 'Invalid Credentials');
  });

  it.each(['2001/04/xmlenc#aes256-cbc', '2009/xmlenc11#aes256-gcm'])(
    'takes an assertion that is encrypted for us with %s',
    async (name) => {
      const { certificate } = await samlKeyOf(server.ports, ids.district);
      const encryptionPublicKey = createPublicKey(certificate).export({ type: 'spki', format: 'pem' });
      const encryption = { encryptionCert: certificate, encryptionPublicKey, encryptionAlgorithm: `http://www.w3.org/${name}` };
      const { code, cookie, fields } = await signInAs('s-ana', { ...encryption, disallowEncryptionWithInsecureAlgorithm: false });
      expect(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()).toContain('EncryptedAssertion');
      expect((await exchange(code, cookie)).code).toBe(200);
    },
  );

  it('never links by e-mail, and lists who has no account, to be linked by an administrator', async () => {
    await server.db.updateTable('app_user').set({ email: 'x-1@hill.example' }).where('user_puid', '=', ids.sue).execute();
    expect((await signInAs('x-1')).location).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    expect(await log()).toMatchObject([{ outcome: 'refused', cause: 'noAccount' }]);
    const { rows } = await dan.ok(calls.samlIdentities, { ...mine, list: 'unlinked' });
    expect(rows).toMatchObject([{ subject: 'x-1', name_at_provider: 'Person x-1', user_puid: null, issuer }]);
    const named = { ...mine, provider_id: provider.provider_id, subject: 'x-1' };
    const link = await dan.ok(calls.addSamlIdentity, { ...named, user_name: 'sue' });
    expect(link).toMatchObject({ user_puid: ids.sue, user_name: 'sue' });
    expectFailure(await dan.call(calls.addSamlIdentity, { ...named, user_name: 'ana' }), 409, /already linked/);
    const { code, cookie } = await signInAs('x-1');
    expect(((await exchange(code, cookie)).data as SignedIn).userData.userPuid).toBe(ids.sue);
    expect((await dan.ok(calls.samlIdentities, { ...mine, list: 'unlinked' })).total).toBe(0);
    expect(await server.db.selectFrom('refresh_session').select('subject').where('user_puid', '=', ids.sue).execute()).toEqual([
      { subject: 'x-1' },
    ]);
    await dan.ok(calls.removeSamlIdentity, named);
    expect(await server.db.selectFrom('refresh_session').select('subject').where('user_puid', '=', ids.sue).execute()).toEqual([]);
    expect((await signInAs('x-1')).code).toBeNull();
  });

  describe('a file of links', () => {
    const row = (at: number, subject: string, person: string, of = 'Hill') => ({ row: at, provider: of, subject, person });
    const check = (rows: ReturnType<typeof row>[]) => dan.ok(calls.checkSamlLinks, { ...mine, rows });
    const links = async () =>
      (await dan.ok(calls.samlIdentities, mine)).rows.map(({ subject, user_name }) => `${subject} ${user_name}`).sort();

    it('is checked row by row, makes its links at once, and is taken back as a whole', async () => {
      const before = await links();
      await dan.ok(calls.addSamlIdentity, { ...mine, provider_id: provider.provider_id, subject: 'held', user_name: 'tess' });
      // The id of one person is the username of another.
      await server.db.updateTable('app_user').set({ sourced_id: 'ben' }).where('user_puid', '=', ids.sue).execute();
      await server.db.updateTable('app_user').set({ sourced_id: 'R-17' }).where('user_puid', '=', ids.ana).execute();
      const rows = [
        row(2, 'a-1', 'R-17', issuer),
        row(3, ' a-2 ', 'TESS', ''),
        row(4, 'a-3', 'tom', 'hill'),
        row(5, 'a-4', 'nobody'),
        row(6, 'a-5', 'dora'),
        row(7, 'a-6', 'max'),
        row(8, 'held', 'ana'),
        row(9, 'held-2', 'ben'),
        row(10, 'twice', 'tess'),
        row(11, 'twice', 'tom'),
        row(12, '', 'tess'),
        row(13, 'a-7', ''),
        row(14, 'a-8', 'tess', 'Elsewhere'),
        row(15, 'x'.repeat(256), 'tess'),
        row(16, `' or 1=1`, 'tess'),
      ];
      const findings = [
        [5, 'personUnknown'],
        [6, 'personUnknown'],
        [7, 'personUnknown'],
        [8, 'taken'],
        [9, 'personAmbiguous'],
        [10, 'doubled'],
        [11, 'doubled'],
        [12, 'subjectMissing'],
        [13, 'personMissing'],
        [14, 'providerUnknown'],
        [15, 'subjectTooLong'],
      ];
      const checked = await check(rows);
      expect([checked.rows, checked.ready, checked.findings.map((one) => [one.row, one.finding])]).toEqual([15, 4, findings]);
      expect(await links()).toEqual([...before, 'held tess'].sort());
      const made = await dan.ok(calls.addSamlLinks, { ...mine, rows });
      expect(made).toMatchObject({ rows: [2, 3, 4, 16], left: 11 });
      expect(await links()).toEqual([...before, 'held tess', 'a-1 ana', 'a-2 tess', 'a-3 tom', `' or 1=1 tess`].sort());
      const { code, cookie } = await signInAs('a-2');
      expect(((await exchange(code, cookie)).data as SignedIn).userData.userPuid).toBe(ids.tess);
      expect((await check([row(2, 'a-1', 'ana')])).findings).toEqual([{ row: 2, finding: 'linked' }]);
      expect(await dan.ok(calls.addSamlLinks, { ...mine, rows })).toMatchObject({ rows: [], left: 15 });
      server.clock.now += minutes(1);
      const undo = { ...mine, at: made.at, rows: rows.filter((one) => made.rows.includes(one.row)) };
      expect(await dan.ok(calls.undoSamlLinks, undo)).toEqual({ unlinked: 4 });
      expect(await links()).toEqual([...before, 'held tess'].sort());
      expect(await server.db.selectFrom('refresh_session').select('subject').where('subject', '=', 'a-2').execute()).toEqual([]);
      expectFailure(await dan.call(calls.undoSamlLinks, undo), 404);
      const { rows: audited } = await dan.ok(calls.auditEntries, { user_puid: ids.dan });
      expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['saml.linkFile', 'saml.unlinkFile']));
    });

    it('may have many rows, and knows a district’s own people only', async () => {
      const many = Array.from({ length: mostLinkRows }, (_, at) => row(at + 2, `m-${at}`, at === 0 ? 'ana' : `nobody-${at}`));
      expect(await check(many)).toMatchObject({ rows: mostLinkRows, ready: 1 });
      expectFailure(await dan.call(calls.checkSamlLinks, { ...mine, rows: [...many, row(1, 'x', 'ana')] }), 400);
      const dora = await server.signIn('dora');
      const theirs = await dora.ok(calls.checkSamlLinks, {
        user_puid: ids.dora,
        district_id: dora.user.districtID,
        rows: [row(2, 'a', 'ana'), row(3, 'a', 'ana', '')],
      });
      expect(theirs.findings.map(({ finding }) => finding)).toEqual(['providerUnknown', 'providerUnknown']);
    });
  });

  it('links again what was unlinked, with its date, unless somebody else has the subject by then', async () => {
    const named = { ...mine, provider_id: provider.provider_id, subject: 'x-2' };
    await signInAs('x-2');
    const { linked_at } = await dan.ok(calls.addSamlIdentity, { ...named, user_name: 'sue' });
    const unlink = async () => {
      server.clock.now += minutes(1);
      await dan.ok(calls.removeSamlIdentity, named);
    };
    await unlink();
    expect((await dan.ok(calls.samlIdentities, { ...mine, search: 'x-2' })).total).toBe(0);
    const sue = { user_name: 'sue', name_at_provider: 'Person x-2', linked_at };
    expect(await dan.ok(calls.restoreSamlIdentity, named)).toMatchObject(sue);
    const { code, cookie } = await signInAs('x-2');
    expect(((await exchange(code, cookie)).data as SignedIn).userData.userPuid).toBe(ids.sue);
    expectFailure(await dan.call(calls.restoreSamlIdentity, named), 404);
    await unlink();
    await dan.ok(calls.addSamlIdentity, { ...named, user_name: 'ana' });
    expectFailure(await dan.call(calls.restoreSamlIdentity, named), 409, /already linked/);
    expect((await dan.ok(calls.samlIdentities, { ...mine, search: 'x-2' })).rows).toMatchObject([{ user_name: 'ana' }]);
    // A subject without an account is listed again. The log of a day later knows it no more.
    await unlink();
    await signInAs('x-2');
    await unlink();
    expect(await dan.ok(calls.restoreSamlIdentity, named)).toMatchObject({ user_puid: null, name_at_provider: 'Person x-2' });
    await unlink();
    server.clock.now += days(1) + minutes(1);
    await purge(server.ports);
    expectFailure(await dan.call(calls.restoreSamlIdentity, named), 404);
  });

  it('leads to a place in the product, and nowhere else', async () => {
    const { location } = await signInAs('s-ana', {}, '/authenticated/studentDashboard/report?tab=1');
    expect(parameterOf(location, 'returnTo')).toBe('/authenticated/studentDashboard/report?tab=1');
    for (const elsewhere of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/authenticated/../..//evil.example',
      '/api/x',
      'javascript:1',
    ])
      expect(placeOf(elsewhere)).toBeNull();
  });

  it('asks the provider when the sign-in began there, so that nobody can sign somebody in', async () => {
    const started = await authenticateUnasked('/authenticated/glossary');
    const again = started.headers.get('location') ?? '';
    expect(again).toMatch(/^https:\/\/idp\.hill\.example\/sso\?SAMLRequest=/);
    const { action, fields } = await authenticate(again);
    const answer = await post(action, fields, cookieOf(started.headers));
    expect(parameterOf(answer.headers.get('location'), 'returnTo')).toBe('/authenticated/glossary');
    expect((await exchange(parameterOf(answer.headers.get('location'), 'code'), cookieOf(answer.headers))).code).toBe(200);
  });
  const authenticateUnasked = async (RelayState: string, options: object = {}) =>
    post(provider.acs_address, { SAMLResponse: encoded(await responseOf(ours(undefined, options), person('s-ana'))), RelayState });

  it('is offered on the sign-in page while it is on', async () => {
    expect((await server.call(calls.samlSignOns, {})).data).toMatchObject([{ provider_id: provider.provider_id, name: 'Hill' }]);
    const config = async () => (await (await get('http://orrery.test/config.json')).json()) as { singleSignOn: boolean };
    expect((await config()).singleSignOn).toBe(true);
    provider = await change(provider, { active: false });
    expect((await server.call(calls.samlSignOns, {})).data).toEqual([]);
    expect((await config()).singleSignOn).toBe(false);
    expect((await get(loginAt())).headers.get('location')).toContain('error=invalid');
    expect(await log()).toMatchObject([{ cause: 'off' }]);
  });

  it('shows an administrator what came in a test, which opens no account', async () => {
    provider = await change(provider, { active: false });
    const tested = await dan.call(calls.testSamlProvider, { ...mine, provider_id: provider.provider_id });
    const { action, fields } = await authenticate(tested.data.url);
    const answer = await post(action, fields, cookieOf(tested.headers));
    expect(answer.headers.get('location')).toBe('http://orrery.test/authenticated/admin/externalTools/samlSignIns?district_id=1');
    const [row] = await log();
    expect(row).toMatchObject({ outcome: 'tested', received: { issuer, subject: 's-ana', user_name: 'Person s-ana', linked: false } });
    expect(row?.received?.attributes).toContainEqual({ name: nameAttribute, values: ['Person s-ana'] });
    expect(await server.db.selectFrom('sign_on_ticket').selectAll().execute()).toEqual([]);
    server.clock.now += days(2);
    await purge(server.ports);
    expect(await server.db.selectFrom('saml_sign_in').selectAll().execute()).toEqual([]);
  });
});

const encoded = (xml: string) => Buffer.from(xml).toString('base64');
/** Options of a response for us. `undefined`: it answers no request. */
const ours = (inResponseTo: string | undefined, further: object = {}) => ({
  ...keys,
  issuer,
  audience: provider.own_entity_id,
  recipient: provider.acs_address,
  destination: provider.acs_address,
  ...(inResponseTo ? { inResponseTo } : {}),
  ...further,
});

interface Attempt {
  relayState: string;
  id: string;
  cookie: string;
}
/** What an attacker sends in the answer to a request. */
type Attack = (attempt: Attempt) => Promise<{ xml: string; relayState?: string; cookie?: string }>;
const genuine = (id: string, further: object = {}) => responseOf(ours(id, further), person('s-ana'));
const forged = (xml: string) => xml.replaceAll('s-ana', 's-boss');
const part = (xml: string, name: string) => new RegExp(`<(\\w+:)?${name}[ >][\\s\\S]*</(\\w+:)?${name}>`).exec(xml)?.[0] ?? '';
const unsigned = (assertion: string) => assertion.replace(part(assertion, 'Signature'), '');
const renamed = (xml: string) => xml.replace(/ID="[^"]+"/, 'ID="_evil"');
const inSignature = (signature: string, content: string) => signature.replace(/<\/Signature>$/, `<Object>${content}</Object></Signature>`);

/** XSW 1 to 8 (Somorovsky and others, "On Breaking SAML", 2012), each around a genuine signature. */
const wrapped: Record<string, Attack> = {
  'XSW1: copy of the response in its signature': async ({ id }) => {
    const xml = await genuine(id, { signResponse: true, signAssertion: false });
    const signature = part(xml, 'Signature');
    return {
      xml: renamed(forged(xml.replace(signature, inSignature(signature, xml.replace(signature, ''))))).replace(
        /s-boss(?=[\s\S]*<\/Object>)/g,
        's-ana',
      ),
    };
  },
  'XSW2: copy of the response before its signature': async ({ id }) => {
    const xml = await genuine(id, { signResponse: true, signAssertion: false });
    const signature = part(xml, 'Signature');
    return { xml: renamed(forged(xml)).replace(part(forged(xml), 'Signature'), `${xml.replace(signature, '')}${signature}`) };
  },
  'XSW3: forged assertion before the signed one': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    return { xml: xml.replace(assertion, `${renamed(unsigned(forged(assertion)))}${assertion}`) };
  },
  'XSW4: signed assertion in a forged one': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    const evil = renamed(unsigned(forged(assertion)));
    return {
      xml: xml.replace(
        assertion,
        evil.replace(/<\/(\w+:)?Assertion>$/, (end) => `${assertion}${end}`),
      ),
    };
  },
  'XSW5: forged assertion keeps the signature of a copy at the end': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    return { xml: xml.replace(assertion, `${renamed(assertion).replace('s-ana', 's-boss')}${unsigned(assertion)}`) };
  },
  'XSW6: copy of the assertion in the signature of a forged one': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    const signature = part(assertion, 'Signature');
    const evil = renamed(assertion.replace('s-ana', 's-boss')).replace(signature, inSignature(signature, unsigned(assertion)));
    return { xml: xml.replace(assertion, evil) };
  },
  'XSW7: forged assertion in extensions': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    return {
      xml: xml.replace(assertion, `<samlp:Extensions>${forged(assertion)}</samlp:Extensions>${assertion.replace('s-ana', 's-boss')}`),
    };
  },
  'XSW8: copy of the assertion in an object of the signature': async ({ id }) => {
    const xml = await genuine(id);
    const assertion = part(xml, 'Assertion');
    const signature = part(assertion, 'Signature');
    return {
      xml: xml.replace(assertion, assertion.replace('s-ana', 's-boss').replace(signature, inSignature(signature, unsigned(assertion)))),
    };
  },
};

/** A forged response with the digest that fits it, beside the genuine one whose signature an attacker has. */
async function besides(id: string): Promise<{ good: string; evil: string; swap: (signedInfo: string) => string }> {
  const good = await genuine(id);
  const evil = await responseOf(ours(id, strangers), person('s-boss'));
  return {
    ...{ good, evil },
    swap: (signedInfo) =>
      evil.replace(part(evil, 'SignedInfo'), signedInfo).replace(part(evil, 'SignatureValue'), part(good, 'SignatureValue')),
  };
}
const digestOf = (xml: string) => /<DigestValue>([^<]*)</.exec(xml)?.[1] ?? '';
const withDigest = (xml: string, content: string) => xml.replace(/<DigestValue>[^<]*</, `<DigestValue>${content}<`);
const signatureCauses = ['signature', 'assertions', 'unsigned', 'algorithm'] as const;

/** Shapes that were published for libraries of signatures and of SAML in 2024 and 2025. */
const recent: Record<string, { cause: SamlCause | readonly SamlCause[]; attack: Attack }> = {
  'CVE-2025-29775: a comment before the digest': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      return { xml: swap(withDigest(part(good, 'SignedInfo'), `<!--${digestOf(evil)}-->${digestOf(good)}`)) };
    },
  },
  'CVE-2025-29775: a comment within the digest': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const digest = digestOf(xml);
      return { xml: forged(withDigest(xml, `${digest.slice(0, 9)}<!-- -->${digest.slice(9)}`)) };
    },
  },
  'an instruction within the digest': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      return { xml: forged(withDigest(xml, `<?x ?>${digestOf(xml)}`)) };
    },
  },
  'a digest in CDATA': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      return { xml: forged(withDigest(xml, `<![CDATA[${digestOf(xml)}]]>`)) };
    },
  },
  'CVE-2025-29774: two SignedInfo, the signed one first': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      return { xml: swap(part(good, 'SignedInfo') + part(evil, 'SignedInfo')) };
    },
  },
  'CVE-2025-29774: two SignedInfo, the signed one last': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      return { xml: swap(part(evil, 'SignedInfo') + part(good, 'SignedInfo')) };
    },
  },
  'the signed SignedInfo in an object of the signature': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      const xml = swap(part(evil, 'SignedInfo'));
      return { xml: xml.replace('</Signature>', `<Object>${part(good, 'SignedInfo')}</Object></Signature>`) };
    },
  },
  'two references in one SignedInfo': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      return { xml: swap(part(good, 'SignedInfo').replace('</SignedInfo>', `${part(evil, 'Reference')}</SignedInfo>`)) };
    },
  },
  'two digests in one reference': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const { good, evil, swap } = await besides(id);
      return { xml: swap(part(good, 'SignedInfo').replace('<DigestValue>', `<DigestValue>${digestOf(evil)}</DigestValue><DigestValue>`)) };
    },
  },
  'the digest of nothing, for content that cannot be canonicalized': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const xml = forged(withDigest(await genuine(id), '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='));
      return { xml: xml.replace(/<(\w+:)?Assertion /, (start) => `${start}xmlns:ns="1" `) };
    },
  },
  'an ID in another namespace that the signature may mean': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const assertion = part(xml, 'Assertion');
      const signed = / ID="([^"]+)"/.exec(assertion)?.[1] ?? '';
      const evil = renamed(assertion.replace('s-ana', 's-boss')).replace(' ID=', ` xmlns:x="urn:x" x:ID="${signed}" ID=`);
      return { xml: xml.replace(assertion, `<samlp:Extensions>${unsigned(assertion)}</samlp:Extensions>${evil}`) };
    },
  },
  'an assertion of another namespace beside the signed one': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const assertion = part(xml, 'Assertion');
      return { xml: xml.replace(assertion, `<x:Assertion xmlns:x="urn:x" ID="_evil">s-boss</x:Assertion>${assertion}`) };
    },
  },
  'a signature of another namespace before a forged assertion’s': {
    cause: signatureCauses,
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const assertion = part(xml, 'Assertion');
      const signature = part(assertion, 'Signature');
      return {
        xml: xml.replace(assertion, assertion.replace('s-ana', 's-boss').replace(signature, `<x:Signature xmlns:x="urn:x"/>${signature}`)),
      };
    },
  },
  'a transformation by XPath': {
    cause: 'algorithm',
    attack: async ({ id }) => ({
      xml: forged(await genuine(id)).replace(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
      ),
    }),
  },
};

const attacks: Record<string, { cause: SamlCause | readonly SamlCause[]; attack: Attack }> = {
  ...Object.fromEntries(
    Object.entries(wrapped).map(([name, attack]) => [name, { cause: ['signature', 'assertions', 'unsigned'] as const, attack }]),
  ),
  ...recent,
  'changed after it was signed': { cause: 'signature', attack: async ({ id }) => ({ xml: forged(await genuine(id)) }) },
  'a comment in the name': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => {
      const xml = await responseOf(ours(id), person('s-ana.evil'));
      return { xml: xml.replace('>s-ana.evil<', '>s-ana<!-- -->.evil<') };
    },
  },
  'an entity that is declared': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => ({ xml: `<!DOCTYPE r [<!ENTITY a "s-boss">]>${(await genuine(id)).replace('s-ana', '&a;')}` }),
  },
  'entities that grow (billion laughs)': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => ({
      xml: `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]>${(await genuine(id)).replace('s-ana', '&b;')}`,
    }),
  },
  'an external entity': {
    cause: 'forbiddenXml',
    attack: async ({ id }) => ({ xml: `<!DOCTYPE r SYSTEM "file:///etc/passwd">${await genuine(id)}` }),
  },
  'no XML': { cause: 'forbiddenXml', attack: async () => ({ xml: 'hello' }) },
  'too large': { cause: 'unreadable', attack: async ({ id }) => ({ xml: (await genuine(id)).replace('s-ana', 'x'.repeat(400_000)) }) },
  'not signed': { cause: 'unsigned', attack: async ({ id }) => ({ xml: await genuine(id, { signAssertion: false }) }) },
  'signed with another key': { cause: 'signature', attack: async ({ id }) => ({ xml: await genuine(id, strangers) }) },
  'signed with SHA-1': { cause: 'algorithm', attack: async ({ id }) => ({ xml: await genuine(id, { signatureAlgorithm: 'rsa-sha1' }) }) },
  'a digest by SHA-1': { cause: 'algorithm', attack: async ({ id }) => ({ xml: await genuine(id, { digestAlgorithm: 'sha1' }) }) },
  'signed by HMAC with the public certificate': {
    cause: 'algorithm',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const value = createHmac('sha256', keys.cert).update(part(xml, 'SignedInfo')).digest('base64');
      const signature = part(xml, 'SignatureValue');
      return {
        xml: xml
          .replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256')
          .replace(signature, `<SignatureValue>${value}</SignatureValue>`),
      };
    },
  },
  'encrypted for somebody else': {
    cause: 'encryption',
    attack: async ({ id }) => {
      const encryptionPublicKey = createPublicKey(strangers.cert).export({ type: 'spki', format: 'pem' });
      return { xml: await genuine(id, { encryptionCert: strangers.cert, encryptionPublicKey }) };
    },
  },
  'two assertions': {
    cause: 'assertions',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      const assertion = part(xml, 'Assertion');
      return { xml: xml.replace(assertion, assertion + assertion) };
    },
  },
  'for another audience': {
    cause: 'audience',
    attack: async ({ id }) => ({ xml: await genuine(id, { audience: 'https://other.example' }) }),
  },
  'for another recipient': {
    cause: 'recipient',
    attack: async ({ id }) => ({ xml: await genuine(id, { recipient: 'https://other.example' }) }),
  },
  'for another destination': {
    cause: 'destination',
    attack: async ({ id }) => ({ xml: await genuine(id, { destination: 'https://other.example' }) }),
  },
  'of another issuer': { cause: 'issuer', attack: async ({ id }) => ({ xml: await genuine(id, { issuer: 'urn:other' }) }) },
  'over since five minutes': {
    cause: 'time',
    attack: async ({ id }) => {
      const xml = await genuine(id, { lifetimeInSeconds: 60 });
      server.clock.now += minutes(6);
      return { xml };
    },
  },
  'of a clock that is ahead': {
    cause: 'time',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      server.clock.now -= minutes(5);
      return { xml };
    },
  },
  'a failure of the provider': {
    cause: 'status',
    attack: async ({ id }) => ({ xml: await genuine(id, { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }) }),
  },
  'a name that changes at each sign-in': {
    cause: 'subject',
    attack: async ({ id }) => ({
      xml: await genuine(id, { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    }),
  },
  'answers the request of another browser': {
    cause: 'browser',
    attack: async ({ cookie, relayState }) => ({ xml: await genuine((await begin()).id), cookie, relayState }),
  },
  'with the state of another browser (login CSRF)': {
    cause: 'browser',
    attack: async ({ cookie }) => {
      const attacker = await begin();
      return { xml: await genuine(attacker.id), relayState: attacker.relayState, cookie };
    },
  },
  'without the cookie of the browser that asked': { cause: 'browser', attack: async ({ id }) => ({ xml: await genuine(id), cookie: '' }) },
  'answers no request, though we asked': {
    cause: 'unsolicited',
    attack: async () => ({ xml: await responseOf(ours(undefined), person('s-ana')) }),
  },
  'twice, from another browser': {
    cause: 'replay',
    attack: async ({ id, relayState, cookie }) => {
      const xml = await genuine(id);
      await post(provider.acs_address, { SAMLResponse: encoded(xml), RelayState: relayState }, cookie);
      for (const table of ['saml_sign_in', 'saml_subject'] as const) await server.db.deleteFrom(table).execute();
      const other = await begin();
      return { xml, relayState: other.relayState, cookie: other.cookie };
    },
  },
  'late, after ten minutes at the provider': {
    cause: 'browser',
    attack: async ({ id }) => {
      const xml = await genuine(id);
      server.clock.now += minutes(11);
      return { xml };
    },
  },
};

describe('attacks', () => {
  it('has a genuine response to compare with', async () => {
    const begun = await begin();
    const answer = await post(
      provider.acs_address,
      { SAMLResponse: encoded(await genuine(begun.id)), RelayState: begun.relayState },
      begun.cookie.split(';')[0],
    );
    expect(parameterOf(answer.headers.get('location'), 'code')).not.toBeNull();
  });

  it.each(Object.entries(attacks))('refuses a response: %s', async (_, { cause, attack }) => {
    const begun = await begin();
    const { xml, relayState = begun.relayState, cookie = begun.cookie } = await attack(begun);
    const answer = await post(provider.acs_address, { SAMLResponse: encoded(xml), RelayState: relayState }, cookie);
    expect(answer.headers.get('location')).toBe('http://orrery.test/account/singleSignOn?error=invalid');
    const [row, ...others] = await log();
    expect(row).toMatchObject({ outcome: 'refused' });
    expect([cause].flat()).toContain(row?.cause);
    expect(others).toEqual([]);
    expect(await server.db.selectFrom('saml_subject').selectAll().execute()).toEqual([]);
  });

  it('wraps well-formed XML around genuine signatures, with a forged name', async () => {
    const { id, relayState, cookie } = await begin();
    for (const [name, attack] of Object.entries(wrapped)) {
      const { xml } = await attack({ id, relayState, cookie });
      expect(new DOMParser().parseFromString(xml, 'text/xml').documentElement?.localName, name).toBe('Response');
      expect(xml, name).toContain('s-boss');
      expect(xml, name).toContain('s-ana');
    }
  });

  it('refuses a response for another district', async () => {
    const dora = await server.signIn('dora');
    const theirs = { user_puid: dora.user.userPuid, district_id: dora.user.districtID };
    const other = await dora.ok(calls.readSamlMetadata, { ...theirs, name: 'Vale', metadata: await metadataOf(issuer, idp, keys) });
    await dora.ok(calls.updateSamlProvider, {
      ...theirs,
      provider_id: other.provider_id,
      version: other.version,
      ...fieldsOf({ ...other, active: true }),
    });
    const begun = await begin(other);
    const xml = await genuine(begun.id, { destination: '' });
    const answer = await post(other.acs_address, { SAMLResponse: encoded(xml), RelayState: begun.relayState }, begun.cookie);
    expect(parameterOf(answer.headers.get('location'), 'error')).toBe('invalid');
    const { rows } = await dora.ok(calls.samlSignIns, theirs);
    expect(['destination', 'audience']).toContain(rows[0]?.cause);
    // The same provider vouches for the same subject in both, and links to one are no links to the other.
    expect(await log()).toEqual([]);
    for (const call of [calls.removeSamlProvider, calls.testSamlProvider])
      expectFailure(await dora.call(call, { ...theirs, provider_id: provider.provider_id }), 404);
  });

  it('is set up in every district by the provider’s administrators, and in no other by those of a district', async () => {
    const max = await server.signIn('max');
    const dora = await server.signIn('dora');
    const south = { user_puid: max.user.userPuid, district_id: dora.user.districtID };
    const metadata = await metadataOf(issuer, idp, keys);
    const { provider_id } = await max.ok(calls.readSamlMetadata, { ...south, name: 'Vale', metadata });
    const named = { ...south, provider_id };
    expect((await max.ok(calls.samlProviders, { ...south, district_id: ids.district })).map(({ name }) => name)).toEqual(['Hill']);
    expect((await max.ok(calls.samlProviders, south)).map(({ name }) => name)).toEqual(['Vale']);
    // Accounts of the chosen district are linked, none of the caller's own.
    expectFailure(await max.call(calls.addSamlIdentity, { ...named, subject: 'a', user_name: 'ana' }), 400);
    await max.ok(calls.addSamlIdentity, { ...named, subject: 'a', user_name: 'dora' });
    expect((await max.ok(calls.samlIdentities, south)).rows.map(({ user_name }) => user_name)).toEqual(['dora']);
    expect((await dan.ok(calls.samlIdentities, mine)).total).toBe(0);
    const entries = await auditOf(server.db, 'saml%')
      .where('actor_puid', '=', ids.max)
      .select(['district_id', 'actor_district_id', 'action', 'subject'])
      .execute();
    expect(entries).toEqual(
      ['saml.add', 'saml.link'].map((action) => ({
        ...{ district_id: 2, actor_district_id: max.user.districtID, action },
        subject: action === 'saml.link' ? `user ${dora.user.userPuid}` : 'district 2',
      })),
    );
    expectFailure(await dan.call(calls.samlProviders, { ...mine, district_id: south.district_id }), 404);
    expectFailure(await dan.call(calls.removeSamlProvider, { ...named, user_puid: ids.dan }), 404);
    expectFailure(await max.call(calls.samlProviders, { ...south, user_puid: ids.dan }), 404);
  });

  it('shows what came in a test to whoever tested, and not to the namesake of another district', async () => {
    const { url } = await dan.ok(calls.testSamlProvider, { ...mine, provider_id: provider.provider_id });
    expect(url).toContain(idp);
    const max = await server.signIn('max');
    await server.db
      .insertInto('saml_sign_in')
      .values({
        ...{ district_id: ids.district, sign_in_id: 1, provider_id: provider.provider_id, at: now, outcome: 'tested' as const },
        ...{ cause: null, detail: '', tested_by: ids.dan, tested_district_id: max.user.districtID + 7, received: '{}' },
      })
      .execute();
    expect((await log()).map(({ received }) => received)).toEqual([null]);
  });

  it('writes down at most 30 refusals a minute', async () => {
    for (let turn = 0; turn < 35; turn++) await post(provider.acs_address, { SAMLResponse: 'eA==' });
    expect((await dan.ok(calls.samlSignIns, mine)).total).toBe(30);
  });

  it('takes a response once, of twenty at the same time', async () => {
    const { id, relayState, cookie } = await begin();
    const fields = { SAMLResponse: encoded(await genuine(id)), RelayState: relayState };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(provider.acs_address, fields, cookie)));
    expect(answers.filter((answer) => parameterOf(answer.headers.get('location'), 'code') !== null)).toHaveLength(1);
  });
});

describe('sign-out', () => {
  const participants = (name: string, more: object = {}) => ({
    serviceProviderId: provider.own_entity_id,
    nameId: name,
    sessionIndex: '1',
    serviceProviderLogoutURL: provider.own_sign_out_address,
    ...more,
  });
  /** The library's provider begins a sign-out and sends the browser to us. */
  async function signOutThere(name = 's-ana', of: KeyPair = keys, signatureAlgorithm = 'rsa-sha256') {
    const SessionParticipants = (await import('samlp/lib/sessionParticipants/index.js' as string)).default;
    const state = new Map<string, unknown>();
    const store = {
      save: (_request: object, value: unknown, done: (error: null, id: string) => void) => {
        state.set('h', value);
        done(null, 'handle');
      },
      load: (_request: object, _id: string, _options: object, done: (error: null, value: unknown) => void) => done(null, state.get('h')),
      update: (_request: object, _id: string, value: unknown, done: (error: null) => void) => {
        state.set('h', value);
        done(null);
      },
    };
    const handler = samlp.logout({
      ...{ deflate: true, issuer, ...of, signatureAlgorithm, digestAlgorithm: 'sha256', store },
      protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      sessionParticipants: new SessionParticipants([participants(name)]),
    });
    return (await handle(handler, { method: 'GET', url: `${idp}/slo` })).location ?? '';
  }
  const sessionsOfAna = () => server.db.selectFrom('refresh_session').select('session_id').where('user_puid', '=', ids.ana).execute();
  const enter = async () => {
    const { code, cookie } = await signInAs();
    return exchange(code, cookie);
  };

  it('ends the sessions here when the provider asks, once', async () => {
    await enter();
    expect(await sessionsOfAna()).toHaveLength(1);
    const url = await signOutThere();
    const answer = await get(url);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/idp\.hill\.example\/slo\?SAMLResponse=.*Signature=/);
    expect(await sessionsOfAna()).toEqual([]);
    expect((await log())[0]).toMatchObject({ outcome: 'signedOut', detail: '1' });
    expect(parameterOf((await get(url)).headers.get('location'), 'error')).toBe('invalid');
    expect((await log())[0]).toMatchObject({ cause: 'replay' });
  });

  it.each([
    ['not signed', 'unsigned', async () => (await signOutThere()).replace(/&SigAlg=.*/, '')],
    ['signed with another key', 'signature', () => signOutThere('s-ana', strangers)],
    ['signed with SHA-1', 'algorithm', () => signOutThere('s-ana', keys, 'rsa-sha1')],
    [
      'another request beside the signed one',
      'unreadable',
      async () => {
        const url = await signOutThere('somebody');
        const evil = deflateRawSync(`<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>`).toString('base64');
        return `${url}&SAMLRequest=${encodeURIComponent(evil)}`;
      },
    ],
    [
      'late',
      'time',
      async () => {
        const url = await signOutThere();
        server.clock.now += minutes(7);
        return url;
      },
    ],
  ] as const)('keeps the sessions when the request is %s', async (_, cause, request) => {
    await enter();
    await get(await request());
    expect(await sessionsOfAna()).toHaveLength(1);
    expect((await log())[0]).toMatchObject({ outcome: 'refused', cause });
  });

  describe('begun by HTTP-POST', () => {
    /** A logout request in XML, signed within, as `xml-crypto` makes it. */
    async function request(further: { name?: string; of?: KeyPair; isSigned?: boolean; destination?: string } = {}): Promise<string> {
      const { SignedXml } = await import('xml-crypto');
      const { name = 's-ana', of = keys, isSigned: signs = true, destination = provider.own_sign_out_address } = further;
      const at = new Date(server.clock.now).toISOString();
      const xml =
        `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
        `ID="_logout" Version="2.0" IssueInstant="${at}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer>` +
        `<saml:NameID>${name}</saml:NameID></samlp:LogoutRequest>`;
      if (!signs) return xml;
      const signer = new SignedXml({
        privateKey: of.key,
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
      });
      signer.addReference({
        xpath: "/*[local-name()='LogoutRequest']",
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
      });
      signer.computeSignature(xml, { location: { reference: "/*/*[local-name()='Issuer']", action: 'after' } });
      return signer.getSignedXml();
    }
    const send = (xml: string) => post(provider.own_sign_out_address, { SAMLRequest: encoded(xml), RelayState: 'back' }, '');

    it('ends the sessions here, once, and answers by HTTP-Redirect', async () => {
      await enter();
      const xml = await request();
      const answer = await send(xml);
      expect(answer.headers.get('location')).toMatch(/^https:\/\/idp\.hill\.example\/slo\?SAMLResponse=.*RelayState=back.*Signature=/);
      expect(await sessionsOfAna()).toEqual([]);
      await send(xml);
      expect((await log())[0]).toMatchObject({ outcome: 'refused', cause: 'replay' });
    });
    it.each([
      ['not signed', 'unsigned', () => request({ isSigned: false })],
      ['signed with another key', 'signature', () => request({ of: strangers })],
      ['for another address', 'destination', () => request({ destination: 'https://other.example/slo' })],
      ['changed after it was signed', 'signature', async () => (await request({ name: 'somebody' })).replace('somebody', 's-ana')],
      ['with a comment in the name', 'forbiddenXml', async () => (await request()).replace('s-ana', 's-<!-- -->ana')],
    ] as const)('keeps the sessions when the request is %s', async (_, cause, made) => {
      await enter();
      await send(await made());
      expect(await sessionsOfAna()).toHaveLength(1);
      expect((await log())[0]).toMatchObject({ outcome: 'refused', cause });
    });
  });

  it('asks the provider to end its session after a sign-out here', async () => {
    const entered = await enter();
    const cookie = cookieOf(entered.headers, 'orrery_refresh');
    const answer = await server.call(calls.logout, {}, { cookie, 'content-type': 'application/json' });
    const { url } = answer.data as { url: string };
    expect(url).toMatch(/^https:\/\/idp\.hill\.example\/slo\?SAMLRequest=.*Signature=/);
    expect(await sessionsOfAna()).toEqual([]);
    expect((await get(`${provider.own_sign_out_address}?SAMLResponse=x`)).headers.get('location')).toBe('http://orrery.test/');
    const own = await server.signIn('ana');
    expect((await server.call(calls.logout, {}, { cookie: own.cookie, 'content-type': 'application/json' })).data).toBeNull();
  });
});

describe('administration', () => {
  it('reads metadata, and gives ours', async () => {
    expect(provider).toMatchObject({ entity_id: issuer, sign_on_address: `${idp}/sso`, sign_out_address: `${idp}/slo`, identities: 0 });
    const { xml } = await dan.ok(calls.samlMetadata, { ...mine, provider_id: provider.provider_id });
    for (const part of [provider.own_entity_id, provider.acs_address, provider.own_sign_out_address, 'use="encryption"', 'use="signing"'])
      expect(xml).toContain(part);
    const at = `Location="${provider.own_sign_out_address}"`;
    for (const binding of ['HTTP-POST', 'HTTP-Redirect'])
      expect(xml).toContain(`<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" ${at}/>`);
    expect(xml).not.toContain('PRIVATE');
    const withoutId = (text: string) => text.replace(/ ID="[^"]+"/, '');
    expect(withoutId(await (await get(provider.own_entity_id)).text())).toBe(withoutId(xml));
  });

  it.each([
    ['nothing', 'x'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['another document', '<a/>'],
    [
      'no certificate',
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="a"><IDPSSODescriptor/></EntityDescriptor>`,
    ],
  ])('refuses metadata: %s', async (_, metadata) => {
    expectFailure(await dan.call(calls.readSamlMetadata, { ...mine, name: '', metadata }), 400, /metadata/);
  });

  it('reads metadata at an address, and says when there is none', async () => {
    const xml = await metadataOf('urn:east', 'https://idp.east.example', keys);
    const site = createServer((request, response) => {
      if (request.url === '/metadata') return void response.end(xml);
      if (request.url === '/large') return void response.end('x'.repeat(mostMetadata + 1));
      response.writeHead(request.url === '/moved' ? 302 : 404, { location: '/metadata' }).end(xml);
    });
    await new Promise<void>((done) => void site.listen(0, '127.0.0.1', done));
    onTestFinished(() => void site.close());
    const { port } = site.address() as AddressInfo;
    const read = (path: string, host = '127.0.0.1') =>
      dan.call(calls.readSamlMetadata, { ...mine, name: '', metadata: ` http://${host}:${port}${path}\n` });
    // Private addresses are asked only if the operator allows them.
    expectFailure(await read('/metadata'), 400, /from this address/);
    Object.assign(server.ports.outside, outsideOf(['127.0.0.1']));
    expect((await read('/metadata')).data).toMatchObject({ entity_id: 'urn:east', name: 'idp.east.example', active: false });
    for (const path of ['/large', '/moved', '/nothing']) expectFailure(await read(path), 400, /from this address/);
    expectFailure(await read('/metadata', 'localhost'), 400, /from this address/);
    for (const metadata of ['javascript:alert(1)', 'file:///etc/passwd'])
      expectFailure(await dan.call(calls.readSamlMetadata, { ...mine, name: '', metadata }), 400, /from this address/);
  });

  describe('our own key', () => {
    const keysNow = () => dan.ok(calls.samlKeys, mine);
    const listed = async () =>
      [
        ...(await dan.ok(calls.samlMetadata, { ...mine, provider_id: provider.provider_id })).xml.matchAll(/use="(signing|encryption)"/g),
      ].map(([, use]) => use);
    const encryptedFor = (certificate: string) => ({
      ...{ encryptionCert: certificate, encryptionPublicKey: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }) },
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    });

    it('is renewed: listed, then signs, while both decrypt, until the old one is deleted', async () => {
      const { certificate: old } = await samlKeyOf(server.ports, ids.district);
      const before = await keysNow();
      expect(before.spare).toBeNull();
      expect(await listed()).toEqual(['signing', 'encryption']);
      const made = await dan.ok(calls.makeSamlKey, mine);
      expect(made.used).toEqual(before.used);
      expect(await dan.ok(calls.makeSamlKey, mine)).toEqual(made);
      expect(await listed()).toEqual(['signing', 'signing', 'encryption']);
      const next = { ...mine, fingerprint: made.spare?.fingerprint ?? '' };
      const swapped = await dan.ok(calls.useSamlKey, next);
      expect(swapped).toEqual({ used: made.spare, spare: made.used });
      // A second press does not go back.
      expect(await dan.ok(calls.useSamlKey, next)).toEqual(swapped);
      const { certificate: young } = await samlKeyOf(server.ports, ids.district);
      expect(young).not.toBe(old);
      // The request is signed by the new key, which the provider checks; the answer may be encrypted for either.
      for (const certificate of [young, old]) expect((await signInAs('s-ana', encryptedFor(certificate))).code).not.toBeNull();
      await dan.ok(calls.removeSamlKey, { ...mine, fingerprint: before.used.fingerprint });
      expect((await signInAs('s-ana', encryptedFor(old))).code).toBeNull();
      expect((await log())[0]).toMatchObject({ cause: 'encryption' });
      expect((await signInAs('s-ana', encryptedFor(young))).code).not.toBeNull();
      expect(await listed()).toEqual(['signing', 'encryption']);
      const actions = await auditOf(server.db, 'saml.%Key').select('action').execute();
      expect(actions.map(({ action }) => action)).toEqual(['saml.makeKey', 'saml.useKey', 'saml.removeKey']);
    });

    it('is made and used once by two administrators at once', async () => {
      const both = await Promise.all([dan.ok(calls.makeSamlKey, mine), dan.ok(calls.makeSamlKey, mine)]);
      expect(both[0]).toEqual(both[1]);
      const next = { ...mine, fingerprint: both[0]?.spare?.fingerprint ?? '' };
      const used = await Promise.all([dan.ok(calls.useSamlKey, next), dan.ok(calls.useSamlKey, next)]);
      for (const keys of used) expect(keys.used.fingerprint).toBe(next.fingerprint);
    });

    it('is not deleted while it signs, nor used if it is unknown, nor told to another district', async () => {
      const { used } = await keysNow();
      expectFailure(await dan.call(calls.removeSamlKey, { ...mine, fingerprint: used.fingerprint }), 404);
      expectFailure(await dan.call(calls.useSamlKey, { ...mine, fingerprint: 'a'.repeat(64) }), 404);
      const dora = await server.signIn('dora');
      for (const call of [calls.samlKeys, calls.makeSamlKey])
        expectFailure(await dora.call(call, { user_puid: dora.user.userPuid, district_id: ids.district }), 404);
      const other = await dora.ok(calls.samlKeys, { user_puid: dora.user.userPuid, district_id: dora.user.districtID });
      expect(other.used.fingerprint).not.toBe(used.fingerprint);
    });
  });

  it('keeps two certificates during a change, and takes none that has run out', async () => {
    const next = await keyPair(now - days(1), now + days(20));
    const metadata = await metadataOf(issuer, idp, keys, next.cert);
    provider = await dan.ok(calls.readSamlMetadata, { ...mine, provider_id: provider.provider_id, name: '', metadata });
    expect(provider.certificate_list.map(({ state }) => state)).toEqual(['ending', 'valid']);
    expect((await signInAs()).code).not.toBeNull();
    expect((await signInAs('s-ana', next)).code).not.toBeNull();
    const waiting = async () => (await dan.ok(calls.adminHome, mine)).waiting.certificates;
    expect(await waiting()).toBe(0);
    provider = await change(provider, { certificates: next.cert });
    expect(await waiting()).toBe(1);
    server.clock.now += days(21);
    dan = await server.signIn('dan');
    expect((await get(loginAt())).headers.get('location')).toContain('error=invalid');
    expect((await log())[0]).toMatchObject({ cause: 'certificate' });
  });

  it('refuses what is incomplete, taken, unreadable, or too much', async () => {
    const fields = { ...mine, ...fieldsOf({ ...provider, entity_id: 'urn:b' }) };
    expectFailure(await dan.call(calls.addSamlProvider, { ...fields, certificates: '' }), 400, /certificate/);
    expectFailure(
      await dan.call(calls.addSamlProvider, { ...fields, certificates: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----' }),
      400,
    );
    expectFailure(await dan.call(calls.addSamlProvider, { ...fields, entity_id: issuer }), 409);
    expectFailure(await dan.call(calls.addSamlProvider, { ...fields, sign_on_address: 'javascript:alert(1)' }), 400);
    for (let more = 1; more < mostProviders; more++) await dan.ok(calls.addSamlProvider, { ...fields, entity_id: `urn:n${more}` });
    expectFailure(await dan.call(calls.addSamlProvider, { ...fields, entity_id: 'urn:last' }), 400, /20/);
    expectFailure(await dan.call(calls.updateSamlProvider, { ...fields, provider_id: provider.provider_id, version: 9 }), 409);
  });

  it('deletes what no account is linked with, and restores it', async () => {
    const named = { ...mine, provider_id: provider.provider_id };
    await dan.ok(calls.addSamlIdentity, { ...named, subject: 'x', user_name: 'sue' });
    expectFailure(await dan.call(calls.removeSamlProvider, named), 409);
    await dan.ok(calls.removeSamlIdentity, { ...named, subject: 'x' });
    await dan.ok(calls.removeSamlProvider, named);
    expect((await get(loginAt())).status).toBe(404);
    expect(await dan.ok(calls.samlProviders, mine)).toEqual([]);
    expect(await dan.ok(calls.restoreSamlProvider, named)).toMatchObject({ name: 'Hill', active: false });
  });

  it('links nobody above the administrator', async () => {
    const named = { ...mine, provider_id: provider.provider_id, subject: 'x' };
    expectFailure(await dan.call(calls.addSamlIdentity, { ...named, user_name: 'max' }), 400, /no active account/);
    expectFailure(await dan.call(calls.addSamlIdentity, { ...named, user_name: 'nobody' }), 400, /no active account/);
  });

  it('tells no key and no message to anyone: not in answers, errors, the log, the audit or exports', async () => {
    const { key } = await samlKeyOf(server.ports, ids.district);
    const secrets = [key.split('\n')[3] ?? '', keys.key.split('\n')[3] ?? ''];
    const { code, cookie, fields } = await signInAs();
    await exchange(code, cookie);
    await post(provider.acs_address, fields, cookie);
    const texts: string[] = [];
    for (const [call, input] of [
      [calls.samlProviders, mine],
      [calls.samlSignIns, mine],
      [calls.samlIdentities, mine],
    ] as const)
      texts.push((await dan.call(call, input)).text);
    texts.push((await dan.call(calls.samlMetadata, { ...mine, provider_id: provider.provider_id })).text);
    texts.push(...(await everythingTold(server, dan)));
    for (const text of texts) {
      for (const secret of [...secrets, fields.SAMLResponse ?? '', code ?? '']) expect(text).not.toContain(secret);
    }
    expect(server.reports).toEqual([]);
  });
});

describe('for the technician', () => {
  const status = () => integrationOf(dan, 'saml');
  const refuse = async () => {
    const { cookie, relayState } = await begin();
    await post(provider.acs_address, { SAMLResponse: Buffer.from('<x/>').toString('base64'), RelayState: relayState }, cookie);
  };
  const at = () => new Date(server.clock.now).toISOString();
  const nothing = { failures: 0, worked_at: null, failed_at: null, cause: null };

  it('a provider is unused, fails, has failed and works again, works, and is off', async () => {
    expect(await status()).toEqual({ ...nothing, state: 'unused' });
    await refuse();
    expect(await status()).toMatchObject({ state: 'failed', failures: 1, worked_at: null, failed_at: at() });
    const cause = (await log())[0]?.cause;
    expect((await status()).cause).toBe(cause);
    server.clock.now += 1000;
    await signInAs();
    expect(await status()).toMatchObject({ state: 'warning', cause, failures: 1, worked_at: at() });
    server.clock.now += 1000;
    await refuse();
    expect(await status()).toMatchObject({ state: 'failed', cause, failures: 2, failed_at: at() });
    server.clock.now += 1000;
    await signInAs();
    server.clock.now += days(8);
    dan = await server.signIn('dan');
    expect(await status()).toMatchObject({ state: 'works', cause: null, failures: 0 });
    provider = await change(provider, { active: false });
    expect(await status()).toMatchObject({ state: 'off' });
  });

  it('somebody without an account is no outage while others get in', async () => {
    await signInAs('nobody');
    expect(await status()).toMatchObject({ state: 'failed', cause: 'noAccount' });
    server.clock.now += 1000;
    await signInAs();
    expect(await status()).toMatchObject({ state: 'works', cause: 'noAccount', failures: 1 });
    server.clock.now += 1000;
    await signInAs('nobody');
    expect(await status()).toMatchObject({ state: 'warning', cause: 'noAccount', failures: 2 });
  });

  it('a certificate ends within 30 days, and then nothing works', async () => {
    await signInAs();
    const next = await keyPair(now - days(1), now + days(20));
    provider = await change(provider, { certificates: next.cert });
    expect(await status()).toMatchObject({ state: 'warning', cause: 'certificateEnding' });
    const { integrations } = await dan.ok(calls.technicalStatus, {});
    expect(integrations[0]?.certificates).toMatchObject([
      { of: 'provider', state: 'ending', until: provider.certificate_list[0]?.until },
      { of: 'own', state: 'valid' },
    ]);
    expect(integrations[0]?.hosts).toEqual(['idp.hill.example']);
    server.clock.now += days(21);
    dan = await server.signIn('dan');
    expect(await status()).toMatchObject({ state: 'failed', cause: 'certificateOver' });
  });

  it('our own certificate ends, too', async () => {
    await signInAs();
    server.clock.now += days(3640);
    dan = await server.signIn('dan');
    expect(await status()).toMatchObject({ state: 'warning', cause: 'ownCertificateEnding' });
  });
});
