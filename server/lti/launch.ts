import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { LtiCause } from '../../contract/lti.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import { shared } from '../kit/tenant.ts';
import { beginAttempt, endAttempt, type Identity, type Person } from '../sso/signOn.ts';
import { claim, type Launch } from './messages.ts';
import { PlatformFailed } from './outbound.ts';
import { keysOf, noteRefusal, type Platform, platformOfDeployment, platformsAt } from './platforms.ts';

/** Parameters of a login initiation (1EdTech Security Framework 1.0, section 5.1.1). */
const Initiation = v.object({
  iss: v.string(),
  login_hint: v.string(),
  target_link_uri: v.string(),
  client_id: v.optional(v.string()),
  lti_message_hint: v.optional(v.string()),
  lti_deployment_id: v.optional(v.string()),
});

const use = 'learningTools';
const nameOf = ({ issuer, client_id }: Pick<Platform, 'issuer' | 'client_id'>) => `${use} ${issuer} ${client_id}`;

/** Our addresses, as platforms must have them. */
export const addressesOf = (ports: Pick<Ports, 'origin'>) => {
  const base = `${ports.origin()}/api/lms/ssoLogin/lti`;
  return { login_url: `${base}/login`, launch_url: `${base}/launch`, jwks_url: `${base}/jwks` };
};

/** Responds to a platform's login initiation with the URL of its authentication request and the state for the browser's cookie. */
export async function beginLaunch(ports: Ports, parameters: Record<string, unknown>): Promise<{ url: string; state: string } | undefined> {
  const asked = v.safeParse(Initiation, parameters);
  if (!asked.success) return undefined;
  const { iss, client_id, login_hint, lti_message_hint, lti_deployment_id } = asked.output;
  const candidates = await platformsAt(ports, iss, client_id);
  const deployed =
    client_id === undefined || lti_deployment_id === undefined
      ? undefined
      : await platformOfDeployment(ports, iss, client_id, lti_deployment_id);
  const platform = deployed?.active === 1 ? deployed : candidates.find(({ active }) => active === 1);
  if (!platform) {
    for (const one of candidates) await noteRefusal(ports, one, 'inactive');
    return undefined;
  }
  const nonce = newSecret(ports);
  const state = await beginAttempt(ports, { provider: nameOf(platform), nonce, verifier: '' });
  const url = new URL(platform.authorization_endpoint);
  const request = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: addressesOf(ports).launch_url,
    login_hint,
    state,
    nonce,
    ...(lti_message_hint === undefined ? {} : { lti_message_hint }),
  };
  for (const [key, value] of Object.entries(request)) url.searchParams.set(key, value);
  return { url: url.href, state };
}

/** A launch is not valid. `cause`: for the district's log. */
class Invalid extends Error {
  override readonly cause: LtiCause;
  readonly detail: string;

  constructor(cause: LtiCause, detail = '') {
    super(`Invalid launch: ${cause} ${detail}`);
    this.cause = cause;
    this.detail = detail;
  }
}

