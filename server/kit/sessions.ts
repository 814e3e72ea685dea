import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';

const life = 30 * 24 * 3_600_000;
/** A secret that was replaced by one already used stays good this long, for requests that were under way. */
export const graceForReplaced = 30_000;

type SessionKey = Pick<Row<'refresh_session'>, 'district_id' | 'session_id'>;

const secretOf = (ports: Ports, { district_id, session_id }: SessionKey, generation: number) =>
  createHmac('sha256', ports.signingKey).update(`refresh ${district_id} ${session_id} ${generation}`).digest('base64url');
const cookieOf = (ports: Ports, key: SessionKey, generation: number) =>
  `${key.district_id}.${key.session_id}.${generation}.${secretOf(ports, key, generation)}`;

/** What a session is good for, and what opened it, where that is not a password. */
export type SessionOrigin = Partial<Pick<Row<'refresh_session'>, 'lesson_id' | 'assignment_id' | 'issuer' | 'subject'>>;

/** Starts a refresh session (30 days); `cookie` is what the browser keeps. */
export async function newSession(
  ports: Ports,
  user: Pick<Row<'app_user'>, 'district_id' | 'user_puid'>,
  origin: SessionOrigin = {},
): Promise<{ session_id: number; cookie: string }> {
  const key = { district_id: user.district_id, session_id: ports.newId() };
  const now = ports.now();
  await ports.db
    .insertInto('refresh_session')
    .values({ ...key, user_puid: user.user_puid, generation: 1, rotated_at: now, expires_at: now + life, ...origin })
    .execute();
  return { session_id: key.session_id, cookie: cookieOf(ports, key, 1) };
}

/** The live session that a refresh cookie proves, with the generation that was shown; undefined when the cookie is no good (any more). */
export async function sessionOfCookie(
  ports: Ports,
  cookie: string | undefined,
): Promise<(Row<'refresh_session'> & { shown: number }) | undefined> {
  const match = /^(\d{1,16})\.(\d{1,16})\.(\d{1,9})\.([\w-]{43})$/.exec(cookie ?? '');
  if (!match) return undefined;
  const [district_id, session_id, shown] = match.slice(1, 4).map(Number) as [number, number, number];
  const proof = Buffer.from(match[4] as string);
  if (!timingSafeEqual(proof, Buffer.from(secretOf(ports, { district_id, session_id }, shown)))) return undefined;
  const session = await ports.db
    .selectFrom('refresh_session')
    .selectAll()
    .where('district_id', '=', district_id)
    .where('session_id', '=', session_id)
    .where('expires_at', '>', ports.now())
    .executeTakeFirst();
  if (!session) return undefined;
  const age = session.generation - shown;
  // The one before the newest stays good until the newest is used: the answer that carried it may have been lost on the way.
  const good = age <= 1 || (age === 2 && ports.now() - session.rotated_at <= graceForReplaced);
  return good ? { ...session, shown } : undefined;
}

/** Moves a session to its next generation and answers the newest cookie. Tabs that race all get the same one. */
export async function rotateSession(ports: Ports, session: Row<'refresh_session'> & { shown: number }): Promise<string> {
  const now = ports.now();
  if (session.shown === session.generation) {
    await ports.db
      .updateTable('refresh_session')
      .set({ generation: session.generation + 1, rotated_at: now, expires_at: now + life })
      .where('district_id', '=', session.district_id)
      .where('session_id', '=', session.session_id)
      .where('generation', '=', session.generation)
      .execute();
    return cookieOf(ports, session, session.generation + 1);
  }
  return cookieOf(ports, session, session.generation);
}

/** Ends a session on the server; its cookie is no good any more. */
export async function endSession(ports: Ports, { district_id, session_id }: SessionKey): Promise<void> {
  await ports.db.deleteFrom('refresh_session').where('district_id', '=', district_id).where('session_id', '=', session_id).execute();
}

/** Ends all sessions of a user, and every token of theirs. */
export async function endAllSessions(db: Kysely<Database>, user: Pick<Row<'app_user'>, 'district_id' | 'user_puid'>): Promise<void> {
  await db.deleteFrom('refresh_session').where('district_id', '=', user.district_id).where('user_puid', '=', user.user_puid).execute();
  await db
    .updateTable('app_user')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('district_id', '=', user.district_id)
    .where('user_puid', '=', user.user_puid)
    .execute();
}
