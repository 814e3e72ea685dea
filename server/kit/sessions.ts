import { createHmac, timingSafeEqual } from 'node:crypto';
import { Role } from '../../contract/kit.ts';
import type { Row, UserKey } from '../db/schema.ts';
import { writeAudit } from './audit.ts';
import type { Ports } from './ports.ts';
import { type Tenant, tenant } from './tenant.ts';
import { transact } from './transact.ts';

const hour = 3_600_000;
/**
 * Idle and absolute session lifetimes, in ms. NIST SP 800-63B-4 allows thirty days with one factor. Administrators can do more harm and
 * sign in daily.
 */
const livesOf = (role: number) =>
  role > Role.teacher ? { idle: 12 * hour, whole: 24 * hour } : { idle: 14 * 24 * hour, whole: 30 * 24 * hour };
/** How long a replaced secret stays valid although its successor is in use, in ms. Covers requests in flight. */
export const graceForReplaced = 30_000;

type SessionKey = Pick<Row<'refresh_session'>, 'district_id' | 'session_id'>;

const secretOf = (ports: Ports, { district_id, session_id }: SessionKey, generation: number) =>
  createHmac('sha256', ports.signingKey).update(`refresh ${district_id} ${session_id} ${generation}`).digest('base64url');
const cookieOf = (ports: Ports, key: SessionKey, generation: number) =>
  `${key.district_id}.${key.session_id}.${generation}.${secretOf(ports, key, generation)}`;

/** What a session is limited to, and how it was opened. */
export type SessionOrigin = Partial<
  Pick<Row<'refresh_session'>, 'lesson_id' | 'assignment_id' | 'provider' | 'issuer' | 'subject' | 'code' | 'way'>
>;

const mostOfDevice = 200;

/** Starts a refresh session and returns its `cookie`. `device`: the browser's User-Agent. */
export async function newSession(
  ports: Ports,
  user: Pick<Row<'app_user'>, 'district_id' | 'user_puid' | 'role_id'>,
  { device, ...origin }: SessionOrigin & { device?: string | null } = {},
): Promise<{ session_id: number; cookie: string }> {
  const { district_id, user_puid, role_id } = user;
  const key = { district_id, session_id: ports.newId() };
  const now = ports.now();
  await tenant(ports.db, district_id)
    .insertInto('refresh_session')
    .values({
      session_id: key.session_id,
      user_puid,
      generation: 1,
      confirmed: 0,
      started_at: now,
      rotated_at: now,
      expires_at: now + livesOf(role_id).idle,
      device: device?.slice(0, mostOfDevice) ?? null,
      ...origin,
    })
    .execute();
  return { session_id: key.session_id, cookie: cookieOf(ports, key, 1) };
}

/**
 * The live session of a refresh cookie, with the generation shown; undefined if the cookie is not valid or no longer valid. A cookie
 * replaced long ago ends the session: its owner has the newer one, so someone else is using it.
 */
export async function sessionOfCookie(
  ports: Ports,
  cookie: string | undefined,
): Promise<(Row<'refresh_session'> & { shown: number }) | undefined> {
  const match = /^(\d{1,16})\.(\d{1,16})\.(\d{1,9})\.([\w-]{43})$/.exec(cookie ?? '');
  if (!match) return undefined;
  const [district_id, session_id, shown] = match.slice(1, 4).map(Number) as [number, number, number];
  const proof = Buffer.from(match[4] as string);
  if (!timingSafeEqual(proof, Buffer.from(secretOf(ports, { district_id, session_id }, shown)))) return undefined;
  const db = tenant(ports.db, district_id);
  const session = await db
    .selectFrom('refresh_session')
    .selectAll()
    .where('session_id', '=', session_id)
    .where('expires_at', '>', ports.now())
    .executeTakeFirst();
  if (!session) return undefined;
  const age = session.generation - shown;
  const isFresh = ports.now() - session.rotated_at <= graceForReplaced;
  // The response with the newest cookie may have been lost. A call with its token proves that it arrived.
  const hasArrived = (session.confirmed ?? 0) >= session.generation;
  if (age <= 0 || (age === 1 && (isFresh || !hasArrived)) || (age === 2 && isFresh)) return { ...session, shown };
  // A request that hung while others went ahead is not theft.
  if (isFresh) return undefined;
  await transact(db, async (trx) => {
    await endSession(trx, session);
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: session.user_puid,
      action: 'session.reuse',
      subject: `user ${session.user_puid}`,
      detail: { session_id, shown, generation: session.generation },
    });
  });
  return undefined;
}

