import type { UserKey } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import { type Tenant, tenant } from './tenant.ts';

/** Records that a student's password is now a login code. The code itself is stored only as the password hash. */
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

/** Removes the login code record, because the password was changed or removed. */
export async function forgetLoginCode(db: Tenant, { user_puid }: Pick<UserKey, 'user_puid'>): Promise<void> {
  await db.deleteFrom('login_code').where('user_puid', '=', user_puid).execute();
}

/** Records the first sign-in with a login code. False if the user's password is not one. */
export async function noteLoginCodeUse(ports: Pick<Ports, 'now' | 'db'>, { district_id, user_puid }: UserKey): Promise<boolean> {
  const { numUpdatedRows } = await tenant(ports.db, district_id)
    .updateTable('login_code')
    .set((eb) => ({ used_at: eb.fn.coalesce('used_at', eb.val(ports.now())) }))
    .where('user_puid', '=', user_puid)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
