import * as v from 'valibot';
import { call, id, idOrZero, line, lineOrNothing, wholeRoster } from './kit.ts';
import { visibleSecret } from './oneRosterApi.ts';
import { outsideAddress } from './outsideAddress.ts';

/** The single sign-ons of a district that work by OpenID Connect. */
export const signOnKinds = ['roster', 'classroom'] as const;
export type SignOnKind = (typeof signOnKinds)[number];

/** What is wrong with a service or its answer. The browser that signs in is told none of them. */
export const signOnFaults = [
  // Of the service's address and its discovery document (OpenID Connect Discovery 1.0).
  'insecure',
  'private',
  'unreachable',
  'tooLarge',
  'noDocument',
  'otherIssuer',
  'endpoints',
  'noCodeFlow',
  'keys',
  // Of its answers.
  'denied',
  'client',
  'grant',
  'token',
  // The person has no account here.
  'noAccount',
  // The stored secret cannot be read: the server's key has changed.
  'sealed',
] as const;
export type SignOnFault = (typeof signOnFaults)[number];

/** What came in a test sign-in. `account`: linked; will be linked at the first sign-in by the roster's id; or none. */
const Received = v.object({ issuer: v.string(), subject: v.string(), account: v.picklist(['linked', 'roster', 'none']) });
export type SignOnReceived = v.InferOutput<typeof Received>;

/** A district's single sign-on of one kind. The client secret never leaves the server. */
export const SignOnSetup = v.object({
  district_id: v.number(),
  district_name: v.string(),
  /** 0: nothing is set up. */
  version: v.number(),
  issuer: v.string(),
  client_id: v.string(),
  has_secret: v.boolean(),
  /** Scopes to ask for, separated by blanks. */
  scope: v.string(),
  subject_is_sourced_id: v.boolean(),
  active: v.boolean(),
  /** Whether the operator's setting still stands, which no administrator has changed. */
  from_environment: v.boolean(),
  /** Where the service sends browsers back. It has to know this address exactly. */
  redirect_uri: v.string(),
  /** Where the service sends browsers that begin a sign-in there. */
  initiate_login_uri: v.string(),
  /** Linked accounts. */
  identities: v.number(),
  /** The latest sign-in. Null: none since the service was set up. */
  last: v.nullable(v.object({ at: v.string(), fault: v.nullable(v.picklist(signOnFaults)) })),
  /** The latest test. `received`: only for who made it, for a day. */
  test: v.nullable(v.object({ at: v.string(), fault: v.nullable(v.picklist(signOnFaults)), received: v.nullable(Received) })),
});
export type SignOnSetup = v.InferOutput<typeof SignOnSetup>;

/** `user_puid`: the caller. */
const one = { user_puid: id, district_id: id };
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

const get = (path: string, what: string) =>
  call({
    ...ours,
    method: 'GET',
    path,
    summary: `Get the ${what} single sign-on of the caller’s district, or of every district for the provider’s administrators`,
    query: v.object({ user_puid: id }),
    data: v.array(SignOnSetup),
  });
const save = (path: string, what: string) =>
  call({
    ...change,
    path,
    summary: `Set up the ${what} single sign-on of a district; refused if someone else has changed it in the meantime. Without \`client_secret\`, the secret stays, unless the issuer changes. It is encrypted and never shown again`,
    body: v.object({
      ...one,
      /** 0: it is set up for the first time. */
      version: v.pipe(idOrZero, v.maxValue(2_000_000_000)),
      issuer: outsideAddress,
      client_id: line(300),
      client_secret: v.optional(v.nullable(visibleSecret), null),
      /** Whether the service gave no secret (a public client). */
      is_public: v.boolean(),
      /** Empty: `openid`. */
      scope: lineOrNothing(1000),
      subject_is_sourced_id: v.boolean(),
      active: v.boolean(),
    }),
    data: SignOnSetup,
  });
const test = (path: string, what: string) =>
  call({
    ...change,
    path,
    summary: `Read what the service of a ${what} single sign-on says of itself, and begin a test sign-in: where to send the browser, or what is wrong. It opens no account`,
    body: v.object(one),
    data: v.object({ fault: v.nullable(v.picklist(signOnFaults)), url: v.nullable(v.string()) }),
  });

export const signOnSetup = {
  rosterSetup: get('/ssoLogin/get_roster_setup', 'school-roster'),
  saveRosterSetup: save('/ssoLogin/save_roster_setup', 'school-roster'),
  testRosterSetup: test('/ssoLogin/test_roster_setup', 'school-roster'),
  classroomSetup: get('/ssoLogin/get_classroom_setup', 'classroom'),
  saveClassroomSetup: save('/ssoLogin/save_classroom_setup', 'classroom'),
  testClassroomSetup: test('/ssoLogin/test_classroom_setup', 'classroom'),
};
