import type { sso as ssoCalls } from '../../contract/sso.ts';
import { allDistricts, inAllDistricts } from '../kit/allDistricts.ts';
import { assertSelf, type Context, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { assertReplaceable, openSession, peopleInPlace } from '../kit/signIn.ts';
import { launchIn, openLaunch } from '../lti/open.ts';
import { hasPlatforms } from '../lti/platforms.ts';
import { beginOpenId, causeOfOpenId, noteOpenId } from '../sso/openId.ts';
import { offeredProviders } from '../sso/samlProviders.ts';
import { accountsOf, type Identity, identityOfTicket, type OpenIdName, useTicket } from '../sso/signOn.ts';

const invalid = () => refuse('invalidCredentials');

async function begin(context: Context, name: OpenIdName): Promise<{ url: string }> {
  const provider = context.ports.singleSignOn[name];
  if (!provider) throw notFound('signInWay');
  const { url, state } = await beginOpenId(context.ports, name, provider).catch(async (error: unknown) => {
    context.ports.report(error, `beginning a sign-in with ${name}`);
    await noteOpenId(context.ports, name, provider, causeOfOpenId(error));
    throw refuse('signOnUnavailable');
  });
  context.setSignOnCookie(state, 'Lax');
  return { url };
}

/** The identity whose single sign-on opened the token's session; null for any other way in. */
async function identityOf({ ports, user }: UserContext): Promise<Identity | null> {
  const session = await ports.db
    .selectFrom('refresh_session')
    .select(['provider', 'issuer', 'subject'])
    .where('session_id', '=', user.session_id)
    .where('user_puid', '=', user.user_puid)
    .executeTakeFirst();
  const { provider, issuer, subject } = session ?? {};
  return provider && issuer && subject ? { provider, issuer, subject } : null;
}

export const sso: HandlersOf<typeof ssoCalls> = {
  isCleverSsoEnable: async (_, { ports }) => ({
    roster: ports.singleSignOn.roster !== undefined,
    classroom: ports.singleSignOn.classroom !== undefined,
    learningTools: await hasPlatforms(ports),
  }),

  samlSignOns: (_, { ports }) => offeredProviders(ports, new URL(ports.origin()).hostname),

  rosterLogin: (_, context) => begin(context, 'roster'),
  classroomLogin: (_, context) => begin(context, 'classroom'),

  getAccessCode: async ({ body }, context) => {
    const { ports } = context;
    // The browser that completes the sign-on must be the one that started it, so a code sent by somebody else cannot sign anybody in.
    if (body.code !== context.signOnCookie) throw invalid();
    const ticket = await identityOfTicket(ports, body.code);
    const launch = launchIn(ticket?.launch ?? null);
    const accounts = ticket ? await accountsOf(ports, ticket.identity) : [];
    const account = accounts.find(({ district_id }) => district_id === launch?.district_id) ?? accounts[0];
    if (!ticket || !account) throw invalid();
    await assertReplaceable(context, account, body.replace ?? false);
    if (!(await useTicket(ports, body.code))) throw invalid();
    context.setSignOnCookie(null, 'Lax');
    const answer = await openSession(context, account, { replace: body.replace, ...ticket.identity });
    const opens = launch && (await openLaunch(ports, account, launch));
    return { ...answer, mustSelectSchool: accounts.length > 1 && !opens, opens };
  },

  getSchools: async ({ query }, context) => {
    const { ports, user } = context;
    assertSelf(user, query.user_puid);
    const identity = await identityOf(context);
    const accounts = identity ? await accountsOf(ports, identity) : [];
    if (accounts.length === 0) return [];
    const rows = await peopleInPlace(allDistricts(ports.db))
      .select([
        'u.user_puid',
        'u.district_id',
        'u.role_id as role',
        'u.first_name',
        'u.last_name',
        'd.name as district_name',
        's.name as school_name',
      ])
      .where((eb) =>
        eb.or(accounts.map((one) => eb.and([eb('u.district_id', '=', one.district_id), eb('u.user_puid', '=', one.user_puid)]))),
      )
      .orderBy('d.name')
      .orderBy('s.name')
      .orderBy('u.user_puid')
      .execute();
    return rows.map(({ first_name, last_name, ...row }) => ({ ...row, name: `${first_name} ${last_name}` }));
  },

  selectSchool: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const identity = await identityOf(context);
    const accounts = identity ? await accountsOf(ports, identity) : [];
    const chosen = accounts.find((one) => one.district_id === body.school_district_id && one.user_puid === body.school_user_puid);
    if (!identity || !chosen) throw notFound('account');
    return openSession({ ...context, ports: inAllDistricts(ports) }, chosen, { replace: true, ...identity });
  },
};
