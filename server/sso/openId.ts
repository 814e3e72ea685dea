import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  type ServerMetadata,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import * as v from 'valibot';
import type { SignOnFault } from '../../contract/signOnSetup.ts';
import { OutsideProblem } from '../kit/outside.ts';
import { isLoopback } from '../kit/overHttps.ts';
import type { Ports } from '../kit/ports.ts';
import { beginAttempt, endAttempt, type Identity } from './signOn.ts';
import { type SignOnProvider, secretOf, type Tester } from './signOnProviders.ts';

/** Longest wait for an answer of a provider, in ms, and its maximum size, in bytes. */
const longest = 10_000;
const most = 1024 * 1024;

/** What is wrong with a provider or its answer. */
export class SignOnProblem extends Error {
  readonly fault: SignOnFault;
  constructor(fault: SignOnFault, cause?: unknown) {
    super(`single sign-on: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Over plain HTTP only addresses of the local machine are used, and only if the operator allows it. */
const isWebAddress = (text: string) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
};
const endpoint = v.pipe(v.string(), v.check(isWebAddress));
const Endpoints = v.object({ authorization_endpoint: endpoint, token_endpoint: endpoint, jwks_uri: endpoint });
const Lists = v.object({
  response_types_supported: v.optional(v.array(v.string()), ['code']),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
});
const Keys = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.minLength(1)) });

/** The JSON at an address of a provider. @throws SignOnProblem, with `fault` if there is an answer, but none such */
async function jsonAt({ outside }: Pick<Ports, 'outside'>, url: URL, fault: SignOnFault): Promise<unknown> {
  try {
    const response = await outside.send(url, { method: 'GET', headers: { accept: 'application/json' }, most, longest });
    if (response.ok) return await response.json();
  } catch (error) {
    if (error instanceof OutsideProblem) throw new SignOnProblem(error.code, error);
  }
  throw new SignOnProblem(fault);
}

type Discovered = ServerMetadata & v.InferOutput<typeof Endpoints> & v.InferOutput<typeof Lists>;

/** What a provider says of itself (OpenID Connect Discovery 1.0). @throws SignOnProblem */
async function discover(ports: Pick<Ports, 'outside'>, issuer: string): Promise<Discovered> {
  const url = new URL(issuer);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = v.safeParse(v.looseObject({ issuer: v.string() }), await jsonAt(ports, url, 'noDocument'));
  if (!found.success) throw new SignOnProblem('noDocument');
  const document = found.output;
  if (!URL.canParse(document.issuer) || new URL(document.issuer).href !== new URL(issuer).href) throw new SignOnProblem('otherIssuer');
  // The browser is sent to one of them, so none may be a script.
  const endpoints = v.safeParse(Endpoints, document);
  if (!endpoints.success) throw new SignOnProblem('endpoints');
  const lists = v.safeParse(Lists, document);
  if (!lists.success) throw new SignOnProblem('noDocument');
  if (!lists.output.response_types_supported.includes('code')) throw new SignOnProblem('noCodeFlow');
  return { ...document, ...endpoints.output, ...lists.output };
}

async function configure(ports: Ports, provider: SignOnProvider): Promise<Configuration> {
  const { issuer, client_id } = provider;
  const document = await discover(ports, issuer);
  let secret: string;
  try {
    secret = secretOf(ports, provider);
  } catch (error) {
    throw new SignOnProblem('sealed', error);
  }
  const authentication = document.token_endpoint_auth_methods_supported.includes('client_secret_post')
    ? ClientSecretPost
    : ClientSecretBasic;
  const configuration = new Configuration(document, client_id, undefined, secret === '' ? None() : authentication(secret));
  if (new URL(issuer).protocol === 'http:') allowInsecureRequests(configuration);
  configuration[customFetch] = (address, { method, headers, body }) =>
    ports.outside.send(new URL(address), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers },
      body: body ? String(body) : undefined,
      ...{ most, longest },
    });
  return configuration;
}

/** How long a discovery document is used, in ms, and how many are kept. */
const life = 600_000;
const mostKept = 500;
type Kept = Map<string, { at: number; found: Promise<Configuration> }>;
const keptBy = new WeakMap<Ports['outside'], Kept>();

/** A provider's configuration, which is read again after ten minutes, after a failure, and after a change of the settings. */
function configurationOf(ports: Ports, provider: SignOnProvider): Promise<Configuration> {
  const kept: Kept = keptBy.get(ports.outside) ?? new Map();
  keptBy.set(ports.outside, kept);
  const key = JSON.stringify([provider.issuer, provider.client_id, provider.sealed_secret]);
  const now = ports.now();
  const before = kept.get(key);
  if (before && before.at <= now && now - before.at < life) return before.found;
  kept.delete(key);
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  const entry = { at: now, found: configure(ports, provider) };
  kept.set(key, entry);
  entry.found.catch(() => kept.get(key) === entry && kept.delete(key));
  return entry.found;
}

/** Redirect URI. Must be registered with the provider exactly like this. */
export const redirectUri = (ports: Pick<Ports, 'origin'>, { callback }: Pick<SignOnProvider, 'callback'>): string =>
  `${ports.origin()}/api/lms/ssoLogin/callback/${callback}`;

/**
 * Where the service sends browsers to begin a sign-in (OpenID Connect Core 1.0, section 4: `initiate_login_uri`). It names the registration,
 * as the redirect URI does.
 */
export const initiationUri = (ports: Pick<Ports, 'origin'>, { callback }: Pick<SignOnProvider, 'callback'>): string =>
  `${ports.origin()}/api/lms/ssoLogin/initiate/${callback}`;

const attemptName = ({ kind, district_id }: SignOnProvider) => `${kind} ${district_id}`;
const Person = v.object({ user_puid: v.number(), district_id: v.number() });
const Kept = v.object({
  verifier: v.string(),
  tester: v.nullable(Person),
  linker: v.optional(v.nullable(Person), null),
  returnTo: v.optional(v.nullable(v.string()), null),
});

/** What somebody leaves for a provider for: a sign-in, a test by an administrator, or giving lasting access to it. */
interface Errand {
  tester?: Tester;
  linker?: Tester;
  /** Place in the product that the sign-in leads to. */
  returnTo?: string | null;
  /** What the service wants to be told of the person, if it began the sign-in. */
  loginHint?: string | undefined;
  /** Scopes to ask for in place of the provider's. */
  scope?: string;
}

const linkMark = 'link.';
/** Whether a state is of an authorization for lasting access, even if that is over. */
export const isLinkState = (state: string | undefined): boolean => state?.startsWith(linkMark) === true;

/**
 * Parameters that ask for a refresh token: the standard's scope where the provider knows it (OpenID Connect Core 1.0, section 11), and
 * Google's parameter. Both need consent.
 */
const lasting = ({ scopes_supported = [] }: ServerMetadata, scope: string): Record<string, string> => ({
  scope: scopes_supported.includes('offline_access') ? `${scope} offline_access` : scope,
  access_type: 'offline',
  prompt: 'consent',
});

/**
 * Starts an authorization (code flow with PKCE S256, state and nonce). Returns the URL to go to and the state for the browser's cookie.
 * @throws SignOnProblem
 */
export async function beginOpenId(
  ports: Ports,
  provider: SignOnProvider,
  { tester, linker, returnTo, loginHint, scope = provider.scope }: Errand = {},
): Promise<{ url: string; state: string }> {
  const configuration = await configurationOf(ports, provider);
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
  const kept: v.InferOutput<typeof Kept> = { verifier, tester: tester ?? null, linker: linker ?? null, returnTo: returnTo ?? null };
  const attempt = { provider: attemptName(provider), nonce, verifier: JSON.stringify(kept) };
  const state = await beginAttempt(ports, attempt, linker ? linkMark : '');
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(ports, provider),
    ...(linker ? lasting(configuration.serverMetadata(), scope) : { scope }),
    ...(loginHint ? { login_hint: loginHint } : {}),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, state };
}

/** Checks that the provider is ready: what it says of itself, read anew, and its keys. @throws SignOnProblem */
export async function probeOpenId(ports: Pick<Ports, 'outside'>, { issuer }: Pick<SignOnProvider, 'issuer'>): Promise<void> {
  const { jwks_uri } = await discover(ports, issuer);
  if (!v.is(Keys, await jsonAt(ports, new URL(jwks_uri), 'keys'))) throw new SignOnProblem('keys');
}

/** An authorization that this browser began, and that has not ended yet. */
export interface OpenIdAttempt {
  state: string;
  nonce: string;
  verifier: string;
  tester: Tester | null;
  linker: Tester | null;
  returnTo: string | null;
}

/** Consumes the attempt that an answer belongs to. Undefined unless this browser began it with this provider. */
export async function takeAttempt(
  ports: Ports,
  provider: SignOnProvider,
  { state, cookie }: { state: string | undefined; cookie: string | undefined },
): Promise<OpenIdAttempt | undefined> {
  const attempt = await endAttempt(ports, { state, cookie, provider: attemptName(provider) });
  return attempt && state ? { state, nonce: attempt.nonce, ...v.parse(Kept, JSON.parse(attempt.verifier)) } : undefined;
}

function faultOf(error: unknown): SignOnFault {
  if (error instanceof SignOnProblem) return error.fault;
  if (error instanceof OutsideProblem) return error.code;
  if (error instanceof AuthorizationResponseError) return 'denied';
  if (error instanceof WWWAuthenticateChallengeError) return 'client';
  if (error instanceof ResponseBodyError) return ['invalid_client', 'unauthorized_client'].includes(error.error) ? 'client' : 'grant';
  return error instanceof Error && error.cause instanceof Error ? faultOf(error.cause) : 'token';
}

/** Who came back from a provider, and what the person allowed. */
export interface Authorized extends Pick<Identity, 'issuer' | 'subject'> {
  /** What the provider calls the person, if it says so. */
  name?: unknown;
  /** Undefined: the provider gives no lasting access. */
  refreshToken: string | undefined;
  /** The scopes that were granted. Undefined: those that were asked for (RFC 6749, section 5.1). */
  scope: string | undefined;
}

/** Completes an authorization. `search`: of the address to which the browser came back. @throws SignOnProblem */
export async function endOpenId(
  ports: Ports,
  provider: SignOnProvider,
  { state, nonce, verifier }: OpenIdAttempt,
  search: string,
): Promise<Authorized> {
  try {
    const tokens = await authorizationCodeGrant(await configurationOf(ports, provider), new URL(redirectUri(ports, provider) + search), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims)
      return { issuer: claims.iss, subject: claims.sub, name: claims.name, refreshToken: tokens.refresh_token, scope: tokens.scope };
  } catch (error) {
    throw new SignOnProblem(faultOf(error), error);
  }
  throw new SignOnProblem('token');
}

/** New access by a refresh token (RFC 6749, section 6). Null: the provider does not accept the token anymore. @throws SignOnProblem */
export async function renewAccess(
  ports: Ports,
  provider: SignOnProvider,
  refreshToken: string,
): Promise<{ accessToken: string; refreshToken: string } | null> {
  try {
    const tokens = await refreshTokenGrant(await configurationOf(ports, provider), refreshToken);
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? refreshToken };
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return null;
    throw new SignOnProblem(faultOf(error), error);
  }
}

/** Ends the access that a refresh token gives (RFC 7009), if the provider can. @throws SignOnProblem */
export async function revokeAccess(ports: Ports, provider: SignOnProvider, refreshToken: string): Promise<void> {
  try {
    const configuration = await configurationOf(ports, provider);
    if (configuration.serverMetadata().revocation_endpoint) await tokenRevocation(configuration, refreshToken);
  } catch (error) {
    throw new SignOnProblem(faultOf(error), error);
  }
}
