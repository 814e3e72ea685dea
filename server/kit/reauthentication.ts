import type { Row } from '../db/schema.ts';
import { giveBack, takeTries } from './failures.ts';
import { Refusal, type UserContext } from './handler.ts';

/** Wrong current passwords of one account in a quarter of an hour. */
const mostTries = 10;

/** Asks somebody who is signed in for the password again: 400 where it is not theirs, 429 after ten wrong ones. */
export async function checkPassword(
  { ports, request }: Pick<UserContext, 'ports' | 'request'>,
  account: Row<'app_user'> | undefined,
  password: string | undefined,
): Promise<Row<'app_user'>> {
  const wrong = () =>
    new Refusal(400, 'Your current password is not right.', { fields: [{ field: 'current_password', reason: 'is not right' }] });
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
