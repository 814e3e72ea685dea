import type { SignOnKind } from '../../contract/signOnSetup.ts';
import type { sso as ssoCalls } from '../../contract/sso.ts';
import { allDistricts, inAllDistricts } from '../kit/allDistricts.ts';
import { assertSelf, type Context, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { assertReplaceable, openSession, peopleInPlace } from '../kit/signIn.ts';
import { launchIn, openLaunch } from '../lti/open.ts';
import { hasPlatforms } from '../lti/platforms.ts';
import { beginOpenId, SignOnProblem } from '../sso/openId.ts';
import { offeredProviders } from '../sso/samlProviders.ts';
import { accountsOf, type Identity, identityOfTicket, useTicket } from '../sso/signOn.ts';
import { activeSignOn, noteSignIn, offeredSignOns } from '../sso/signOnProviders.ts';

const invalid = () => refuse('invalidCredentials');

const hostOf = ({ request }: Context) => new URL(request.url).hostname;

async function begin(context: Context, kind: SignOnKind, district_id: number | undefined): Promise<{ url: string }> {
  const { ports } = context;
  const provider = await activeSignOn(ports, kind, { district_id, host: hostOf(context) });
  if (!provider) throw notFound('signInWay');
  const { url, state } = await beginOpenId(ports, provider).catch(async (error: unknown) => {
    if (!(error instanceof SignOnProblem)) throw error;
    await noteSignIn(ports, provider, error.fault);
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
  isCleverSsoEnable: async (_, context) => {
    const { ports } = context;
    const kinds = new Set((await offeredSignOns(ports, hostOf(context))).map(({ kind }) => kind));
    return { roster: kinds.has('roster'), classroom: kinds.has('classroom'), learningTools: await hasPlatforms(ports) };
  },

  signOns: (_, context) => offeredSignOns(context.ports, hostOf(context)),
  samlSignOns: (_, context) => offeredProviders(context.ports, hostOf(context)),

  rosterLogin: ({ query }, context) => begin(context, 'roster', query.district_id),
  classroomLogin: ({ query }, context) => begin(context, 'classroom', query.district_id),

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
