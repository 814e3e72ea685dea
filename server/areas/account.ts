import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { account as accountCalls, email, type managedUserSorts, mostSessions } from '../../contract/account.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { mayFor } from '../kit/acting.ts';
import { placeOf } from '../kit/administered.ts';
import { allDistricts, inAllDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { browserNames } from '../kit/browserNames.ts';
import { knownDevice } from '../kit/devices.ts';
import { isTooMany, takeTries } from '../kit/failures.ts';
import { assertSelf, type Context, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { liveLink, useUp } from '../kit/links.ts';
import { forgetLoginCode } from '../kit/loginCodes.ts';
import { hashOfNew } from '../kit/newPassword.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import { checkIdentity, checkPassword, confirmationBy, selfAndSession } from '../kit/reauthentication.ts';
import { endAllSessions, endLiveSessions, holdSession, liveSessions } from '../kit/sessions.ts';
import { activeUser, openSession } from '../kit/signIn.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { sendResetLink } from '../mail/resetLink.ts';
import { managedUserOf, narrowed, usersInScope } from './people/scope.ts';

/** Limits per 15 minutes: e-mails to one address, and requests from one network. */
const mostMails = 5;
const mostRequests = 300;
/** A few accounts may share one e-mail address. */
const mostAccounts = 5;
const mostShownMails = 100;

/** What each column of the users' list is sorted by. */
const orders: Record<(typeof managedUserSorts)[number], readonly RawBuilder<unknown>[]> = {
  name: [sql`lower(u.last_name)`, sql`lower(u.first_name)`],
  userName: [sql`u.user_key`],
  role: [sql`u.role_id`],
  school: [sql`coalesce(lower(s.name), '')`],
  state: [sql`1 - u.active`],
};

const sessionOver = () => refuse('sessionExpired');

async function sendResetLinks({ ports, deviceCookie, request }: Context, emailid: string): Promise<void> {
  const address = emailid.toLowerCase();
  const users = await allDistricts(ports.db)
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(email)`, '=', address)
    .where('active', '=', 1)
    .limit(mostAccounts)
    .execute();
  // A stranger's repeated requests must not lock out the owner, so a known device has its own limit.
  const device = users.map((user) => knownDevice(ports, deviceCookie, user)).find((known) => known !== undefined);
  if (await isTooMany(ports, { key: `reset:${address}:${device ?? ''}`, most: mostMails })) return;
  for (const user of users) await sendResetLink(ports, request, { ...user, email: user.email ?? address }, device);
}

/** Same response and timing for any address. The outcome shows only in the e-mail. */
async function requestResetLink(context: Context, emailid: string): Promise<null> {
  const { ports, request } = context;
  const from = `reset:${ports.clientAddress(request)}`;
  await takeTries(ports, { key: from, most: mostRequests });
  ports.background(() => sendResetLinks(context, emailid), 'sending a reset link');
  return null;
}

/** Sets a password, and ends everything that was opened by the one before. Returns the account. */
async function setPassword(
  ports: Parameters<typeof writeAudit>[0],
  trx: Tenant,
  user: { district_id: number; user_puid: number },
  password_hash: string,
  action: 'password.reset' | 'password.change',
) {
  const { district_id, user_puid } = user;
  await forgetLoginCode(trx, user);
  await endAllSessions(trx, user);
  await writeAudit(ports, trx, { district_id, actor_puid: user_puid, action, subject: `user ${user_puid}` });
  return trx
    .updateTable('app_user')
    .set({ password_hash })
    .where('district_id', '=', district_id)
    .where('user_puid', '=', user_puid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const account: HandlersOf<typeof accountCalls> = {
  retrievePassword: ({ body }, context) => requestResetLink(context, body.emailid),
  generateResetLink: ({ body }, context) => requestResetLink(context, body.emailid),

  validateEmail: async ({ query }) => ({ is_valid: v.is(email, query.emailid) }),

  validateResetLink: async ({ query }, { ports }) => {
    const link = await liveLink(ports, query.Id, ['reset']);
    const user = await activeUser(ports, { district_id: link.district_id, user_puid: Number(link.subject) });
    if (!user) throw refuse('linkInvalid');
    return { user_name: user.user_name };
  },

  resetPassword: async ({ body }, { ports, request }) => {
    const link = await liveLink(ports, body.Id, ['reset']);
    const user = { district_id: link.district_id, user_puid: Number(link.subject) };
    const person = await activeUser(ports, user);
    const password_hash = await hashOfNew(ports, request, body.password, person);
    await transact(tenant(ports.db, link.district_id), async (trx) => {
      await useUp(trx, ports, link);
      await setPassword(ports, trx, user, password_hash, 'password.reset');
    });
    return null;
  },

  changePassword: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const row = await checkPassword(context, await activeUser(ports, user), body.current_password);
    const password_hash = await hashOfNew(ports, context.request, body.password, row);
    const changed = await transact(ports.db, (trx) => setPassword(ports, trx, user, password_hash, 'password.change'));
    await openSession(context, changed, { replace: true, way: 'password' });
    return null;
  },

  managedUsers: async ({ query }, context) => {
    const { ports, user } = context;
    const { district_id } = await placeOf(context, query);
    let users = narrowed(await usersInScope(ports, user), query).where(
      hasWords(query.search, ['u.user_key', 'u.first_name', 'u.last_name', 's.name']),
    );
    if (query.district_id) users = users.where('u.district_id', '=', district_id);
    const { total, rows } = await pageOf(users, orderOf(query.sort ?? 'name', orders), 'u.user_puid', query);
    return { total, rows: rows.map((row) => managedUserOf(user, row)) };
  },

  ownSessions: async ({ query }, context) => {
    const { ports, user } = context;
    const { self, session } = await selfAndSession(context, query.user_puid);
    const others = await liveSessions(ports.db, user, ports.now())
      .selectAll()
      .where('session_id', '!=', session.session_id)
      .orderBy('rotated_at', 'desc')
      .orderBy('session_id', 'desc')
      .limit(mostSessions)
      .execute();
    return {
      sessions: [session, ...others].slice(0, mostSessions).map((one) => ({
        session_id: one.session_id,
        is_this: one.session_id === session.session_id,
        ...browserNames(one.device),
        way: one.provider === null ? one.way : ('single_sign_on' as const),
        started_at: iso(one.started_at ?? one.rotated_at),
        last_used_at: iso(one.rotated_at),
      })),
      is_cut: others.length === mostSessions,
      confirm_by: confirmationBy(self, session, ports.now()),
    };
  },

  endOwnSessions: async ({ body }, context) => {
    const { ports, user } = context;
    const { self, session } = await selfAndSession(context, body.user_puid);
    const { session_id } = body;
    await checkIdentity(context, self, session, body.current_password);
    if (session_id === session.session_id) throw refuse('ownSession');
    const ended = await transact(ports.db, async (trx) => {
      // When two sessions end each other at the same time, only the first succeeds.
      if (!(await holdSession(trx, session))) throw sessionOver();
      const which = session_id === null ? { but: session.session_id } : { only: session_id };
      const count = await endLiveSessions(trx, user, ports.now(), which);
      if (session_id !== null && count === 0) throw notFound('session');
      await writeAudit(ports, trx, {
        district_id: user.district_id,
        actor_puid: user.user_puid,
        action: 'session.end',
        subject: `user ${user.user_puid}`,
        detail: { count, ...(session_id === null ? {} : { session_id }) },
      });
      return count;
    });
    return { ended };
  },

  endUserSessions: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const whose = { district_id: body.district_id ?? user.district_id, user_puid: body.ended_puid };
    // Provider administrators can help in every district. `mayFor` decides for everyone else.
    const everywhere = inAllDistricts(ports);
    const [actor, target] = await Promise.all([activeUser(ports, user), activeUser(everywhere, whose)]);
    if (!actor || !target || !mayFor(actor, accountCalls.endUserSessions, target)) throw notFound('user');
    const ended = await transact(tenant(everywhere.db, target.district_id), async (trx) => {
      const { session_id } = body;
      const count = await endLiveSessions(trx, target, ports.now(), session_id === undefined ? {} : { only: session_id });
      if (session_id !== undefined && count === 0) throw notFound('session');
      // Also ends sign-ins that wait for a second step, and sessions that act as this person.
      if (session_id === undefined) await endAllSessions(trx, target);
      await writeAudit(ports, trx, {
        district_id: target.district_id,
        actor_puid: actor.user_puid,
        actor_district_id: actor.district_id,
        action: session_id === undefined ? 'session.end_all' : 'session.end',
        subject: `user ${target.user_puid}`,
        detail: { count },
      });
      return count;
    });
    return { ended };
  },

  mails: async (_, { ports }) => {
    const rows = await ports.db.selectFrom('mail').selectAll().orderBy('mail_id', 'desc').limit(mostShownMails).execute();
    return rows.map(({ mail_id, at, recipient, subject, text, state, next_at, problem }) => ({
      mail_id,
      at: iso(at),
      recipient,
      subject,
      text: ports.mail.textOf(mail_id) ?? text,
      state,
      next_at: isoOrNull(next_at),
      problem,
    }));
  },
};
