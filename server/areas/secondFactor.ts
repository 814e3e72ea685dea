import { type Enrolled, secondFactor as secondFactorCalls } from '../../contract/secondFactor.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { mayFor } from '../kit/acting.ts';
import { inAllDistricts } from '../kit/allDistricts.ts';
import { type Audited, writeAudit } from '../kit/audit.ts';
import { countTry, liveChallenge, makeChallenge, spendChallenge } from '../kit/challenges.ts';
import {
  authenticatorCode,
  authenticatorUri,
  renewCodes,
  spendAuthenticatorCode,
  spendRecoveryCode,
  stepOfCode,
  unseal,
} from '../kit/factors.ts';
import { forgive, takeTries } from '../kit/failures.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type Context, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { acceptPasskey, assertionOptions, registeredPasskey, registrationOptions } from '../kit/passkeys.ts';
import { checkPassword } from '../kit/reauthentication.ts';
import { endAllSessions, endOtherSessions } from '../kit/sessions.ts';
import { activeUser, openSession } from '../kit/signIn.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { type MailSort, mailOf, readerOf } from '../mail/messages.ts';

type User = Row<'app_user'>;
/** Authenticator apps and passkeys per person. */
const mostFactors = 10;
/** Wrong codes per account and 15 minutes. Passkeys cannot be guessed and are not counted. */
const mostWrongCodes = 10;

const blameCode = { fields: [fieldReason('code', 'incorrect')] };
const wrongCode = () => refuse('wrongSecondCode', {}, blameCode);
const wrongPasskey = () => refuse('passkeyRefused');

const factorsOf = (db: Tenant, user: Pick<User, 'district_id' | 'user_puid'>) =>
  db.selectFrom('second_factor').where('user_puid', '=', user.user_puid);

/** The signed-in user after re-entering the password: an unattended screen must not be enough to change sign-in settings. */
async function withPassword(context: UserContext, user_puid: number, current_password: string): Promise<User> {
  const { ports, user } = context;
  assertSelf(user, user_puid);
  const row = await activeUser(ports, user);
  if (!row) throw notFound('user');
  if (row.password_hash === null) throw refuse('secondStepElsewhere');
  return checkPassword(context, row, current_password);
}

/** Notifies a person by e-mail about a change to their sign-in, if they have an address. */
async function tell({ ports, request }: Context, user: User, what: Extract<MailSort, `factor${string}`>): Promise<void> {
  if (user.email === null) return;
  await ports.mail
    .send({ recipient: user.email, kind: 'notice', district_id: user.district_id, account: user.user_puid }, async () =>
      mailOf(what, { name: user.first_name, at: ports.now() }, await readerOf(ports, user, request)),
    )
    .catch((error: unknown) => ports.report(error, 'telling of a second factor'));
}

const audited = (
  user: Pick<User, 'district_id' | 'user_puid'>,
  action: 'add' | 'rename' | 'remove' | 'recovery_codes' | 'recovery_used' | 'reset',
  detail: Record<string, unknown> = {},
): Audited => ({
  district_id: user.district_id,
  actor_puid: user.user_puid,
  action: `second_factor.${action}`,
  subject: `user ${user.user_puid}`,
  detail,
});

type Enrolling = Awaited<ReturnType<typeof liveChallenge>>;

/**
 * Stores a new factor. The first one also issues recovery codes and ends every other session. A sign-in that waited for enrollment
 * completes.
 */
