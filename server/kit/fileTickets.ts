import type { Context } from 'hono';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Ports } from './ports.ts';
import type { TokenUser } from './tokens.ts';

const audience = 'orrery-file';
/** Lifetime of a file URL, in seconds. */
const ticketLife = 60;

/**
 * Signs the ticket in a file URL, because a browser that saves a file sends no token. `claims` identify the file within the user's
 * district.
 */
export async function signFileTicket(ports: Pick<Ports, 'now' | 'signingKey'>, user: TokenUser, claims: JWTPayload): Promise<string> {
  const issued = Math.floor(ports.now() / 1000);
  return new SignJWT({ district_id: user.district_id, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'file+jwt' })
    .setAudience(audience)
    .setSubject(String(user.user_puid))
    .setIssuedAt(issued)
    .setExpirationTime(issued + ticketLife)
    .sign(ports.signingKey);
}

/** Claims of a valid ticket; undefined if it is not ours, of another kind, or expired. */
export const readFileTicket = <S extends v.GenericSchema>(
  ports: Pick<Ports, 'now' | 'signingKey'>,
  ticket: string,
  claims: S,
): Promise<v.InferOutput<S> | undefined> =>
  jwtVerify(ticket, ports.signingKey, { algorithms: ['HS256'], typ: 'file+jwt', audience, currentDate: new Date(ports.now()) })
    .then(({ payload }) => v.parse(claims, payload))
    .catch(() => undefined);

interface Attachment {
  file_name: string;
  media_type: string;
}

/** Headers of a download that never renders, under a policy that blocks everything. */
export const attachmentHeaders = ({ file_name, media_type }: Attachment) => ({
  'content-type': media_type,
  'content-disposition': `attachment; filename="${file_name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file_name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
});

/** Sends a user's file as a download. `content`: base64. */
export const sendAsAttachment = (c: Context, file: Attachment & { content: string }): Response =>
  c.body(Buffer.from(file.content, 'base64'), 200, attachmentHeaders(file));
