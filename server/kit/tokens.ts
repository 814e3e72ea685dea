import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Ports } from './ports.ts';

/** Who makes a call, by the access token; never by a parameter. */
export interface TokenUser {
  district_id: number;
  user_puid: number;
  role: number;
  session_id: number;
  token_version: number;
}

const issuer = 'orrery';
const audience = 'orrery-api';
const type = 'at+jwt';
/** Life of an access token, in seconds. */
export const accessTokenLife = 15 * 60;

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number)),
  district_id: v.pipe(v.number(), v.safeInteger()),
  role: v.pipe(v.number(), v.integer()),
  sid: v.pipe(v.number(), v.safeInteger()),
  ver: v.pipe(v.number(), v.integer()),
});

/** Signs an access token (JWT, HS256, RFC 9068 type) that lives 15 minutes. */
export function signAccessToken(user: TokenUser, ports: Pick<Ports, 'now' | 'signingKey'>): Promise<string> {
  const issued = Math.floor(ports.now() / 1000);
  return new SignJWT({ district_id: user.district_id, role: user.role, sid: user.session_id, ver: user.token_version })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(user.user_puid))
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenLife)
    .sign(ports.signingKey);
}

/** The user of a bearer token, or null when anything about it is wrong. */
export async function readAccessToken(token: string, ports: Pick<Ports, 'now' | 'signingKey'>): Promise<TokenUser | null> {
  try {
    const { payload } = await jwtVerify(token, ports.signingKey, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: type,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(ports.now()),
    });
    const claims = v.parse(Claims, payload);
    return { district_id: claims.district_id, user_puid: claims.sub, role: claims.role, session_id: claims.sid, token_version: claims.ver };
  } catch {
    return null;
  }
}
