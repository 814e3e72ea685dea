import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { Role } from '../../contract/kit.ts';
import type { Ports } from './ports.ts';

/** The caller, taken from the access token and never from a parameter. */
export interface TokenUser {
  district_id: number;
  user_puid: number;
  role: number;
  session_id: number;
  /** Generation of the session cookie issued with the token. Using the token proves that the cookie arrived. */
  generation?: number | undefined;
  token_version: number;
  /** The only lesson that a token from an assignment code opens. */
  lesson?: LessonScope | undefined;
  /** The only room that a guest's token opens. A guest has no account: `user_puid` is the player in this room. */
  game_id?: number | undefined;
  /** The administrator acting as this user. `session_id` is then the acting session's. */
  actor?: { district_id: number; user_puid: number } | undefined;
}

/** The lesson and assignment that an assignment code opens. */
export interface LessonScope {
  lesson_id: number;
  assignment_id: number;
}

const issuer = 'orrery';
const audience = 'orrery-api';
const type = 'at+jwt';
/** Lifetime of an access token, in seconds. */
export const accessTokenLife = 15 * 60;
/** How long an administrator may act as another user, in seconds. */
export const actingLife = 30 * 60;

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number)),
  district_id: v.pipe(v.number(), v.safeInteger()),
  role: v.pipe(v.number(), v.integer()),
  sid: v.pipe(v.number(), v.safeInteger()),
  gen: v.optional(v.pipe(v.number(), v.safeInteger())),
  ver: v.pipe(v.number(), v.integer()),
  lesson: v.optional(v.object({ lesson_id: v.pipe(v.number(), v.safeInteger()), assignment_id: v.pipe(v.number(), v.safeInteger()) })),
  /** RFC 8693, section 4.1. */
  act: v.optional(
    v.object({ sub: v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number)), district_id: v.pipe(v.number(), v.safeInteger()) }),
  ),
});

/** Signs an access token (JWT, HS256, RFC 9068 type) for 15 minutes. Acting tokens last 30, since they are not renewed. */
export function signAccessToken(user: TokenUser, ports: Pick<Ports, 'now' | 'signingKey'>): Promise<string> {
  const { lesson, actor, generation } = user;
  const issued = Math.floor(ports.now() / 1000);
  return new SignJWT({
    district_id: user.district_id,
    role: user.role,
    sid: user.session_id,
    ver: user.token_version,
    ...(generation !== undefined && { gen: generation }),
    ...(lesson && { lesson }),
    ...(actor && { act: { sub: String(actor.user_puid), district_id: actor.district_id } }),
  })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(user.user_puid))
    .setIssuedAt(issued)
    .setExpirationTime(issued + (actor ? actingLife : accessTokenLife))
    .sign(ports.signingKey);
}

const mostVerified = 10_000;
interface Verified {
  user: TokenUser;
  expires: number;
}
type Reading = Pick<Ports, 'now' | 'signingKey'>;

/**
 * Reads tokens of one audience and type: their user, or null if anything about a token is wrong. Verified ones are remembered by key,
 * because a client sends the same one a hundred times. `userOf` throws if the claims are not those of such a token.
 */
function tokenReader(names: { audience: string; typ: string }, userOf: (payload: JWTPayload) => TokenUser) {
  const verify = async (token: string, ports: Reading): Promise<Verified | null> => {
    try {
      const { payload } = await jwtVerify(token, await keyOf(ports), {
        ...names,
        algorithms: ['HS256'],
        issuer,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: new Date(ports.now()),
      });
      return { user: userOf(payload), expires: (payload.exp as number) * 1000 };
    } catch {
      return null;
    }
  };
  const verified = new WeakMap<Uint8Array, Map<string, Verified>>();
  return async (token: string, ports: Reading): Promise<TokenUser | null> => {
    const known = verified.get(ports.signingKey) ?? new Map<string, Verified>();
    verified.set(ports.signingKey, known);
    const seen = known.get(token) ?? (await verify(token, ports));
    if (!seen) return null;
    if (ports.now() >= seen.expires) {
      known.delete(token);
      return null;
    }
    known.set(token, seen);
    if (known.size > mostVerified) known.delete(known.keys().next().value as string);
    return seen.user;
  };
}

/** The imported Web Crypto key, cached across verifications. */
const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>();

function keyOf({ signingKey }: Pick<Ports, 'signingKey'>): Promise<CryptoKey> {
  const key =
    imported.get(signingKey) ??
    crypto.subtle.importKey('raw', new Uint8Array(signingKey), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  imported.set(signingKey, key);
  return key;
}

/** The user of a bearer token; null if anything about it is wrong. */
export const readAccessToken = tokenReader({ audience, typ: type }, (payload) => {
  const claims = v.parse(Claims, payload);
  return {
    district_id: claims.district_id,
    user_puid: claims.sub,
    role: claims.role,
    session_id: claims.sid,
    generation: claims.gen,
    token_version: claims.ver,
    lesson: claims.lesson,
    actor: claims.act && { district_id: claims.act.district_id, user_puid: claims.act.sub },
  };
});

const guestAudience = 'orrery-game';
const guestHeader = { alg: 'HS256', typ: 'guest+jwt' };
const GuestClaims = v.object({
  sub: Claims.entries.sub,
  district_id: Claims.entries.district_id,
  game_id: v.pipe(v.number(), v.safeInteger()),
});

/** A guest in a room of the quiz game. */
export interface Guest {
  district_id: number;
  game_id: number;
  player: number;
}

/** Signs a guest's token (JWT, HS256), for 15 minutes. No access token has its type and audience, and it has none of theirs. */
export function signGuestToken({ player, ...room }: Guest, ports: Pick<Ports, 'now' | 'signingKey'>): Promise<string> {
  const issued = Math.floor(ports.now() / 1000);
  return new SignJWT({ ...room })
    .setProtectedHeader(guestHeader)
    .setIssuer(issuer)
    .setAudience(guestAudience)
    .setSubject(String(player))
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenLife)
    .sign(ports.signingKey);
}

const guestStart = Buffer.from(JSON.stringify(guestHeader)).toString('base64url');
/** Whether a bearer token says that it is a guest's. It may be forged. */
export const isOfGuest = (token: string): boolean => token.startsWith(`${guestStart}.`);

/** The guest of a bearer token; null if anything about it is wrong. */
export const readGuestToken = tokenReader({ audience: guestAudience, typ: guestHeader.typ }, (payload) => {
  const { sub, district_id, game_id } = v.parse(GuestClaims, payload);
  return { district_id, game_id, user_puid: sub, role: Role.guest, session_id: 0, token_version: 0 };
});
