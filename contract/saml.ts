import * as v from 'valibot';
import { call, id, instant, line, lineOrNothing, nothing, smallId, wholeRoster } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Maximum identity providers of a district. */
export const mostProviders = 20;
/** Days before a certificate's end from which it is announced. */
export const certificateWarning = 30;
/** Maximum characters of metadata, or of certificates. */
export const mostMetadata = 500_000;
const mostCertificates = 50_000;

/** Formats of a NameID that stay the same at each sign-in. */
export const nameIdFormats = ['unspecified', 'persistent', 'emailAddress'] as const;

/** Why a response was refused. The browser is told none of them. */
export const samlCauses = [
  'unreadable',
  'forbiddenXml',
  'algorithm',
  'unsigned',
  'signature',
  'assertions',
  'encryption',
  'certificate',
  'status',
  'issuer',
  'destination',
  'audience',
  'recipient',
  'time',
  'unsolicited',
  'browser',
  'replay',
  'subject',
  'noAccount',
  'off',
] as const;
export type SamlCause = (typeof samlCauses)[number];
export const samlOutcomes = ['signedIn', 'refused', 'tested', 'signedOut'] as const;

const Certificate = v.object({
  subject: v.string(),
  /** SHA-256, hexadecimal. */
  fingerprint: v.string(),
  /** Instants. */
  from: v.string(),
  until: v.string(),
  state: v.picklist(['later', 'valid', 'ending', 'over']),
});

/** An identity provider of a district. */
export const SamlProvider = v.object({
  provider_id: v.number(),
  version: v.number(),
  name: v.string(),
  district_id: v.number(),
  /** Empty until the provider's metadata is known. */
  entity_id: v.string(),
  sign_on_address: v.string(),
  sign_out_address: v.string(),
  /** PEM. */
  certificates: v.string(),
  certificate_list: v.array(Certificate),
  name_id_format: v.picklist(nameIdFormats),
  subject_attribute: v.string(),
  user_name_attribute: v.string(),
  subject_is_sourced_id: v.boolean(),
  active: v.boolean(),
  /** Linked accounts. */
  identities: v.number(),
  /** What the identity provider has to know of us. */
  own_entity_id: v.string(),
  acs_address: v.string(),
  own_sign_out_address: v.string(),
});
export type SamlProvider = v.InferOutput<typeof SamlProvider>;

/** Our own certificates in a district. */
export const SamlKeys = v.object({
  /** Of the key that signs our requests. */
  used: Certificate,
  /** Of a key that may replace it, or that it has replaced; both are in our metadata, and both decrypt. null: there is none. */
  spare: v.nullable(Certificate),
});
export type SamlKeys = v.InferOutput<typeof SamlKeys>;

const Received = v.object({
  issuer: v.string(),
  subject: v.string(),
  name_id: v.string(),
  name_id_format: v.string(),
  user_name: v.string(),
  encrypted: v.boolean(),
  /** Whether the subject has an account. */
  linked: v.boolean(),
  attributes: v.array(v.object({ name: v.string(), values: v.array(v.string()) })),
});
export type SamlReceived = v.InferOutput<typeof Received>;

/** What became of a response. */
export const SamlSignIn = v.object({
  sign_in_id: v.number(),
  at: v.string(),
  provider_name: v.string(),
  outcome: v.picklist(samlOutcomes),
  cause: v.nullable(v.picklist(samlCauses)),
  /** What was found instead of what was expected. */
  detail: v.string(),
  /** What came in a test sign-in of the caller. */
  received: v.nullable(Received),
});
export type SamlSignIn = v.InferOutput<typeof SamlSignIn>;

/** What vouches for subjects: SAML, the two single sign-ons, and learning platforms. */
export const linkKinds = ['saml', 'roster', 'classroom', 'lti'] as const;
export type LinkKind = (typeof linkKinds)[number];
const kind = v.picklist(linkKinds);

/** A registration of a district whose subjects open accounts. */
export const LinkRegistration = v.object({
  kind,
  /** Id of the identity provider or platform; of a single sign-on, its district's. */
  provider_id: v.number(),
  /** Of a single sign-on: its issuer. */
  name: v.string(),
  /** Entity id or issuer; empty until it is known. */
  issuer: v.string(),
});
export type LinkRegistration = v.InferOutput<typeof LinkRegistration>;
/** Names a registration in an address. */
export const registrationKey = ({ kind: of, provider_id }: Pick<LinkRegistration, 'kind' | 'provider_id'>): string =>
  `${of}:${provider_id}`;
/** What such a key names. A kind that is none counts as SAML. */
export const registrationIn = (key: string): Pick<LinkRegistration, 'kind' | 'provider_id'> => {
  const [of, provider_id] = key.split(':');
  return { kind: linkKinds.find((one) => one === of) ?? 'saml', provider_id: Number(provider_id) };
};

