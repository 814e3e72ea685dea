import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import * as v from 'valibot';
import { decrypt } from 'xml-encryption';
import { plainLine } from '../../contract/plainLine.ts';
import type { SamlCause } from '../../contract/saml.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import { type SamlKey, samlKeyOf, samlKeysOf } from './samlKeys.ts';
import { countingCertificates, ownAddresses, type SamlProviderRow } from './samlProviders.ts';
import { childrenOf, isResponse, isSigned, isSigningAlgorithm, parseMessage, UnsafeXml, weakAlgorithm } from './samlXml.ts';
import { beginAttempt, endAttempt } from './signOn.ts';

/** Maximum size of a message, in bytes of XML. */
const largest = 300_000;
/** How far the clocks may be apart. */
const skew = 60_000;
/** How old a logout request may be. */
const logoutLife = 5 * 60_000;
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const formatOf = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
};
const nameIdFormatOf = (name: string) => formatOf[name as keyof typeof formatOf] ?? formatOf.unspecified;

/** A message that is not accepted, and the true cause, which is only for the district's log. */
export class SamlRefusal extends Error {
  readonly reason: SamlCause;
  readonly detail: string;
  constructor(reason: SamlCause, detail = '') {
    super(`SAML: ${reason}`);
    this.reason = reason;
    this.detail = detail;
  }
}
const assert: (condition: unknown, cause: SamlCause, detail?: string) => asserts condition = (condition, cause, detail) => {
  if (!condition) throw new SamlRefusal(cause, detail);
};

/** Why the browser leaves for the provider: to sign in, then to a place in the product; or for an administrator's test. */
const Purpose = v.union([
  v.object({ returnTo: v.nullable(v.string()) }),
  v.object({ tester: v.object({ user_puid: v.number(), district_id: v.number() }) }),
]);
export type SamlPurpose = v.InferOutput<typeof Purpose>;

const attemptName = ({ provider_id }: SamlProviderRow) => `saml ${provider_id}`;
const newMessageId = (ports: Ports) => `_${Buffer.from(ports.randomBytes(20)).toString('hex')}`;

/** The library's object for one message. Times, audience, recipient and replay are checked here, with the server's clock. */
async function samlOf(
  ports: Ports,
  provider: SamlProviderRow,
  certificates: string[],
  { messageId = newMessageId(ports), decryptsWith }: { messageId?: string; decryptsWith?: SamlKey } = {},
): Promise<SAML> {
  const { entityId, acs, logout } = ownAddresses(ports, provider);
  const { key, certificate } = await samlKeyOf(ports, provider.district_id);
  return new SAML({
    issuer: entityId,
    callbackUrl: acs,
    logoutCallbackUrl: logout,
    entryPoint: provider.sign_on_address,
    logoutUrl: provider.sign_out_address || provider.sign_on_address,
    idpIssuer: provider.entity_id,
    idpCert: certificates,
    privateKey: key,
    publicCert: certificate,
    decryptionPvk: decryptsWith?.key ?? key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: nameIdFormatOf(provider.name_id_format),
    disableRequestedAuthnContext: true,
    // Either signature covers the assertion. Which of the two a provider makes is its choice.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    audience: false,
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => messageId,
  });
}

/** Our metadata for a provider, XML. */
export async function samlMetadataOf(ports: Ports, provider: SamlProviderRow): Promise<string> {
  const { used, spare } = await samlKeysOf(ports, provider.district_id);
  // The library insists on a certificate of the provider, which metadata do not need.
  const saml = await samlOf(ports, provider, [used.certificate]);
  const signing = [used, ...(spare ? [spare] : [])].map(({ certificate }) => certificate);
  const xml = saml.generateServiceProviderMetadata(used.certificate, signing);
  // The library names one binding for sign-out. We take both.
  return xml.replace(/<SingleLogoutService [^>]*\/>/, (service) => `${service.replace('HTTP-POST', 'HTTP-Redirect')}${service}`);
}

/** Starts a sign-in with a signed request. Returns the address to go to, and the state for the browser's cookie. */
export async function beginSaml(ports: Ports, provider: SamlProviderRow, purpose: SamlPurpose): Promise<{ url: string; state: string }> {
  const certificates = countingCertificates(provider, ports.now());
  assert(certificates.length > 0, 'certificate');
  const messageId = newMessageId(ports);
  const saml = await samlOf(ports, provider, certificates, { messageId });
  const state = await beginAttempt(ports, { provider: attemptName(provider), nonce: messageId, verifier: JSON.stringify(purpose) });
  return { url: await saml.getAuthorizeUrlAsync(state, undefined, {}), state };
}

