import type { UserKey } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import { type Tenant, tenant } from './tenant.ts';

/** Notes that a student's password is a login code from now on; the code itself is kept as the password's hash alone. */
export async function noteLoginCode(
  ports: Pick<Ports, 'now'>,
  db: Tenant,
  { user_puid }: Pick<UserKey, 'user_puid'>,
  made_by: number,
): Promise<void> {
  const made = { made_at: ports.now(), made_by, used_at: null };
  await db
    .insertInto('login_code')
    .values({ user_puid, ...made })
    .onConflict((conflict) => conflict.columns(['district_id', 'user_puid']).doUpdateSet(made))
    .execute();
}

/** Forgets a login code: the password is another one, or there is none. */
export async function forgetLoginCode(db: Tenant, { user_puid }: Pick<UserKey, 'user_puid'>): Promise<void> {
  await db.deleteFrom('login_code').where('user_puid', '=', user_puid).execute();
}

/** Notes the first sign-in with a login code; false where the user's password is none. */
export async function noteLoginCodeUse(ports: Pick<Ports, 'now' | 'db'>, { district_id, user_puid }: UserKey): Promise<boolean> {
  const { numUpdatedRows } = await tenant(ports.db, district_id)
    .updateTable('login_code')
    .set((eb) => ({ used_at: eb.fn.coalesce('used_at', eb.val(ports.now())) }))
    .where('user_puid', '=', user_puid)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