/** A subject of a registration, and its account, if any. */
export const SamlIdentity = v.object({
  kind,
  provider_id: v.number(),
  provider_name: v.string(),
  issuer: v.string(),
  subject: v.string(),
  /** What the provider calls the person. It links nobody. */
  name_at_provider: v.string(),
  user_puid: v.nullable(v.number()),
  user_name: v.string(),
  full_name: v.string(),
  linked_at: v.nullable(v.string()),
  last_at: v.nullable(v.string()),
});
export type SamlIdentity = v.InferOutput<typeof SamlIdentity>;
export const identitySorts = ['subject', 'provider_name', 'user_name', 'linked_at', 'last_at'] as const;

/** Longest subject of an identity provider. */
export const longestSubject = 255;
/** Most rows of a file of links, and longest text of a cell. */
export const mostLinkRows = 1500;
export const longestLinkCell = 1000;
/** Why a row of a file of links is left out. `linked`: it is as the row says already. */
export const linkFindings = [
  'providerUnknown',
  'providerIncomplete',
  'subjectMissing',
  'subjectTooLong',
  'personMissing',
  'personAmbiguous',
  'personUnknown',
  'doubled',
  'linked',
  'taken',
] as const;
export type LinkFinding = (typeof linkFindings)[number];

/** What a file of links would do. */
export const SamlLinkCheck = v.object({
  rows: v.number(),
  /** Rows that would be linked. */
  ready: v.number(),
  /** One for each row that is left out, in order. */
  findings: v.array(v.object({ row: v.number(), finding: v.picklist(linkFindings) })),
});
export type SamlLinkCheck = v.InferOutput<typeof SamlLinkCheck>;

const cell = lineOrNothing(longestLinkCell);
/** In bytes. */
const largestFile = 4 * 1024 * 1024;
const linkRow = v.object({
  /** Number of the row in its file. */
  row: smallId,
  /** Name, entity id or issuer, or `roster` or `classroom`; empty: the only identity provider, or the only registration. */
  provider: cell,
  subject: cell,
  /** Username or id in the roster. */
  person: cell,
});
const linkRows = v.pipe(v.array(linkRow), v.minLength(1), v.maxLength(mostLinkRows));

const mostAddress = 1000;
/** Whether a text is an address of an identity provider, or empty. Over plain HTTP only on this computer. */
export const isSamlAddress = (text: string): boolean =>
  text === '' || (text.length <= mostAddress && URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(text));