/** What a provider says of somebody. */
export interface SamlSubject {
  subject: string;
  name_id: string;
  name_id_format: string;
  session_index: string;
  user_name: string;
  attributes: { name: string; values: string[] }[];
  isEncrypted: boolean;
}
/** `purpose` null: the response answers no request of ours, so that we have to ask first. */
export type SamlAnswer = { subject: SamlSubject; purpose: SamlPurpose } | { purpose: null };

function decoded(text: string): string {
  assert(text.length <= largest * 1.4 && /^[A-Za-z\d+/=\s]+$/.test(text), 'unreadable');
  const bytes = Buffer.from(text, 'base64');
  assert(bytes.length <= largest, 'unreadable');
  return readable(bytes);
}

function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlRefusal('unreadable');
  }
}

function parsed(xml: string): Element {
  try {
    return parseMessage(xml);
  } catch (error) {
    throw new SamlRefusal('forbiddenXml', error instanceof UnsafeXml ? error.message : '');
  }
}

function assertStrong(root: Element) {
  const weak = weakAlgorithm(root);
  assert(weak === undefined, 'algorithm', weak);
}

const encryptions = [
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ...['2001/04/xmlenc#aes128-cbc', '2001/04/xmlenc#aes256-cbc', '2009/xmlenc11#aes128-gcm', '2009/xmlenc11#aes256-gcm'].map(
    (name) => `http://www.w3.org/${name}`,
  ),
];

/** The assertion inside an encrypted one, and the key that opens it. The library decrypts it again; here it is looked at before. */
async function decrypted(encrypted: Element, keys: readonly SamlKey[]): Promise<{ inner: Element; by: SamlKey }> {
  for (const method of Array.from(encrypted.getElementsByTagNameNS('http://www.w3.org/2001/04/xmlenc#', 'EncryptionMethod'))) {
    const algorithm = method.getAttribute('Algorithm') ?? '';
    assert(encryptions.includes(algorithm), 'algorithm', algorithm);
  }
  for (const by of keys) {
    const open = promisify<string, { key: string }, string>(decrypt as never)(encrypted.toString(), { key: by.key });
    const xml = await open.catch(() => undefined);
    if (xml !== undefined) return { inner: parsed(xml), by };
  }
  throw new SamlRefusal('encryption');
}

interface Xml {
  $?: Record<string, string>;
  _?: string;
  [name: string]: unknown;
}
const list = (parent: Xml | undefined, name: string): Xml[] => {
  const found = parent?.[name];
  return Array.isArray(found) ? found.map((one) => (typeof one === 'string' ? { _: one } : (one as Xml))) : [];
};
const textOf = (element: Xml | undefined) => element?._ ?? '';
const timeOf = (text: string | undefined) =>
  text && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

/** @throws `SamlRefusal` unless the time has come and is not over. What is not given does not limit. */
function assertTime({ NotBefore, NotOnOrAfter }: Record<string, string> = {}, now: number) {
  if (NotBefore !== undefined) assert(timeOf(NotBefore) <= now + skew, 'time', NotBefore);
  if (NotOnOrAfter !== undefined) assert(timeOf(NotOnOrAfter) > now - skew, 'time', NotOnOrAfter);
}

/** Checks a signed assertion (SAML 2.0 Profiles, 4.1.4.3). Returns which request it answers, and until when it counts. */
function assertForUs(ports: Ports, provider: SamlProviderRow, assertion: Xml): { inResponseTo: string | undefined; until: number } {
  const { entityId, acs } = ownAddresses(ports, provider);
  const now = ports.now();
  const issuers = list(assertion, 'Issuer').map(textOf);
  assert(issuers.length === 1 && issuers[0] === provider.entity_id, 'issuer', issuers.join(', '));
  const conditions = list(assertion, 'Conditions');
  assert(conditions.length === 1, 'audience');
  assertTime(conditions[0]?.$, now);
  const restrictions = list(conditions[0], 'AudienceRestriction').map((one) => list(one, 'Audience').map(textOf));
  assert(restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(entityId)), 'audience', restrictions.join(', '));
  for (const statement of list(assertion, 'AuthnStatement'))
    if (statement.$?.SessionNotOnOrAfter) assertTime({ NotOnOrAfter: statement.$.SessionNotOnOrAfter }, now);
  const bearers = list(list(assertion, 'Subject')[0], 'SubjectConfirmation').filter(
    ({ $ }) => $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  );
  assert(bearers.length > 0, 'recipient');
  const data = bearers.map((bearer) => list(bearer, 'SubjectConfirmationData')[0]?.$ ?? {});
  const ours = data.find(({ Recipient }) => Recipient === acs);
  assert(ours, 'recipient', data.map(({ Recipient }) => Recipient ?? '').join(', '));
  assert(ours.NotOnOrAfter !== undefined && ours.NotBefore === undefined, 'time');
  assertTime(ours, now);
  return { inResponseTo: ours.InResponseTo, until: timeOf(ours.NotOnOrAfter) };
}

