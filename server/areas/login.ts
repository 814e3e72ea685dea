import { Role } from '../../contract/kit.ts';
import { login as loginCalls } from '../../contract/login.ts';
import type { Row } from '../db/schema.ts';
import { iso } from '../kit/access.ts';
import { closeExpiredActing, mayFor, startActing, stopActing } from '../kit/acting.ts';
import { allDistricts, inAllDistricts } from '../kit/allDistricts.ts';
import { sessionOrChallenge } from '../kit/challenges.ts';
import { normalCode } from '../kit/codes.ts';
import { knownDevice } from '../kit/devices.ts';
import { forgive, giveBack, type Limit, takeTries } from '../kit/failures.ts';
import { assertSelf, type Context, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { rememberLanguage } from '../kit/language.ts';
import { noteLoginCodeUse } from '../kit/loginCodes.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import { tabsOf } from '../kit/rights.ts';
import { endSession, rotateSession, type SessionOrigin, sessionOfCookie } from '../kit/sessions.ts';
import { activeUser, assertReplaceable, openSession, signedIn, userDataOf } from '../kit/signIn.ts';
import { tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { signOutElsewhere } from '../sso/samlRoutes.ts';

/**
 * Failed passwords per 15 minutes: from a device that has signed in to the account before; otherwise from one address at one account, from
 * one address at any account, and from all addresses at one account.
 */
const mostTries = { device: 10, accountFromAddress: 10, address: 100, account: 50 };
const hour = 3_600_000;
/** Guests per code and hour: enough for a whole grade. A leaked code must not flood the school with guests. */
const mostGuests = 400;
/** Guests per teacher's lesson and day, across all codes. */
const mostGuestsOfDay = 1000;

/** Signs in with a name and a password. Unknown names and wrong passwords get the same timing and the same message. */
async function signIn(
  credentials: { username: string; password: string; district_id?: number | undefined; replace?: boolean | undefined },
  context: Context,
) {
  const { ports } = context;
  const user_key = credentials.username.toLowerCase();
  const address = ports.clientAddress(context.request);
  let query = allDistricts(ports.db)
    .selectFrom('app_user')
    .selectAll()
    .where('user_key', '=', user_key)
    .where('active', '=', 1)
    .where(isInOpenDistrict('app_user'));
  if (credentials.district_id !== undefined) query = query.where('district_id', '=', credentials.district_id);
  const found = await query.orderBy('district_id').limit(3).execute();
  const isKnown = new Map(found.map((one) => [one, knownDevice(ports, context.deviceCookie, one)]));
  let way: SessionOrigin['way'] = 'password';
  const open = (user: Row<'app_user'>) => sessionOrChallenge(context, user, { replace: credentials.replace, way });

  /** The candidate whose password matches. Tries are charged before the work; those over the limit are given back. */
  const match = async (candidates: readonly (Row<'app_user'> | null)[], limits: readonly [Limit, ...Limit[]]) => {
    await takeTries(ports, ...limits);
    const keys = limits.map((limit) => limit.key) as [string, ...string[]];
    let user: Row<'app_user'> | undefined;
    try {
      for (const candidate of candidates) {
        const matches = await ports.passwords.verify(credentials.password, candidate?.password_hash ?? null, address);
        if (matches && candidate) user ??= candidate;
      }
    } catch (error) {
      await giveBack(ports, ...keys);
      throw error;
    }
    if (user) {
      await forgive(ports, ...keys);
      if (user.role_id === Role.student && (await noteLoginCodeUse(ports, user))) way = 'login_code';
    }
    return user;
  };

  for (const [candidate, device] of isKnown) {
    if (device === undefined) continue;
    // A known device has its own limit: guesses at this account or from this address by others cannot lock it out.
    const user = await match([candidate], [{ key: `device:${device}`, most: mostTries.device }]);
    if (user) return open(user);
  }
  const strangers = found.filter((one) => isKnown.get(one) === undefined);
  if (found.length > 0 && strangers.length === 0) throw refuse('loginFailed');
  const user = await match(strangers.length > 0 ? strangers : [null], [
    { key: `login:${user_key}:${address}`, most: mostTries.accountFromAddress },
    { key: `login:${address}`, most: mostTries.address },
    { key: `account:${user_key}`, most: mostTries.account },
  ]);
  if (!user) throw refuse('loginFailed');
  return open(user);
}

/** Creates a guest for a code: a student without a password, in the code's own group. */
async function makeGuest(context: Context, code: Row<'assignment_code'>, name: string | undefined): Promise<Row<'app_user'>> {
  const { ports } = context;
  const user_puid = ports.newId();
  const { district_id, group_puid } = code;
  return transact(tenant(ports.db, district_id), async (trx) => {
    const { school_id, grade } = await trx
      .selectFrom('class_group')
      .select(['school_id', 'grade'])
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

  allDistricts: async (_, { ports, request }) => {
    const districts = await allDistricts(ports.db)
      .selectFrom('district')
      .select(['district_id', 'name', 'hosts'])
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('district_id')
      .execute();
    const { hostname } = new URL(request.url);
    const here = districts.filter(({ hosts }) => (JSON.parse(hosts) as string[]).includes(hostname));
    return (here.length > 0 ? here : districts).map(({ district_id, name }) => ({ district_id, name }));
  },

  loginWithAssignmentCode: async ({ body }, context) => {
    const { ports } = context;
    const code = normalCode(body.code);
    const address = ports.clientAddress(context.request);
    const keys = { code: `code:${code}:${address}`.slice(0, 200), address: `code:${address}` };
    // A class of 300 also mistypes. With 40 bits to guess, 1000 tries per 15 minutes find nothing.
    await takeTries(ports, { key: keys.code, most: 50 }, { key: keys.address, most: 1000 });
    const found = await allDistricts(ports.db)
      .selectFrom('assignment_code')
      .selectAll()
      .where('code', '=', code)
      .where(isInOpenDistrict('assignment_code'))
      .executeTakeFirst();
    if (!found || found.expires_at <= ports.now()) throw refuse(found ? 'codeExpired' : 'incorrectCode');
    await giveBack(ports, keys.code, keys.address);
    await assertReplaceable(context, null, body.replace ?? false);
    const guests = [
      {
        key: `guests:${found.district_id}:${found.code}`,
        most: mostGuests,
        window: hour,
        refusal: (minutes: number) => refuse('tooManyGuests', { minutes }),
      },
      {
        key: `guests:${found.district_id}:${found.group_puid}:day`,
        most: mostGuestsOfDay,
        window: 24 * hour,
        refusal: (minutes: number) => refuse('tooManyGuestsToday', { hours: Math.ceil(minutes / 60) }),
      },
    ];
    await takeTries(ports, ...guests);
    const guest = await makeGuest(context, found, body.name).catch(async (error) => {
      await giveBack(ports, ...guests.map(({ key }) => key));
      throw error;
    });
    return openSession(context, guest, { replace: true, lesson_id: found.lesson_id, assignment_id: found.assignment_id, code });
  },

  loginAsUser: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    // Provider administrators act in every district. `mayFor` decides for everyone else.
    const everywhere = inAllDistricts(ports);
    const [actor, target] = await Promise.all([
      activeUser(ports, user),
      activeUser(everywhere, { district_id: body.district_id ?? user.district_id, user_puid: body.login_as_puid }),
    ]);
    if (!actor || !target || !mayFor(actor, loginCalls.loginAsUser, target)) throw notFound('user');
    await closeExpiredActing(ports, actor);
    const { acting_id, expires_at } = await startActing(ports, { ...actor, session_id: user.session_id }, target);
    const answer = await signedIn(
      everywhere,
      target,
      { session_id: acting_id },
      { district_id: actor.district_id, user_puid: actor.user_puid },
    );
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
      return refuse('sessionExpired');
    };
    const known = await sessionOfCookie(ports, context.refreshCookie);
    if (!known) throw ended();
    if (body.user_puid !== undefined && body.user_puid !== known.user_puid) throw refuse('otherUserSignedIn');
    const user = await activeUser(ports, known);
    if (!user) throw ended();
    await closeExpiredActing(ports, user);
    const { cookie, generation } = await rotateSession(ports, known, user.role_id);
    context.setRefreshCookie(cookie);
    await rememberLanguage(ports, context.request, user);
    return signedIn(ports, user, { ...known, generation });
  },

  logout: async (_, context) => {
    const known = await sessionOfCookie(context.ports, context.refreshCookie);
    context.setRefreshCookie(null);
    if (!known) return null;
    await endSession(tenant(context.ports.db, known.district_id), known);
    return signOutElsewhere(context.ports, known);
  },

  navTabStatus: async ({ query }, { ports, user }) => {
    if (query.district_id !== user.district_id) throw notFound('district');
    const shown = await ports.db
      .selectFrom('district as d')
      .innerJoin('app_user as u', 'u.district_id', 'd.district_id')
      .leftJoin('school as s', 's.school_id', 'u.school_id')
      .select(['d.nav_tabs', 's.nav_tabs as school_tabs'])
      .where('u.user_puid', '=', user.user_puid)
      .executeTakeFirst();
    if (!shown) throw notFound('district');
    return tabsOf(shown.nav_tabs, shown.school_tabs);
  },

  userInfo: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return userDataOf(ports, user);
  },
};
