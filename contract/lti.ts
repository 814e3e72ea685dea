import * as v from 'valibot';
import { call, flag, id, idOrZero, line, nothing, smallId, staff, wholeRoster } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Maximum deployments of a platform. */
export const mostDeployments = 50;

/** Why a launch was refused, or what failed at a platform's service (decision 071). */
export const ltiCauses = [
  'account',
  'algorithm',
  'audience',
  'deepLinking',
  'deployment',
  'expired',
  'inactive',
  'issuer',
  'keyMissing',
  'keyUnknown',
  'keysUnavailable',
  'link',
  'malformed',
  'messageType',
  'nonce',
  'platformError',
  'resourceLink',
  'roles',
  'rosterUnavailable',
  'scoreRefused',
  'signature',
  'state',
  'subject',
  'time',
  'version',
] as const;
export type LtiCause = (typeof ltiCauses)[number];

const webAddress = v.pipe(line(2000), v.regex(/^https?:\/\/[^\s/?#]+/, 'webAddress'), v.url());

const fields = {
  name: line(200),
  /** Exactly as in the platform's tokens. */
  issuer: webAddress,
  client_id: v.pipe(line(255), v.regex(/^\S+$/, 'word')),
  deployment_ids: v.pipe(v.array(line(255)), v.maxLength(mostDeployments)),
  authorization_endpoint: webAddress,
  /** Empty: the platform offers no services. */
  token_endpoint: v.union([v.literal(''), webAddress]),
  jwks_uri: webAddress,
  subject_is_sourced_id: flag,
  /** The roster id that the platform sends beside the subject (`lis.person_sourcedid`) finds the account of an unknown subject. */
  lis_is_sourced_id: v.optional(flag, false),
  active: flag,
};

/** A learning platform that may launch lessons here. */
export const LtiPlatform = v.object({
  platform_id: v.number(),
  district_id: v.number(),
  district_name: v.string(),
  version: v.number(),
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  deployment_ids: v.array(v.string()),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
  subject_is_sourced_id: v.boolean(),
  lis_is_sourced_id: v.boolean(),
  active: v.boolean(),
  /** Launches that ended in a session, and the last one. */
  launches: v.number(),
  launched_at: v.nullable(v.string()),
  /** Scores that the platform does not have yet. */
  waiting: v.number(),
  /** Learners of its courses without an account here. */
  strangers: v.number(),
});
export type LtiPlatform = v.InferOutput<typeof LtiPlatform>;

/** What an administrator enters at the platform. */
export const LtiOwn = v.object({ login_url: v.string(), launch_url: v.string(), jwks_url: v.string() });
export type LtiOwn = v.InferOutput<typeof LtiOwn>;

export const LtiRefusal = v.object({
  refusal_id: v.number(),
  at: v.string(),
  platform: v.string(),
  cause: v.picklist(ltiCauses),
  detail: v.string(),
});
export type LtiRefusal = v.InferOutput<typeof LtiRefusal>;

/** `ok`: it answered as it should. `unreachable`: it did not answer. `refused`: it answered with an error. `off`: there is no address. */
const probes = ['ok', 'unreachable', 'refused', 'off'] as const;
export type LtiProbe = (typeof probes)[number];

/** A lesson or an item that a teacher may choose for a link. */
export const LtiChoice = v.object({
  kind: v.picklist(['lesson', 'item']),
  id: v.number(),
  title: v.string(),
  /** Of an item; null for a lesson. */
  item_type_id: v.nullable(v.number()),
  /** Whether it has a quiz, so that scores go back. */
  has_score: v.boolean(),
});
export type LtiChoice = v.InferOutput<typeof LtiChoice>;

const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;
/** A district that the caller administers; 404 for any other. Without it, the caller's own. */
const place = { district_id: v.optional(id) };
const one = { platform_id: id, district_id: id };

export const lti = {
  ltiConsumers: call({
    ...ours,
    method: 'GET',
    path: '/ExternalToolSetUp/get_lti_consumers',
    summary: 'List the learning platforms of the caller’s district, or all for the provider’s administrators, and our own addresses',
    data: v.object({ own: LtiOwn, platforms: v.array(LtiPlatform) }),
  }),
  addLtiConsumer: call({
    ...change,
    path: '/ExternalToolSetUp/add_lti_consumer',
    summary: 'Add a learning platform',
    body: v.object({ ...place, ...fields }),
    data: LtiPlatform,
  }),
  updateLtiConsumer: call({
    ...change,
    path: '/ExternalToolSetUp/update_lti_consumer',
    summary: 'Change a learning platform; refused if someone else has changed it in the meantime',
    body: v.object({ ...one, version: smallId, ...fields }),
    data: LtiPlatform,
  }),
  removeLtiConsumer: call({
    ...change,
    path: '/ExternalToolSetUp/remove_lti_consumer',
    summary: 'Delete a learning platform; it can be restored',
    body: v.object(one),
    data: nothing,
  }),
  restoreLtiConsumer: call({
    ...change,
    path: '/ExternalToolSetUp/restore_lti_consumer',
    summary: 'Restore a deleted learning platform',
    body: v.object(one),
    data: LtiPlatform,
  }),
  testLtiConsumer: call({
    ...ours,
    method: 'POST',
    path: '/ExternalToolSetUp/test_lti_consumer',
    summary: 'Fetch a platform’s keys and ask it for an access token, to see whether its addresses work',
    body: v.object(one),
    data: v.object({ keys: v.picklist(probes), token: v.picklist(probes) }),
  }),
  ltiRefusals: call({
    ...ours,
    method: 'GET',
    path: '/ExternalToolSetUp/get_lti_refusals',
    summary: 'List the newest refused launches and failed services of the district’s platforms, with their causes',
    data: v.array(LtiRefusal),
  }),
  inviteLtiConsumer: call({
    ...change,
    path: '/ExternalToolSetUp/invite_lti_consumer',
    summary: 'Make an address at which a platform can register itself once, within a day; the platform begins inactive',
    query: v.object(place),
    data: v.object({ url: v.string(), expires_at: v.string() }),
  }),
  ltiChoices: call({
    backend: 'lms',
    method: 'GET',
    path: '/ExternalToolSetUp/get_lti_choices',
    summary: 'List the lessons or items that the teacher may choose for a link in a learning platform, page by page',
    access: staff,
    /** `choice_id` 0: the page was opened without a choice. */
    query: v.object({ choice_id: idOrZero, list: v.picklist(['lessons', 'items']), ...pageQuery(['title']) }),
    data: pageOf(LtiChoice),
    onFailure: 'state',
    origin: 'ours',
  }),
  chooseLtiResource: call({
    backend: 'lms',
    method: 'POST',
    path: '/ExternalToolSetUp/choose_lti_resource',
    summary: 'Choose what a link in a learning platform opens; answers with the address that brings the choice to the platform',
    access: staff,
    refusedWhileActing: true,
    body: v.object({ choice_id: id, kind: v.picklist(['lesson', 'item']), id }),
    data: v.object({ url: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
