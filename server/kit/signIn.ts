import type { SignedIn, UserData } from '../../contract/login.ts';
import type { Row, UserKey } from '../db/schema.ts';
import { allDistricts, inAllDistricts } from './allDistricts.ts';
import { writeAudit } from './audit.ts';
import { recordUse } from './dailyUse.ts';
import { rememberDevice } from './devices.ts';
import { type Context, notFound, refuse } from './handler.ts';
import { rememberLanguage } from './language.ts';
import type { Ports } from './ports.ts';
import { endSession, newSession, type SessionOrigin, sessionOfCookie } from './sessions.ts';
import { inDistrict, type Tenant, tenant } from './tenant.ts';
import { signAccessToken, type TokenUser } from './tokens.ts';
import { transact } from './transact.ts';

/** A user's row; undefined if missing or inactive, or if the district is closed. */
export const activeUser = (ports: Ports, { district_id, user_puid }: UserKey): Promise<Row<'app_user'> | undefined> =>
  tenant(ports.db, district_id)
    .selectFrom('app_user')
    .selectAll()
    .where('user_puid', '=', user_puid)
    .where('active', '=', 1)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('district').select('district_id').where('removed_at', 'is not', null))))
    .executeTakeFirst();

/** Joins people (`u`) with their district (`d`) and their school (`s`), if any. */
export const peopleInPlace = (db: Pick<Tenant, 'selectFrom'>) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .leftJoin('school as s', (join) => join.onRef('s.district_id', '=', 'u.district_id').onRef('s.school_id', '=', 'u.school_id'));

/** User data as the SPA expects it. */
export async function userDataOf(ports: Ports, user: UserKey): Promise<UserData> {
  const row = await peopleInPlace(tenant(ports.db, user.district_id))
    .select([
      'u.user_puid',
      'u.district_id',
      'u.role_id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'd.state_id',
      'd.time_zone',
      's.name as school_name',
    ])
    .where('u.user_puid', '=', user.user_puid)
    .executeTakeFirst();
  if (!row) throw notFound('user');
  return {
    userPuid: row.user_puid,
    districtID: row.district_id,
    role: row.role_id,
    state_id: row.state_id,
    user_name: row.user_name,
    first_name: row.first_name,
    last_name: row.last_name,
    school_name: row.school_name,
    time_zone: row.time_zone,
  };
}

/** A token with the user's data. For a session by code also as `user_info` (specification, section 3). */
export async function signedIn(
  ports: Ports,
  user: Row<'app_user'>,
  session: Pick<Row<'refresh_session'>, 'session_id'> & { generation?: number } & SessionOrigin,
  actor?: TokenUser['actor'],
): Promise<SignedIn> {
  const { lesson_id, assignment_id } = session;
  const lesson = lesson_id && assignment_id ? { lesson_id, assignment_id } : undefined;
  const userData = await userDataOf(ports, user);
  const token = await signAccessToken(
    {
      district_id: user.district_id,
      user_puid: user.user_puid,
      role: user.role_id,
      session_id: session.session_id,
      generation: session.generation,
      token_version: user.token_version,
      lesson,
      actor,
    },
    ports,
  );
  return { token, userData: lesson ? { ...userData, user_info: { token, ...lesson } } : userData };
}

/**
 * Throws 409 if somebody else's session is live in this browser, unless `replace` is set: a sign-in never silently ends another user's
 * session. `user` is the person signing in; null for someone new. Returns the browser's session.
 */
export async function assertReplaceable(context: Context, user: UserKey | null, replace: boolean) {
  // The browser's session may belong to another district.
  const ports = inAllDistricts(context.ports);
  const held = await sessionOfCookie(ports, context.refreshCookie);
  if (!held || replace) return held;
  if (user && held.district_id === user.district_id && held.user_puid === user.user_puid) return held;
  const other = await activeUser(ports, held);
  if (other) throw refuse('personSignedIn', { name: `${other.first_name} ${other.last_name}` });
  return held;
}

/** Every sign-in ends here. Ends the browser's current session, starts one with a new id, and returns the signed-in user. */
export async function openSession(
  context: Context,
  user: Row<'app_user'>,
  { replace = false, ...origin }: { replace?: boolean | undefined } & SessionOrigin = {},
): Promise<SignedIn> {
  const held = await assertReplaceable(context, user, replace);
  if (!(await activeUser(inAllDistricts(context.ports), user))) throw refuse('loginFailed');
  const { request } = context;
  if (held) await endSession(tenant(allDistricts(context.ports.db), held.district_id), held);
  const ports = inDistrict(context.ports, user.district_id);
  const session = await newSession(ports, user, { ...origin, device: request.headers.get('user-agent') });
  context.setRefreshCookie(session.cookie);
  await rememberLanguage(ports, request, user);
  const { district_id, user_puid } = user;
  await transact(ports.db, async (trx) => {
    await writeAudit(ports, trx, { district_id, actor_puid: user_puid, action: 'sign_in', subject: `user ${user_puid}` });
    await recordUse(trx, ports, user_puid, { sign_ins: 1 });
  });
  ports.note({ account: user_puid });
  if (!origin.lesson_id) context.setDeviceCookie(rememberDevice(ports, context.deviceCookie, user));
  return signedIn(ports, user, { session_id: session.session_id, generation: 1, ...origin });
}