/** Whom the assertion is about. The subject is taken as it is written: it is compared, never searched. */
function subjectOf(provider: SamlProviderRow, assertion: Xml, isEncrypted: boolean): SamlSubject {
  const names = list(list(assertion, 'Subject')[0], 'NameID');
  assert(names.length <= 1, 'subject');
  const name_id = textOf(names[0]);
  const name_id_format = names[0]?.$?.Format ?? formatOf.unspecified;
  const attributes = list(assertion, 'AttributeStatement')
    .flatMap((statement) => list(statement, 'Attribute'))
    .map((attribute) => ({ name: attribute.$?.Name ?? '', values: list(attribute, 'AttributeValue').map(textOf) }));
  const valuesOf = (name: string) => attributes.filter((one) => one.name === name).flatMap(({ values }) => values);
  const subjects = provider.subject_attribute === '' ? [name_id] : valuesOf(provider.subject_attribute);
  const [subject = ''] = subjects;
  assert(subjects.length === 1 && subject !== '' && subject.length <= 255 && plainLine(subject) === subject, 'subject');
  // Such a name is another one at each sign-in.
  assert(provider.subject_attribute !== '' || name_id_format !== transient, 'subject', name_id_format);
  const user_name = provider.user_name_attribute === '' ? '' : (valuesOf(provider.user_name_attribute)[0] ?? '');
  const session_index = list(assertion, 'AuthnStatement')[0]?.$?.SessionIndex ?? '';
  return { subject, name_id, name_id_format, session_index, user_name: user_name.slice(0, 255), attributes, isEncrypted };
}

/** Takes a message once. False if it was taken before. `until`: when it expires by itself. */
async function takeOnce(ports: Ports, provider: SamlProviderRow, messageId: string, until: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tenant(ports.db, provider.district_id)
    .insertInto('saml_message')
    .values({ provider_id: provider.provider_id, message_hash: hashOf(messageId), expires_at: until + skew })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}
const hashOf = (messageId: string) => createHash('sha256').update(messageId).digest('base64url');
const wasTaken = async (ports: Ports, { district_id, provider_id }: SamlProviderRow, messageId: string) =>
  (await tenant(ports.db, district_id)
    .selectFrom('saml_message')
    .select('message_hash')
    .where('provider_id', '=', provider_id)
    .where('message_hash', '=', hashOf(messageId))
    .executeTakeFirst()) !== undefined;

/**
 * Validates a response (HTTP-POST). Only what the provider's signature covers is read.
 *
 * @throws `SamlRefusal`
 */
export async function endSaml(
  ports: Ports,
  provider: SamlProviderRow,
  answer: { response: string; relayState: string | undefined; cookie: string | undefined },
): Promise<SamlAnswer> {
  const { acs } = ownAddresses(ports, provider);
  const root = parsed(decoded(answer.response));
  assert(isResponse(root), 'unreadable', root.localName ?? '');
  assertStrong(root);
  const destination = root.getAttribute('Destination');
  assert(!destination || destination === acs, 'destination', destination ?? '');
  const [status] = childrenOf(root, 'Status').flatMap((one) => childrenOf(one, 'StatusCode'));
  const code = status?.getAttribute('Value') ?? '';
  assert(code === 'urn:oasis:names:tc:SAML:2.0:status:Success', 'status', code);
  const assertions = childrenOf(root, 'Assertion');
  const encrypted = childrenOf(root, 'EncryptedAssertion');
  assert(assertions.length + encrypted.length === 1, 'assertions', String(assertions.length + encrypted.length));
  const certificates = countingCertificates(provider, ports.now());
  assert(certificates.length > 0, 'certificate');
  const { used, spare } = await samlKeysOf(ports, provider.district_id);
  const keys = spare ? [used, spare] : [used];
  const { inner, by } = assertions[0] ? { inner: assertions[0], by: used } : await decrypted(encrypted[0] as Element, keys);
  assertStrong(inner);
  assert(isSigned(root) || isSigned(inner), 'unsigned');

  const saml = await samlOf(ports, provider, certificates, { decryptsWith: by });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer.response }).catch((error: unknown) => {
    throw new SamlRefusal('signature', error instanceof Error ? error.message : '');
  });
  const assertion = (profile?.getAssertion?.() as { Assertion?: Xml } | undefined)?.Assertion;
  assert(assertion, 'signature');
  const { inResponseTo, until } = assertForUs(ports, provider, assertion);
  const subject = subjectOf(provider, assertion, encrypted.length > 0);
  const messageId = assertion.$?.ID ?? '';
  assert(messageId !== '', 'unreadable');

  if (inResponseTo === undefined) {
    // Whoever posts it could have had it made for an account of their own. So we ask, and the provider answers this browser at once. If
    // the provider's answers never name a request, that would not end.
    assert(answer.relayState === undefined || answer.relayState !== answer.cookie, 'unsolicited');
    assert(!(await wasTaken(ports, provider, messageId)), 'replay');
    return { purpose: null };
  }
  const attempt = await endAttempt(ports, { state: answer.relayState, cookie: answer.cookie, provider: attemptName(provider) });
  if (!attempt || attempt.nonce !== inResponseTo)
    throw new SamlRefusal((await wasTaken(ports, provider, messageId)) ? 'replay' : 'browser');
  assert(await takeOnce(ports, provider, messageId, until), 'replay');
  return { subject, purpose: v.parse(Purpose, JSON.parse(attempt.verifier)) };
}