async function enroll(
  context: Context,
  { challenge, user }: Enrolling,
  made: Pick<NewRow<'second_factor'>, 'kind' | 'name'> & Partial<NewRow<'second_factor'>>,
): Promise<Enrolled> {
  const { ports } = context;
  const { district_id, user_puid } = user;
  const recovery_codes = await transact(tenant(ports.db, district_id), async (trx) => {
    await spendChallenge(trx, challenge);
    const before = await factorsOf(trx, user).select('factor_id').execute();
    if (before.length >= mostFactors) throw refuse('tooManyFactors', { most: mostFactors });
    await trx
      .insertInto('second_factor')
      .values({ user_puid, factor_id: ports.newId(), created_at: ports.now(), ...made })
      .execute();
    await endOtherSessions(trx, user, challenge.session_id);
    await writeAudit(ports, trx, audited(user, 'add', { kind: made.kind }));
    return before.length === 0 ? renewCodes(trx, ports, user) : null;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? refuse('passkeyKnown') : error;
  });
  await tell(context, user, 'factorAdded');
  const signed_in =
    challenge.session_id === null ? await openSession(context, user, { replace: challenge.replace_other === 1, way: 'two_step' }) : null;
  return { recovery_codes, signed_in };
}

/** Completes a sign-in after a correct second step. */
async function pass(context: Context, { challenge, user }: Enrolling) {
  await spendChallenge(tenant(context.ports.db, challenge.district_id), challenge);
  return openSession(context, user, { replace: challenge.replace_other === 1, way: 'two_step' });
}

