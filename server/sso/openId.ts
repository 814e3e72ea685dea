import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { CauseOf } from '../../contract/technicalStatus.ts';
import { noteUse } from '../kit/integrationUse.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import type { OpenIdProvider } from './configuration.ts';
import { beginAttempt, endAttempt, type Identity, type OpenIdName } from './signOn.ts';

/** Only on the local machine, TLS is optional, for tests. */
const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

const known = new WeakMap<OpenIdProvider, Promise<Configuration>>();

/** The provider's discovery document (OpenID Connect Discovery 1.0), fetched once. Failures are retried. */
function configurationOf(provider: OpenIdProvider): Promise<Configuration> {
  const before = known.get(provider);
  if (before !== undefined) return before;
  const issuer = new URL(provider.issuer);
  const found = discovery(issuer, provider.client_id, provider.client_secret, undefined, {
    ...(isLoopback(issuer) ? { execute: [allowInsecureRequests] } : {}),
    timeout: 10,
  });
  known.set(provider, found);
  found.catch(() => known.delete(provider));
  return found;
}

/** Redirect URI. Must be registered with the provider exactly like this. */
export const redirectUri = (ports: Ports, name: OpenIdName): string => `${ports.origin()}/api/lms/ssoLogin/callback/${name}`;

/**
 * Starts a sign-in (authorization code flow with PKCE S256, state and nonce). Returns the URL to go to and the state for the browser's
 * cookie.
 */
export async function beginOpenId(ports: Ports, name: OpenIdName, provider: OpenIdProvider): Promise<{ url: string; state: string }> {
  const configuration = await configurationOf(provider);
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
  const state = await beginAttempt(ports, { provider: name, nonce, verifier });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(ports, name),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, state };
}

/** Completes a sign-in and returns the identity. Undefined or a rejection if the response is invalid. */
export async function endOpenId(
  ports: Ports,
  name: OpenIdName,
  provider: OpenIdProvider,
  answer: { search: string; cookie: string | undefined },
): Promise<Pick<Identity, 'issuer' | 'subject'> | undefined> {
  const state = new URLSearchParams(answer.search).get('state') ?? undefined;
  const attempt = await endAttempt(ports, { state, cookie: answer.cookie, provider: name });
  if (!attempt || !state) return undefined;
  const here = new URL(redirectUri(ports, name) + answer.search);
  const tokens = await authorizationCodeGrant(await configurationOf(provider), here, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  return claims && { issuer: claims.iss, subject: claims.sub };
}

/** Why a sign-in failed with an error: what the provider said, or that it could not be asked. */
export function causeOfOpenId(error: unknown): CauseOf<'openId'> {
  if (error instanceof AuthorizationResponseError) return 'refusedThere';
  if (error instanceof WWWAuthenticateChallengeError) return 'secret';
  if (error instanceof ResponseBodyError) return ['invalid_client', 'unauthorized_client'].includes(error.error) ? 'secret' : 'answer';
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError || ['TimeoutError', 'AbortError'].includes(one.name)) return 'unreachable';
  return 'answer';
}

/** Counts for the technician's page that a sign-in worked (`cause` null), or why it did not. */
export const noteOpenId = (
  ports: Ports,
  name: OpenIdName,
  { district_id }: Pick<OpenIdProvider, 'district_id'>,
  cause: CauseOf<'openId'> | null,
) => noteUse(ports, tenant(ports.db, district_id), { kind: 'openId', ref: name }, cause);