const address = v.pipe(lineOrNothing(mostAddress), v.check(isSamlAddress, 'webAddress'));
const fields = {
  name: line(100),
  entity_id: lineOrNothing(1000),
  sign_on_address: address,
  sign_out_address: address,
  certificates: v.pipe(v.string(), v.maxLength(mostCertificates)),
  name_id_format: v.picklist(nameIdFormats),
  subject_attribute: lineOrNothing(255),
  user_name_attribute: lineOrNothing(255),
  subject_is_sourced_id: v.boolean(),
  active: v.boolean(),
};
/** `user_puid`: the caller. `district_id`: a district that the caller administers; 404 for any other. */
const caller = { user_puid: id, district_id: id };
const one = { ...caller, provider_id: id };
const identity = { ...one, kind: v.optional(kind, 'saml'), subject: line(longestSubject) };
/** Of a certificate: SHA-256, hexadecimal. */
const fingerprint = v.pipe(line(64), v.regex(/^[\da-f]{64}$/, 'word'));
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const saml = {
  samlProviders: call({
    ...read,
    path: '/ExternalToolSetUp/get_saml_providers',
    summary: 'List the SAML identity providers of a district',
    query: v.object(caller),
    data: v.array(SamlProvider),
  }),
  addSamlProvider: call({
    ...change,
    path: '/ExternalToolSetUp/add_saml_provider',
    summary: 'Add a SAML identity provider',
    body: v.object({ ...caller, ...fields }),
    data: SamlProvider,
  }),
  updateSamlProvider: call({
    ...change,
    path: '/ExternalToolSetUp/update_saml_provider',
    summary: 'Change a SAML identity provider; refused if someone else has changed it in the meantime',
    body: v.object({ ...one, version: smallId, ...fields }),
    data: SamlProvider,
  }),
  readSamlMetadata: call({
    ...change,
    path: '/ExternalToolSetUp/read_saml_metadata',
    summary:
      'Take entity id, addresses and certificates of a SAML identity provider from its metadata, or from those at an address; without an id, add the provider',
    body: v.object({
      ...caller,
      provider_id: v.optional(id),
      name: lineOrNothing(100),
      /** XML, or the address where it is. */
      metadata: v.pipe(v.string(), v.minLength(1), v.maxLength(mostMetadata)),
    }),
    data: SamlProvider,
  }),
  removeSamlProvider: call({
    ...change,
    path: '/ExternalToolSetUp/remove_saml_provider',
    summary: 'Delete a SAML identity provider with which no account is linked; it can be restored',
    body: v.object(one),
    data: nothing,
  }),
  restoreSamlProvider: call({
    ...change,
    path: '/ExternalToolSetUp/restore_saml_provider',
    summary: 'Restore a deleted SAML identity provider',
    body: v.object(one),
    data: SamlProvider,
  }),
  testSamlProvider: call({
    ...change,
    path: '/ExternalToolSetUp/test_saml_provider',
    summary: 'Begin a test sign-in with a SAML identity provider: where to send the browser. It opens no account',
    body: v.object(one),
    data: v.object({ url: v.string() }),
  }),
  samlMetadata: call({
    ...read,
    path: '/ExternalToolSetUp/get_saml_metadata',
    summary: 'Get our metadata for a SAML identity provider',
    query: v.object(one),
    data: v.object({ xml: v.string() }),
  }),
  samlKeys: call({
    ...read,
    path: '/ExternalToolSetUp/get_saml_keys',
    summary: 'Get the certificates of our own keys in a district',
    query: v.object(caller),
    data: SamlKeys,
  }),
  makeSamlKey: call({
    ...change,
    path: '/ExternalToolSetUp/make_saml_key',
    summary: 'Make a second key of ours, which providers learn from our metadata before it signs; nothing if there is one',
    body: v.object(caller),
    data: SamlKeys,
  }),
  useSamlKey: call({
    ...change,
    path: '/ExternalToolSetUp/use_saml_key',
    summary: 'Sign with the other one of our keys; nothing if it signs already',
    body: v.object({ ...caller, fingerprint }),
    data: SamlKeys,
  }),
  removeSamlKey: call({
    ...change,
    path: '/ExternalToolSetUp/remove_saml_key',
    summary: 'Delete the one of our keys that does not sign. It cannot be restored',
    body: v.object({ ...caller, fingerprint }),
    data: SamlKeys,
  }),
  samlSignIns: call({
    ...read,
    path: '/ExternalToolSetUp/get_saml_sign_ins',
    summary: 'List what became of the responses of SAML identity providers, newest first, with the true cause of each refusal',
    query: v.object({ ...caller, ...pageQuery(['at']) }),
    data: pageOf(SamlSignIn),
  }),
  linkRegistrations: call({
    ...read,
    path: '/ExternalToolSetUp/get_link_registrations',
    summary: 'List what vouches for subjects in a district: SAML identity providers, single sign-ons and learning platforms',
    query: v.object(caller),
    data: v.array(LinkRegistration),
  }),
  samlIdentities: call({
    ...read,
    path: '/ExternalToolSetUp/get_saml_identities',
    summary:
      'List the subjects of a district’s registrations: those with an account, or those who signed in, or are listed by a learning platform, without one',
    query: v.object({
      ...caller,
      ...pageQuery(identitySorts),
      list: v.optional(v.picklist(['linked', 'unlinked']), 'linked'),
      /** A registration’s key; without it, all. */
      registration: v.optional(v.pipe(line(40), v.regex(/^(saml|roster|classroom|lti):[1-9]\d{0,15}$/, 'word'))),
    }),
    data: pageOf(SamlIdentity),
  }),
  addSamlIdentity: call({
    ...change,
    path: '/ExternalToolSetUp/add_saml_identity',
    summary: 'Link a subject of a registration to an account of the district',
    body: v.object({ ...identity, user_name: line(100) }),
    data: SamlIdentity,
  }),
  removeSamlIdentity: call({
    ...change,
    path: '/ExternalToolSetUp/remove_saml_identity',
    summary: 'Unlink a subject of a registration and end the sessions that it opened; forget one without an account. It can be undone',
    body: v.object(identity),
    data: nothing,
  }),
  checkSamlLinks: call({
    ...change,
    largest: largestFile,
    path: '/ExternalToolSetUp/check_saml_links',
    summary: 'Check the rows of a file that links subjects of registrations to accounts; it changes nothing',
    body: v.object({ ...caller, rows: linkRows }),
    data: SamlLinkCheck,
  }),
  addSamlLinks: call({
    ...change,
    largest: largestFile,
    path: '/ExternalToolSetUp/add_saml_links',
    summary: 'Link the subjects of a file to accounts of the district. Rows that cannot be linked are left out',
    body: v.object({ ...caller, rows: linkRows }),
    /** `rows`: numbers of those that were linked. */
    data: v.object({ rows: v.array(v.number()), left: v.number(), at: v.string() }),
  }),
  undoSamlLinks: call({
    ...change,
    largest: largestFile,
    path: '/ExternalToolSetUp/undo_saml_links',
    summary: 'Take back the links that a file made at an instant, and end the sessions that they opened',
    body: v.object({ ...caller, at: instant, rows: linkRows }),
    data: v.object({ unlinked: v.number() }),
  }),
  restoreSamlIdentity: call({
    ...change,
    path: '/ExternalToolSetUp/restore_saml_identity',
    summary: 'Link a subject again that was unlinked, or list one again that was forgotten; refused if the subject is linked by now',
    body: v.object(identity),
    data: SamlIdentity,
  }),
};