export const secondFactor: HandlersOf<typeof secondFactorCalls> = {
  secondFactors: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const rows = await factorsOf(ports.db, user)
      .select(['factor_id', 'kind', 'name', 'created_at', 'last_used_at'])
      .orderBy('created_at')
      .orderBy('factor_id')
      .execute();
    const codes = await ports.db
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('user_puid', '=', user.user_puid)
      .where('used_at', 'is', null)
      .execute();
    return {
      factors: rows.map(({ created_at, last_used_at, ...row }) => ({
        ...row,
        created_at: iso(created_at),
        last_used_at: isoOrNull(last_used_at),
      })),
      recovery_codes_left: codes.length,
      is_required: ports.requiresSecondFactor(user.district_id),
    };
  },

  beginEnrollment: async ({ body }, context) => {
    const { ports, user } = context;
    const row = await withPassword(context, body.user_puid, body.current_password);
    const { challenge } = await makeChallenge(ports, row, { purpose: 'enroll', session_id: user.session_id });
    return { challenge };
  },

  renameSecondFactor: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    await transact(ports.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('second_factor')
        .set({ name: body.name })
        .where('user_puid', '=', user.user_puid)
        .where('factor_id', '=', body.factor_id)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) throw notFound('secondFactor');
      await writeAudit(ports, trx, audited(user, 'rename'));
    });
    return null;
  },

  removeSecondFactor: async ({ body }, context) => {
    const { ports, user } = context;
    const row = await withPassword(context, body.user_puid, body.current_password);
    await transact(ports.db, async (trx) => {
      const before = await factorsOf(trx, user).select(['factor_id', 'kind']).execute();
      const removed = before.find(({ factor_id }) => factor_id === body.factor_id);
      if (!removed) throw notFound('secondFactor');
      if (before.length === 1 && ports.requiresSecondFactor(user.district_id)) throw refuse('secondStepRequired');
      const { user_puid } = user;
      await trx.deleteFrom('second_factor').where('user_puid', '=', user_puid).where('factor_id', '=', body.factor_id).execute();
      if (before.length === 1) await trx.deleteFrom('recovery_code').where('user_puid', '=', user_puid).execute();
      await endOtherSessions(trx, user, user.session_id);
      await writeAudit(ports, trx, audited(row, 'remove', { kind: removed.kind }));
    });
    await tell(context, row, 'factorRemoved');
    return null;
  },

  renewRecoveryCodes: async ({ body }, context) => {
    const { ports, user } = context;
    const row = await withPassword(context, body.user_puid, body.current_password);
    const recovery_codes = await transact(ports.db, async (trx) => {
      const factors = await factorsOf(trx, user).select('factor_id').execute();
      if (factors.length === 0) throw refuse('factorMissing');
      await writeAudit(ports, trx, audited(row, 'recovery_codes'));
      return renewCodes(trx, ports, user);
    });
    await tell(context, row, 'factorCodes');
    return { recovery_codes };
  },

  resetSecondFactors: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const whose = { district_id: body.district_id ?? user.district_id, user_puid: body.reset_puid };
    // Provider administrators can help in every district. `mayFor` decides for everyone else.
    const everywhere = inAllDistricts(ports);
    const [actor, target] = await Promise.all([activeUser(ports, user), activeUser(everywhere, whose)]);
    if (!actor || !target || !mayFor(actor, secondFactorCalls.resetSecondFactors, target)) throw notFound('user');
    await transact(tenant(everywhere.db, target.district_id), async (trx) => {
      for (const table of ['second_factor', 'recovery_code', 'factor_challenge'] as const)
        await trx.deleteFrom(table).where('user_puid', '=', target.user_puid).execute();
      await endAllSessions(trx, target);
      await writeAudit(ports, trx, {
        ...audited(target, 'reset'),
        actor_puid: actor.user_puid,
        actor_district_id: actor.district_id,
      });
    });
    await tell({ ...context, ports: everywhere }, target, 'factorReset');
    return null;
  },

  enrollmentOffer: async ({ body }, { ports }) => {
    const { challenge, user } = await liveChallenge(ports, body.challenge, 'enroll');
    const secret = unseal(ports, challenge.sealed_secret as string);
    return {
      totp: { secret, uri: authenticatorUri(secret, user.user_name) },
      passkey: await registrationOptions(ports, user, challenge.nonce),
    };
  },

  enrollAuthenticator: async ({ body }, context) => {
    const { ports } = context;
    const enrolling = await liveChallenge(ports, body.challenge, 'enroll');
    const { sealed_secret } = enrolling.challenge;
    await countTry(ports, enrolling.challenge);
    const code = authenticatorCode(body.code);
    const step = code && stepOfCode(unseal(ports, sealed_secret as string), code, ports.now());
    if (!step) throw refuse('wrongSetupCode', {}, blameCode);
    return enroll(context, enrolling, { kind: 'totp', name: body.name, sealed_secret, last_step: step });
  },

  enrollPasskey: async ({ body }, context) => {
    const { ports } = context;
    const enrolling = await liveChallenge(ports, body.challenge, 'enroll');
    await countTry(ports, enrolling.challenge);
    const made = await registeredPasskey(ports, enrolling.challenge.nonce, body.passkey);
    if (!made) throw wrongPasskey();
    return enroll(context, enrolling, { kind: 'passkey', name: body.name, ...made });
  },

  passkeyRequest: async ({ body }, { ports }) => {
    const { challenge, user } = await liveChallenge(ports, body.challenge, 'answer');
    const options = await assertionOptions(ports, user, challenge.nonce);
    if (!options) throw refuse('passkeysUnavailable');
    return options;
  },

  answerWithCode: async ({ body }, context) => {
    const { ports } = context;
    const answering = await liveChallenge(ports, body.challenge, 'answer');
    const { challenge, user } = answering;
    await countTry(ports, challenge);
    const key = `factor:${user.district_id}:${user.user_puid}`;
    await takeTries(ports, { key, most: mostWrongCodes });
    const code = authenticatorCode(body.code);
    if (code) {
      if (!(await spendAuthenticatorCode(ports, user, code))) throw wrongCode();
    } else {
      if (!(await spendRecoveryCode(ports, user, body.code))) throw refuse('wrongRecoveryCode', {}, blameCode);
      await writeAudit(ports, tenant(ports.db, user.district_id), audited(user, 'recovery_used'));
      await tell(context, user, 'factorRecovered');
    }
    await forgive(ports, key);
    return pass(context, answering);
  },

  answerWithPasskey: async ({ body }, context) => {
    const { ports } = context;
    const answering = await liveChallenge(ports, body.challenge, 'answer');
    await countTry(ports, answering.challenge);
    if (!(await acceptPasskey(ports, answering.user, answering.challenge.nonce, body.passkey))) throw wrongPasskey();
    return pass(context, answering);
  },
};