/** The cause of an error in checking a token. */
function causeOf(error: unknown): Invalid {
  if (error instanceof Invalid) return error;
  if (error instanceof PlatformFailed) return new Invalid('keysUnavailable', String(error.status ?? ''));
  if (error instanceof errors.JOSEAlgNotAllowed) return new Invalid('algorithm');
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return new Invalid('keyUnknown');
  if (error instanceof errors.JWSSignatureVerificationFailed) return new Invalid('signature');
  if (error instanceof errors.JWTExpired) return new Invalid('expired', error.claim);
  if (error instanceof errors.JWTClaimValidationFailed) {
    const causes: Readonly<Record<string, LtiCause>> = { iss: 'issuer', aud: 'audience', sub: 'subject', nonce: 'nonce' };
    return new Invalid(causes[error.claim] ?? 'time', error.claim);
  }
  if (error instanceof v.ValiError) return new Invalid('keysUnavailable', 'jwks');
  return new Invalid('malformed');
}

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const address = v.pipe(text(2000), v.regex(/^https?:\/\//), v.url());
const Settings = v.object({
  deep_link_return_url: address,
  accept_types: v.array(v.string()),
  accept_presentation_document_targets: v.array(v.string()),
  data: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});
/** What the school's information system calls the person (LTI 1.3 core, section 5.4.4). Anything else there is as if it were absent. */
const Lis = v.object({ person_sourcedid: text(255) });
/** The optional claims of a launch. */
const Services = v.object({
  context: v.optional(v.object({ id: text(255), title: v.optional(v.string()), label: v.optional(v.string()) })),
  custom: v.optional(v.object({ orrery_link: v.optional(v.string()) })),
  roster: v.optional(v.object({ context_memberships_url: address })),
  grades: v.optional(v.object({ lineitem: v.optional(address), scope: v.optional(v.array(v.string()), []) })),
});
export const scoreScope = 'https://purl.imsglobal.org/spec/lti-ags/scope/score';
export const rosterScope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

/** A claim in its required form, or the cause of the refusal. */
function need<S extends v.GenericSchema>(payload: JWTPayload, name: string, schema: S, cause: LtiCause): v.InferOutput<S> {
  const read = v.safeParse(schema, payload[name]);
  if (read.success) return read.output;
  throw new Invalid(cause, name.replace(/^.*\/claim\//, ''));
}

/** Reads the message of a launch whose token is valid (LTI 1.3 core, section 5; LTI Deep Linking 2.0, section 4.4). */
function messageOf(platform: Platform, payload: JWTPayload): Launch {
  need(payload, claim('version'), v.literal('1.3.0'), 'version');
  const type = need(payload, claim('message_type'), v.picklist(['LtiResourceLinkRequest', 'LtiDeepLinkingRequest']), 'messageType');
  need(payload, claim('roles'), v.array(v.string()), 'roles');
  const deployment_id = need(payload, claim('deployment_id'), text(255), 'deployment');
  const from = { district_id: platform.district_id, platform_id: platform.platform_id, deployment_id, subject: payload.sub as string };
  if (type === 'LtiDeepLinkingRequest') {
    const settings = need(payload, 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings', Settings, 'deepLinking');
    if (!settings.accept_types.includes('ltiResourceLink')) throw new Invalid('deepLinking', 'accept_types');
    return { kind: 'choose', ...from, return_url: settings.deep_link_return_url, data: settings.data ?? null };
  }
  const link = need(payload, claim('resource_link'), v.object({ id: text(255) }), 'resourceLink');
  need(payload, claim('target_link_uri'), address, 'link');
  const services = v.safeParse(Services, {
    context: payload[claim('context')],
    custom: payload[claim('custom')],
    roster: payload['https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'],
    grades: payload['https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'],
  });
  if (!services.success) throw new Invalid('malformed', v.getDotPath(services.issues[0]) ?? '');
  const { context, custom, roster, grades } = services.output;
  return {
    kind: 'link',
    ...from,
    resource_link_id: link.id,
    context_id: context?.id ?? '',
    context_title: (context?.title ?? context?.label ?? '').slice(0, 200),
    link_id: custom?.orrery_link ?? null,
    memberships_url: roster?.context_memberships_url ?? null,
    line_item: grades?.scope.includes(scoreScope) ? (grades.lineitem ?? null) : null,
  };
}

/** The registration for which a browser left, by its state; undefined unless this browser started a launch. */
async function startedAt(ports: Ports, state: string | undefined, cookie: string | undefined) {
  if (!state || state !== cookie) return undefined;
  const row = await shared(ports.db)
    .selectFrom('sign_on_attempt')
    .select('provider')
    .where('state_hash', '=', hashOfSecret(state))
    .executeTakeFirst();
  const [kind, issuer, ...client] = row?.provider.split(' ') ?? [];
  return kind === use && issuer ? { issuer, client_id: client.join(' ') } : undefined;
}

const stringOr = (value: unknown) => (typeof value === 'string' ? value : '');
const untrusted = (token: string): JWTPayload => {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
};

/**
 * Validates a launch (LTI 1.3 core, section 5.3): that this browser started it, signature, issuer, audience, nonce, times, deployment, and
 * the message. Undefined if it is refused; the cause is then in the district's log, if the district is known.
 */
export async function endLaunch(
  ports: Ports,
  answer: { state: string | undefined; idToken: string | undefined; error: string | undefined; cookie: string | undefined },
): Promise<{ identity: Pick<Identity, 'issuer'> & Person & { name: unknown }; platform: Platform; launch: Launch } | undefined> {
  const { state, idToken, error: theirs, cookie } = answer;
  // What a token says before it is verified decides only in whose log a refusal stands, and with whose keys it is verified.
  const said = untrusted(idToken ?? '');
  const started = await startedAt(ports, state, cookie);
  const { issuer, client_id } = started ?? { issuer: stringOr(said.iss), client_id: stringOr([said.aud].flat()[0]) };
  const deployed = await platformOfDeployment(ports, issuer, client_id, stringOr(said[claim('deployment_id')]));
  const platform = deployed ?? (await platformsAt(ports, issuer, client_id))[0];
  if (!platform) return undefined;
  try {
    const attempt = started && (await endAttempt(ports, { state, cookie, provider: nameOf(started) }));
    if (!attempt) throw new Invalid('state');
    if (!idToken) throw new Invalid('platformError', theirs?.replace(/[^\w ]/g, '').slice(0, 50));
    const { payload, protectedHeader } = await jwtVerify(idToken, keysOf(ports, platform.jwks_uri), {
      algorithms: ['RS256', 'ES256'],
      issuer: platform.issuer,
      audience: platform.client_id,
      requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
      maxTokenAge: '5 minutes',
      clockTolerance: 60,
      currentDate: new Date(ports.now()),
    });
    if (protectedHeader.kid === undefined) throw new Invalid('keyMissing');
    // With several audiences, the token must name us as the authorized party (OpenID Connect Core, 3.1.3.7).
    const audiences = Array.isArray(payload.aud) ? payload.aud.length : 1;
    if ((audiences > 1 || payload.azp !== undefined) && payload.azp !== platform.client_id) throw new Invalid('audience', 'azp');
    if (payload.nonce !== attempt.nonce) throw new Invalid('nonce');
    need(payload, 'sub', text(255), 'subject');
    const launch = messageOf(platform, payload);
    if (!deployed) throw new Invalid('deployment', launch.deployment_id);
    if (deployed.active === 0) throw new Invalid('inactive');
    const { issuer: iss, lis_is_sourced_id } = platform;
    const lis = v.safeParse(Lis, payload[claim('lis')]);
    const sourced_id = lis_is_sourced_id === 1 && lis.success ? lis.output.person_sourcedid : undefined;
    return { identity: { issuer: iss, subject: launch.subject, sourced_id, name: payload.name }, platform, launch };
  } catch (error) {
    const { cause, detail } = causeOf(error);
    await noteRefusal(ports, platform, cause, detail);
    return undefined;
  }
}
