import type { login as loginCalls, SignedIn, UserData } from '../../contract/login.ts';
import type { Row } from '../db/schema.ts';
import { clearFailures, countFailure, refuseAfterFailures } from '../kit/failures.ts';
import { assertSelf, type Context, type HandlersOf, notFound, Refusal } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import { newSession, rotateSession, sessionOfCookie } from '../kit/sessions.ts';
import { signAccessToken } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';

async function userDataOf(ports: Ports, user: Pick<Row<'app_user'>, 'district_id' | 'user_puid'>): Promise<UserData | undefined> {
  const row = await ports.db
    .selectFrom('app_user as u')
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .leftJoin('school as s', (join) => join.onRef('s.district_id', '=', 'u.district_id').onRef('s.school_id', '=', 'u.school_id'))
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
    .where('u.district_id', '=', user.district_id)
    .where('u.user_puid', '=', user.user_puid)
    .executeTakeFirst();
  return (
    row && {
      userPuid: row.user_puid,
      districtID: row.district_id,
      role: row.role_id,
      state_id: row.state_id,
      user_name: row.user_name,
      first_name: row.first_name,
      last_name: row.last_name,
      school_name: row.school_name,
      time_zone: row.time_zone,
    }
  );
}

async function signedIn(ports: Ports, user: Row<'app_user'>, session_id: number): Promise<SignedIn> {
  const userData = await userDataOf(ports, user);
  if (!userData) throw notFound('The user');
  const token = await signAccessToken(
    { district_id: user.district_id, user_puid: user.user_puid, role: user.role_id, session_id, token_version: user.token_version },
    ports,
  );
  return { token, userData };
}

/** Sign-in with a name and a password: unknown names and wrong passwords take the same time and get the same words. */
async function signIn(credentials: { username: string; password: string; district_id?: number | undefined }, context: Context) {
  const { ports } = context;
  const user_key = credentials.username.toLowerCase();
  const keys = {
    account: `login:${user_key}:${ports.clientAddress(context.request)}`,
    address: `login:${ports.clientAddress(context.request)}`,
  };
  await refuseAfterFailures(ports, keys.account, 10);
  await refuseAfterFailures(ports, keys.address, 100);

  let query = ports.db.selectFrom('app_user').selectAll().where('user_key', '=', user_key).where('active', '=', 1);
  if (credentials.district_id !== undefined) query = query.where('district_id', '=', credentials.district_id);
  const found = await query.orderBy('district_id').limit(3).execute();
  let user: Row<'app_user'> | undefined;
  for (const candidate of found.length > 0 ? found : [null]) {
    const matches = await ports.passwords.verify(credentials.password, candidate?.password_hash ?? null);
    if (matches && candidate) user ??= candidate;
  }
  if (!user) {
    await countFailure(ports, keys.account);
    await countFailure(ports, keys.address);
    throw new Refusal(400, 'Failed to Login');
  }
  await clearFailures(ports, keys.account);
  const session = await newSession(ports, user);
  context.setRefreshCookie(session.cookie);
  return signedIn(ports, user, session.session_id);
}

export const login: HandlersOf<typeof loginCalls> = {
  login: ({ body }, context) => signIn(body, context),
  loginWithoutDistrict: ({ body }, context) => signIn(body, context),

  extend: async ({ body }, context) => {
    const { ports } = context;
    const ended = () => {
      context.setRefreshCookie(null);
      return new Refusal(401, 'Your session has expired. Please sign in again.');
    };
    const known = await sessionOfCookie(ports, context.refreshCookie);
    if (!known) throw ended();
    if (body.user_puid !== undefined && body.user_puid !== known.user_puid)
      throw new Refusal(409, 'Another user has signed in on this computer. Sign in again to go on.');
    const user = await ports.db
      .selectFrom('app_user')
      .selectAll()
      .where('district_id', '=', known.district_id)
      .where('user_puid', '=', known.user_puid)
      .where('active', '=', 1)
      .executeTakeFirst();
    if (!user) throw ended();
    context.setRefreshCookie(await rotateSession(ports, known));
    return signedIn(ports, user, known.session_id);
  },

  logout: async (_, context) => {
    const known = await sessionOfCookie(context.ports, context.refreshCookie);
    context.setRefreshCookie(null);
    if (known) {
      await transact(context.ports.db, (trx) =>
        trx.deleteFrom('refresh_session').where('district_id', '=', known.district_id).where('session_id', '=', known.session_id).execute(),
      );
    }
    return null;
  },

  navTabStatus: async ({ query }, { ports, user }) => {
    if (query.district_id !== user.district_id) throw notFound('The district');
    const district = await ports.db
      .selectFrom('district')
      .select('nav_tabs')
      .where('district_id', '=', user.district_id)
      .executeTakeFirst();
    if (!district) throw notFound('The district');
    return JSON.parse(district.nav_tabs);
  },

  userInfo: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const data = await userDataOf(ports, user);
    if (!data) throw notFound('The user');
    return data;
  },
};
