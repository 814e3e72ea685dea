import type { OwnSessions } from '../../contract/account.ts';
import type { Row } from '../db/schema.ts';
import { giveBack, takeTries } from './failures.ts';
import { fieldReason } from './fieldReasons.ts';
import { refuse, type UserContext } from './handler.ts';

/** Wrong current passwords of one account in a quarter of an hour. */
const mostTries = 10;
/** How long after signing in somebody who has no password here need not sign in again, in ms. */
const freshFor = 15 * 60_000;

/** Asks somebody who is signed in for the password again: 400 where it is not theirs, 429 after ten wrong ones. */
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
    // What was not looked at, for there was no room to wait, is no wrong password either.
    if (isRight) await giveBack(ports, key);
  }
  if (!isRight) throw wrong();
  return account;
}

/** How somebody shows once more who they are: by the password; where there is none, by a sign-in that is not long ago. */
export function confirmationBy(
  account: Pick<Row<'app_user'>, 'password_hash'>,
  session: Pick<Row<'refresh_session'>, 'started_at' | 'rotated_at'>,
  now: number,
): OwnSessions['confirm_by'] {
  if (account.password_hash !== null) return 'password';
  return now - (session.started_at ?? session.rotated_at) <= freshFor ? 'nothing' : 'sign_in';
}

/** Asks somebody who is signed in to show again who they are, by the password or by signing in anew. Throws as `checkPassword`, and 403. */
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
