import { administrators } from '../../contract/kit.ts';
import type { Challenge, SignedIn, secondWays } from '../../contract/login.ts';
import type { Row, UserKey } from '../db/schema.ts';
import { allDistricts } from './allDistricts.ts';
import { newAuthenticatorSecret, seal } from './factors.ts';
import { type Context, refuse } from './handler.ts';
import type { Ports } from './ports.ts';
import { hashOfSecret, newSecret } from './secrets.ts';
import type { SessionOrigin } from './sessions.ts';
import { activeUser, assertReplaceable, openSession } from './signIn.ts';
import { type Tenant, tenant } from './tenant.ts';

type ChallengeRow = Row<'factor_challenge'>;

/** Time limits for entering the second step and for setting one up (ms). */
const lives = { answer: 5 * 60_000, enroll: 15 * 60_000 };
/** Wrong answers allowed per challenge. */
const mostTries = 5;

const over = () => refuse('tookTooLong');

/** Kinds of second factor that a person has set up. */
export async function waysOf({ db }: Ports, user: UserKey): Promise<(typeof secondWays)[number][]> {
  const factors = await tenant(db, user.district_id)
    .selectFrom('second_factor')
    .select('kind')
    .distinct()
    .where('user_puid', '=', user.user_puid)
    .execute();
  if (factors.length === 0) return [];
  const kinds = factors.map(({ kind }) => kind);
  return [...(['totp', 'passkey'] as const).filter((kind) => kinds.includes(kind)), 'recovery'];
}

/** Creates a challenge and returns its secret. Only the hash is stored. */
export async function makeChallenge(
  ports: Ports,
  user: Row<'app_user'>,
  given: Pick<ChallengeRow, 'purpose' | 'session_id'> & { replace?: boolean | undefined },
): Promise<{ challenge: string; expires_at: number }> {
  const { purpose, session_id, replace = false } = given;
  const challenge = newSecret(ports);
  const expires_at = ports.now() + lives[purpose];
  const db = tenant(ports.db, user.district_id);
  await db.deleteFrom('factor_challenge').where('expires_at', '<=', ports.now()).execute();
  await db
    .insertInto('factor_challenge')
    .values({
      challenge_hash: hashOfSecret(challenge),
      user_puid: user.user_puid,
      purpose,
      token_version: user.token_version,
      session_id,
      replace_other: replace ? 1 : 0,
      nonce: newSecret(ports),
      sealed_secret: purpose === 'enroll' ? seal(ports, newAuthenticatorSecret(ports)) : null,
      tries: 0,
      expires_at,
    })
    .execute();
  return { challenge, expires_at };
}

/** The challenge for a secret, with its user. Throws 401 if it is over or the user's tokens have been revoked since. */
export async function liveChallenge(
  ports: Ports,
  secret: string,
  purpose: ChallengeRow['purpose'],
): Promise<{ challenge: ChallengeRow; user: Row<'app_user'> }> {
  const challenge = await allDistricts(ports.db)
    .selectFrom('factor_challenge')
    .selectAll()
    .where('challenge_hash', '=', hashOfSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ports.now())
    .where('tries', '<', mostTries)
    .executeTakeFirst();
  const user = challenge && (await activeUser(ports, challenge));
  if (!challenge || user?.token_version !== challenge.token_version) throw over();
  return { challenge, user };
}

/** Counts a try before checking it, so that parallel guesses all count. Throws 401 after the last. */
export async function countTry(ports: Ports, { district_id, challenge_hash }: ChallengeRow): Promise<void> {
  const { numUpdatedRows } = await tenant(ports.db, district_id)
    .updateTable('factor_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', challenge_hash)
    .where('tries', '<', mostTries)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw over();
}

/** Consumes a challenge. Throws 401 if another request was first. */
export async function spendChallenge(db: Tenant, { challenge_hash }: ChallengeRow): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('factor_challenge').where('challenge_hash', '=', challenge_hash).executeTakeFirst();
  if (Number(numDeletedRows) !== 1) throw over();
}

/** Follow-up to a correct password: a session, or a challenge for administrators who have or need a second factor. */
export async function sessionOrChallenge(
  context: Context,
  user: Row<'app_user'>,
  { replace, way }: { replace: boolean | undefined; way: SessionOrigin['way'] },
): Promise<SignedIn | Challenge> {
  const { ports } = context;
  const isAdministrator = administrators.some((role) => role === user.role_id);
  const ways = isAdministrator ? await waysOf(ports, user) : [];
  if (ways.length === 0 && !(isAdministrator && ports.requiresSecondFactor(user.district_id)))
    return openSession(context, user, { replace, way });
  await assertReplaceable(context, user, replace ?? false);
  ports.note({ account: user.user_puid, event: 'sign_in.first_step' });
  const purpose = ways.length > 0 ? 'answer' : 'enroll';
  const { challenge, expires_at } = await makeChallenge(ports, user, { purpose, session_id: null, replace });
  return { challenge, ways, expires_at: new Date(expires_at).toISOString() };
}