/** Records that the newest cookie has arrived. From then on an older one counts as stolen. */
export async function confirmSession(ports: Ports, { district_id, session_id }: SessionKey, generation: number): Promise<void> {
  await tenant(ports.db, district_id)
    .updateTable('refresh_session')
    .set({ confirmed: generation })
    .where('session_id', '=', session_id)
    .where('generation', '=', generation)
    .execute();
}

/** Moves a session to its next generation and returns the newest cookie. Racing tabs all get the same one. */
export async function rotateSession(
  ports: Ports,
  session: Row<'refresh_session'> & { shown: number },
  role: number,
): Promise<{ cookie: string; generation: number }> {
  const now = ports.now();
  if (session.shown !== session.generation) return { cookie: cookieOf(ports, session, session.generation), generation: session.generation };
  const { idle, whole } = livesOf(role);
  const generation = session.generation + 1;
  await tenant(ports.db, session.district_id)
    .updateTable('refresh_session')
    .set({ generation, rotated_at: now, expires_at: Math.min(now + idle, (session.started_at ?? session.rotated_at) + whole) })
    .where('session_id', '=', session.session_id)
    .where('generation', '=', session.generation)
    .execute();
  return { cookie: cookieOf(ports, session, generation), generation };
}

/** Ends a session on the server. Its cookie and tokens become invalid, and so do acting sessions it started. */
export async function endSession(db: Tenant, { session_id }: Pick<SessionKey, 'session_id'>): Promise<void> {
  await db.deleteFrom('refresh_session').where('session_id', '=', session_id).execute();
}

/** A user's live sessions. */
export const liveSessions = (db: Tenant, user: UserKey, now: number) =>
  db.selectFrom('refresh_session').where('user_puid', '=', user.user_puid).where('expires_at', '>', now);

/** Locks a session against ending for the rest of the transaction. False if it has already ended. */
export async function holdSession(db: Tenant, { session_id }: Pick<SessionKey, 'session_id'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refresh_session')
    .set((eb) => ({ generation: eb.ref('generation') }))
    .where('session_id', '=', session_id)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Ends live sessions of a user and returns how many: `only` this one, all `but` this one, or all. */
export async function endLiveSessions(
  db: Tenant,
  user: UserKey,
  now: number,
  { only, but }: { only?: number; but?: number } = {},
): Promise<number> {
  let live = db.deleteFrom('refresh_session').where('user_puid', '=', user.user_puid).where('expires_at', '>', now);
  if (only !== undefined) live = live.where('session_id', '=', only);
  if (but !== undefined) live = live.where('session_id', '!=', but);
  const { numDeletedRows } = await live.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends all sessions of a user but one; `session_id` null: all. Tokens of ended sessions are not renewed. */
export async function endOtherSessions(db: Tenant, user: UserKey, session_id: number | null): Promise<void> {
  let others = db.deleteFrom('refresh_session').where('user_puid', '=', user.user_puid);
  if (session_id !== null) others = others.where('session_id', '!=', session_id);
  await others.execute();
}

/** Ends all sessions of a user and revokes every token. */
export async function endAllSessions(db: Tenant, user: Pick<Row<'app_user'>, 'district_id' | 'user_puid'>): Promise<void> {
  await db.deleteFrom('refresh_session').where('user_puid', '=', user.user_puid).execute();
  await db
    .updateTable('app_user')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('user_puid', '=', user.user_puid)
    .execute();
}
