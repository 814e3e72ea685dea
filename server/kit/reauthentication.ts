import type { OwnSessions } from '../../contract/account.ts';
import type { Row } from '../db/schema.ts';
import { giveBack, takeTries } from './failures.ts';
import { fieldReason } from './fieldReasons.ts';
import { assertSelf, refuse, type UserContext } from './handler.ts';
import { liveSessions } from './sessions.ts';
import { activeUser } from './signIn.ts';

/** Wrong current passwords per account and 15 minutes. */
const mostTries = 10;
/** How long after sign-in an account without a password counts as recently authenticated, in ms. */
const freshFor = 15 * 60_000;

/** Checks the current password of a signed-in user. Throws 400 if it is wrong and 429 after ten wrong ones. */
export async function checkPassword(
  { ports, request }: Pick<UserContext, 'ports' | 'request'>,
  account: Row<'app_user'> | undefined,
  password: string | undefined,
): Promise<Row<'app_user'>> {
  const wrong = () => refuse('wrongPassword', {}, { fields: [fieldReason('current_password', 'incorrect')] });
  if (!account?.password_hash || !password) throw wrong();
  const key = `password:${account.district_id}:${account.user_puid}`;
  await takeTries(ports, { key, most: mostTries });
  let isRight = true;
  try {
    isRight = await ports.passwords.verify(password, account.password_hash, ports.clientAddress(request));
  } finally {
    // A password that was not checked because the queue was full does not count as wrong either.
    if (isRight) await giveBack(ports, key);
  }
  if (!isRight) throw wrong();
  return account;
}

/** The signed-in user and their current session. */
export async function selfAndSession({ ports, user }: Pick<UserContext, 'ports' | 'user'>, user_puid: number) {
  assertSelf(user, user_puid);
  const [self, session] = await Promise.all([
    activeUser(ports, user),
    liveSessions(ports.db, user, ports.now()).selectAll().where('session_id', '=', user.session_id).executeTakeFirst(),
  ]);
  // Either may have ended since the token was checked.
  if (!self || !session) throw refuse('sessionExpired');
  return { self, session };
}

/** How a user confirms their identity: by password, or by a recent sign-in if they have none. */
export function confirmationBy(
  account: Pick<Row<'app_user'>, 'password_hash'>,
  session: Pick<Row<'refresh_session'>, 'started_at' | 'rotated_at'>,
  now: number,
): OwnSessions['confirm_by'] {
  if (account.password_hash !== null) return 'password';
  return now - (session.started_at ?? session.rotated_at) <= freshFor ? 'nothing' : 'sign_in';
}

/** Asks a signed-in user to confirm their identity, by password or by a fresh sign-in. Throws like `checkPassword`, and 403. */
export async function checkIdentity(
  context: Pick<UserContext, 'ports' | 'request'>,
  account: Row<'app_user'>,
  session: Pick<Row<'refresh_session'>, 'started_at' | 'rotated_at'>,
  password: string | undefined,
): Promise<void> {
  const by = confirmationBy(account, session, context.ports.now());
  if (by === 'password') await checkPassword(context, account, password);
  else if (by === 'sign_in') throw refuse('signInAgain', { minutes: freshFor / 60_000 });
}