/** A sign-out that the provider asks for. */
export interface SamlLogout {
  requestId: string;
  name_id: string;
}

interface LogoutMessage {
  /** Parameters of the query or the form. */
  parameters: Record<string, string>;
  /** The query as it was sent, for HTTP-Redirect; null: HTTP-POST. */
  query: string | null;
}

/**
 * Validates a logout request of the provider (SAML 2.0 Profiles, 4.4.4.1). It must be signed.
 *
 * @throws `SamlRefusal`
 */
export async function readLogout(ports: Ports, provider: SamlProviderRow, { parameters, query }: LogoutMessage): Promise<SamlLogout> {
  const text = parameters.SAMLRequest ?? '';
  const xml = query === null ? decoded(text) : await inflated(text);
  const root = parsed(xml);
  assert(root.localName === 'LogoutRequest', 'unreadable', root.localName ?? '');
  assertStrong(root);
  const { logout } = ownAddresses(ports, provider);
  const destination = root.getAttribute('Destination');
  assert(!destination || destination === logout, 'destination', destination ?? '');
  const certificates = countingCertificates(provider, ports.now());
  assert(certificates.length > 0, 'certificate');
  const saml = await samlOf(ports, provider, certificates);
  if (query !== null) {
    assert(parameters.Signature, 'unsigned');
    assert(isSigningAlgorithm(parameters.SigAlg ?? ''), 'algorithm', parameters.SigAlg);
  } else assert(isSigned(root), 'unsigned');
  const validated =
    query === null
      ? saml.validatePostRequestAsync({ SAMLRequest: text })
      : saml.validateRedirectAsync({ ...parameters, SAMLRequest: text }, query);
  const { profile } = await validated.catch((error: unknown) => {
    throw new SamlRefusal('signature', error instanceof Error ? error.message : '');
  });
  assert(profile?.ID && profile.nameID && profile.issuer === provider.entity_id, 'issuer', profile?.issuer);
  const issued = timeOf(root.getAttribute('IssueInstant') ?? undefined);
  assert(Math.abs(ports.now() - issued) <= logoutLife, 'time', root.getAttribute('IssueInstant') ?? '');
  assertTime({ NotOnOrAfter: root.getAttribute('NotOnOrAfter') || new Date(issued + logoutLife).toISOString() }, ports.now());
  assert(await takeOnce(ports, provider, profile.ID, issued + logoutLife), 'replay');
  return { requestId: profile.ID, name_id: profile.nameID };
}

async function inflated(text: string): Promise<string> {
  assert(/^[A-Za-z\d+/=\s]+$/.test(text), 'unreadable');
  const bytes = await promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)(Buffer.from(text, 'base64'), {
    maxOutputLength: largest,
  }).catch(() => {
    throw new SamlRefusal('unreadable');
  });
  return readable(bytes);
}

/** Where to send the browser with our signed answer to a logout request; undefined if the provider has no such address. */
export async function logoutAnswer(ports: Ports, provider: SamlProviderRow, { requestId }: SamlLogout, relayState: string | undefined) {
  if (!provider.sign_out_address) return undefined;
  const saml = await samlOf(ports, provider, countingCertificates(provider, ports.now()));
  return saml.getLogoutResponseUrlAsync({ ID: requestId } as never, relayState ?? '', {}, true);
}

/** Where to send the browser with our signed request to end the provider's session too. */
export async function logoutRequest(
  ports: Ports,
  provider: SamlProviderRow,
  { name_id, name_id_format, session_index }: Pick<SamlSubject, 'name_id' | 'name_id_format' | 'session_index'>,
): Promise<string> {
  const saml = await samlOf(ports, provider, countingCertificates(provider, ports.now()));
  const who = { issuer: provider.entity_id, nameID: name_id, nameIDFormat: name_id_format };
  return saml.getLogoutUrlAsync({ ...who, ...(session_index ? { sessionIndex: session_index } : {}) }, '', {});
}
