import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Ports } from '../kit/ports.ts';
import { newSecret } from '../kit/secrets.ts';
import type { LearningTools } from './configuration.ts';
import { beginAttempt, endAttempt, type Identity } from './signOn.ts';

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;

const keySets = new Map<string, JWTVerifyGetKey>();
function keysOf(address: string): JWTVerifyGetKey {
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address));
  keySets.set(address, keys);
  return keys;
}

/** Parameters of a login initiation (1EdTech Security Framework 1.0, section 5.1.1). */
const Initiation = v.object({
  iss: v.string(),
  login_hint: v.string(),
  target_link_uri: v.string(),
  client_id: v.optional(v.string()),
  lti_message_hint: v.optional(v.string()),
});

const nameOf = (platform: LearningTools) => `learningTools ${platform.issuer} ${platform.client_id}`;

const platformsOf = (ports: Ports, issuer: string) => (ports.singleSignOn.learningTools ?? []).filter((one) => one.issuer === issuer);

/** Launch URL for platforms. Must be registered there exactly like this. */
export const launchUri = (ports: Ports): string => `${ports.origin()}/api/lms/ssoLogin/lti/launch`;

/** Responds to a platform's login initiation with the URL of its authentication request and the state for the browser's cookie. */
export async function beginLaunch(ports: Ports, parameters: Record<string, unknown>): Promise<{ url: string; state: string } | undefined> {
  const asked = v.safeParse(Initiation, parameters);
  if (!asked.success) return undefined;
  const { iss, client_id, login_hint, lti_message_hint } = asked.output;
  const platform = platformsOf(ports, iss).find((one) => (client_id ?? one.client_id) === one.client_id);
  if (!platform) return undefined;
  const nonce = newSecret(ports);
  const state = await beginAttempt(ports, { provider: nameOf(platform), nonce, verifier: '' });
  const url = new URL(platform.authorization_endpoint);
  const request = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: launchUri(ports),
    login_hint,
    state,
    nonce,
    ...(lti_message_hint === undefined ? {} : { lti_message_hint }),
  };
  for (const [key, value] of Object.entries(request)) url.searchParams.set(key, value);
  return { url: url.href, state };
}

const Launch = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  nonce: v.string(),
  [claim('message_type')]: v.literal('LtiResourceLinkRequest'),
  [claim('version')]: v.literal('1.3.0'),
  [claim('deployment_id')]: v.string(),
});

/** Validates a launch (LTI 1.3 core, section 5.3): signature, issuer, audience, nonce, deployment, and that this browser started it. */
export async function endLaunch(
  ports: Ports,
  answer: { state: string | undefined; idToken: string | undefined; cookie: string | undefined },
): Promise<{ identity: Pick<Identity, 'issuer' | 'subject'>; platform: LearningTools } | undefined> {
  for (const platform of ports.singleSignOn.learningTools ?? []) {
    const attempt = await endAttempt(ports, { state: answer.state, cookie: answer.cookie, provider: nameOf(platform) });
    if (!attempt || !answer.idToken) continue;
    const { payload } = await jwtVerify(answer.idToken, keysOf(platform.jwks_uri), {
      algorithms: ['RS256', 'ES256'],
      issuer: platform.issuer,
      audience: platform.client_id,
      requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
      maxTokenAge: '5 minutes',
      clockTolerance: 60,
      currentDate: new Date(ports.now()),
    });
    const launch = v.parse(Launch, payload) as Record<string, string>;
    // With several audiences, the token must name us as the authorized party (OpenID Connect Core, 3.1.3.7).
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== platform.client_id) return undefined;
    if (launch.nonce !== attempt.nonce) return undefined;
    // Districts that share an issuer and a client are told apart by deployment, which only the launch contains.
    const deployed = platformsOf(ports, platform.issuer).find(
      (one) =>
        one.client_id === platform.client_id &&
        one.jwks_uri === platform.jwks_uri &&
        one.deployment_ids.includes(launch[claim('deployment_id')] ?? ''),
    );
    return deployed && { identity: { issuer: deployed.issuer, subject: launch.sub as string }, platform: deployed };
  }
  return undefined;
}
