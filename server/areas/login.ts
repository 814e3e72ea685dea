import { Role } from '../../contract/kit.ts';
import type { login as loginCalls } from '../../contract/login.ts';
import type { Row } from '../db/schema.ts';
import { closeExpiredActing, mayActAs, startActing, stopActing } from '../kit/acting.ts';
import { normalCode } from '../kit/codes.ts';
import { countFailure, forgive, refuseAfterFailures } from '../kit/failures.ts';
import { assertSelf, type Context, type HandlersOf, notFound, Refusal } from '../kit/handler.ts';
import { endSession, rotateSession, sessionOfCookie } from '../kit/sessions.ts';
import { activeUser, assertReplaceable, openSession, signedIn, userDataOf } from '../kit/signIn.ts';
import { transact } from '../kit/transact.ts';
import { iso, usableLesson } from './access.ts';
import { makeAssignmentCode } from './joiners.ts';

/** How long a code lives where its maker gives no end. */
const codeLife = 14 * 24 * 3_600_000;

/** Sign-in with a name and a password: unknown names and wrong passwords take the same time and get the same words. */
async function signIn(
  credentials: { username: string; password: string; district_id?: number | undefined; replace?: boolean | undefined },
  context: Context,
) {
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
  await forgive(ports, keys.account, keys.address);
  return openSession(context, user, { replace: credentials.replace });
}

/** A guest of a code: a student without a password, in the code's own group. */
async function makeGuest(context: Context, code: Row<'assignment_code'>, name: string | undefined): Promise<Row<'app_user'>> {
  const { ports } = context;
  const user_puid = ports.newId();
  const { district_id, group_puid } = code;
  return transact(ports.db, async (trx) => {
    const { school_id, grade } = await trx
      .selectFrom('class_group')
      .select(['school_id', 'grade'])
      .where('district_id', '=', district_id)
      .where('group_puid', '=', group_puid)
      .executeTakeFirstOrThrow();
    const guest = await trx
      .insertInto('app_user')
      .values({
        district_id,
        user_puid,
        user_name: `guest-${user_puid}`,
        user_key: `guest-${user_puid}`,
        password_hash: null,
        role_id: Role.student,
        first_name: name ?? 'Guest',
        last_name: '(code)',
        email: null,
        school_id,
        grade,
        sourced_id: null,
        active: 1,
        created_at: ports.now(),
        token_version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('enrollment')
      .values({ district_id, group_puid, user_puid, role: 'student', sourced_id: null, active: 1 })
      .execute();
    return guest;
  });
}

export const login: HandlersOf<typeof loginCalls> = {
  login: ({ body }, context) => signIn(body, context),
  loginWithoutDistrict: ({ body }, context) => signIn(body, context),

  allDistricts: (_, { ports }) => ports.db.selectFrom('district').select(['district_id', 'name']).orderBy('name').execute(),

  loginWithAssignmentCode: async ({ body }, context) => {
    const { ports } = context;
    const code = normalCode(body.code);
    const address = ports.clientAddress(context.request);
    const keys = { code: `code:${code}:${address}`.slice(0, 200), address: `code:${address}` };
    // A class of 300 mistypes as well; with 40 bits to guess, 1000 tries a quarter of an hour find nothing.
    await refuseAfterFailures(ports, keys.code, 50);
    await refuseAfterFailures(ports, keys.address, 1000);
    const found = await ports.db.selectFrom('assignment_code').selectAll().where('code', '=', code).executeTakeFirst();
    if (!found || found.expires_at <= ports.now()) {
      await countFailure(ports, keys.code);
      await countFailure(ports, keys.address);
      throw new Refusal(400, found ? 'Code has expired' : 'Incorrect code');
    }
    await assertReplaceable(context, null, body.replace ?? false);
    const guest = await makeGuest(context, found, body.name);
    return openSession(context, guest, { replace: true, lesson_id: found.lesson_id, assignment_id: found.assignment_id });
  },

  generateCode: async ({ body }, { ports, user }) => {
    await usableLesson(ports.db, user, body.lesson_id);
    const expires_at = body.end_date === undefined ? ports.now() + codeLife : Date.parse(body.end_date);
    if (expires_at <= ports.now()) throw new Refusal(400, 'The end date must be in the future.');
    const made = await transact(ports.db, (trx) =>
      makeAssignmentCode(trx, ports, { district_id: user.district_id, user_puid: user.user_puid, lesson_id: body.lesson_id, expires_at }),
    );
    return { ...made, lesson_id: body.lesson_id, expires_at: iso(expires_at) };
  },

  loginAsUser: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const [actor, target] = await Promise.all([
      activeUser(ports, user),
      activeUser(ports, { district_id: body.district_id ?? user.district_id, user_puid: body.login_as_puid }),
    ]);
    if (!actor || !target || !mayActAs(actor, target)) throw notFound('The user');
    await closeExpiredActing(ports, actor);
    const { acting_id, expires_at } = await startActing(ports, actor, target);
    const answer = await signedIn(ports, target, { session_id: acting_id }, { district_id: actor.district_id, user_puid: actor.user_puid });
    const acting = { user_puid: actor.user_puid, name: `${actor.first_name} ${actor.last_name}`, until: iso(expires_at) };
    return { ...answer, userData: { ...answer.userData, acting } };
  },

  stopLoginAsUser: async (_, { ports, user }) => {
    await stopActing(ports, user);
    return null;
  },

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
    const user = await activeUser(ports, known);
    if (!user) throw ended();
    await closeExpiredActing(ports, user);
    context.setRefreshCookie(await rotateSession(ports, known));
    return signedIn(ports, user, known);
  },

  logout: async (_, context) => {
    const known = await sessionOfCookie(context.ports, context.refreshCookie);
    context.setRefreshCookie(null);
    if (known) await endSession(context.ports, known);
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
    return userDataOf(ports, user);
  },
};
