import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Ports } from '../kit/ports.ts';
import { signToPlatform } from './keys.ts';
import { askPlatform, PlatformFailed } from './outbound.ts';
import type { Platform } from './platforms.ts';

const Token = v.object({ access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(10_000)), expires_in: v.optional(v.number(), 60) });
const assertionLife = 60;
/** Time before its end at which a token counts as over, in ms. */
const margin = 10_000;
const mostTokens = 1000;

/** Access tokens by platform, its version and scope. They stay in this process's memory. */
const tokens = new Map<string, { token: string; until: number }>();

type PlatformPorts = Pick<Ports, 'db' | 'now' | 'origin' | 'outside' | 'randomBytes' | 'signingKey'>;
const keyOf = ({ district_id, platform_id, version, token_endpoint }: Platform, scope: string) =>
  [district_id, platform_id, version, token_endpoint, scope].join(' ');

/**
 * An access token for a platform's services (1EdTech Security Framework 1.0, section 4.1: client credentials, with a signed assertion).
 * Throws `PlatformFailed`.
 */
export async function accessToken(ports: PlatformPorts, platform: Platform, scope: string): Promise<string> {
  const key = keyOf(platform, scope);
  const known = tokens.get(key);
  if (known && known.until > ports.now()) return known.token;
  const { client_id, token_endpoint } = platform;
  const claims = { iss: client_id, sub: client_id, aud: token_endpoint, jti: randomUUID() };
  const { json } = await askPlatform(ports, token_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signToPlatform(ports, claims, assertionLife),
      scope,
    }).toString(),
  });
  const read = v.safeParse(Token, json);
  if (!read.success) throw new PlatformFailed(200);
  const { access_token, expires_in } = read.output;
  const [oldest] = tokens.keys();
  if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest);
  tokens.set(key, { token: access_token, until: ports.now() + expires_in * 1000 - margin });
  return access_token;
}

/** Asks a platform's service. A token that the platform no longer takes is renewed, once. Throws `PlatformFailed`. */
export async function askService(
  ports: PlatformPorts,
  platform: Platform,
  scope: string,
  address: string,
  init: { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<{ json: unknown; headers: Headers }> {
  const ask = async () => {
    const authorization = `Bearer ${await accessToken(ports, platform, scope)}`;
    return askPlatform(ports, address, { ...init, headers: { ...init.headers, authorization } });
  };
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformFailed) || error.status !== 401 || !tokens.delete(keyOf(platform, scope))) throw error;
    return ask();
  }
}
