import { may } from '../../common/may.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { login } from '../../contract/login.ts';
import type { Row, UserKey } from '../db/schema.ts';
import { allDistricts } from './allDistricts.ts';
import { type Audited, writeAudit } from './audit.ts';
import type { Ports } from './ports.ts';
import { type Tenant, tenant } from './tenant.ts';
import { actingLife, type TokenUser } from './tokens.ts';
import { transact } from './transact.ts';

type Standing = Pick<Row<'app_user'>, 'district_id' | 'role_id' | 'school_id' | 'active'>;
type Ended = 'exit' | 'expired';

/** Whether an administrator may make a call for this user, who must be of the same school or district, except for the provider's. */
export function mayFor(actor: Standing, call: Call, target: Standing): boolean {
  if (!may({ role: actor.role_id }, call, { role: target.role_id, active: target.active === 1 })) return false;
  if (actor.role_id >= Role.providerAdministrator) return true;
  if (actor.district_id !== target.district_id) return false;
  return actor.role_id >= Role.districtAdministrator || (actor.school_id !== null && actor.school_id === target.school_id);
}

const rowsOf = (ports: Ports, actor: UserKey) =>
  allDistricts(ports.db)
    .selectFrom('acting_session')
    .selectAll()
    .where('actor_district_id', '=', actor.district_id)
    .where('actor_puid', '=', actor.user_puid)
    .where('ended_at', 'is', null);

/** Audits that an administrator acts as a user, or no longer does. */
function note(ports: Ports, trx: Tenant, row: Row<'acting_session'>, { detail, ...entry }: Pick<Audited, 'action' | 'detail' | 'at'>) {
  const { district_id, acting_id, user_puid, actor_puid, actor_district_id } = row;
  const of = { district_id, actor_puid, actor_district_id, subject: `user ${user_puid}` as const };
  return writeAudit(ports, trx, { ...entry, ...of, detail: { acting_id, ...detail } });
}

async function end(ports: Ports, row: Row<'acting_session'>, how: Ended, at: number): Promise<void> {
  await transact(tenant(allDistricts(ports.db), row.district_id), async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('acting_session')
      .set({ ended_at: at })
      .where('acting_id', '=', row.acting_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return;
    await note(ports, trx, row, { action: 'login_as.end', detail: { how }, at });
  });
}

/** Starts acting as a user and writes an audit entry. The id goes into the token. It ends with the administrator's session. */
export async function startActing(
  ports: Ports,
  actor: UserKey & { session_id: number },
  user: UserKey,
): Promise<{ acting_id: number; expires_at: number }> {
  const started_at = ports.now();
  const row = {
    district_id: user.district_id,
    acting_id: ports.newId(),
    user_puid: user.user_puid,
    actor_district_id: actor.district_id,
    actor_puid: actor.user_puid,
    actor_session_id: actor.session_id,
    started_at,
    expires_at: started_at + actingLife * 1000,
    ended_at: null,
  };
  await transact(tenant(allDistricts(ports.db), user.district_id), async (trx) => {
    await trx.insertInto('acting_session').values(row).execute();
    await note(ports, trx, row, { action: 'login_as.start', at: started_at });
  });
  return row;
}

/**
 * Whether the token's acting session is still valid: neither ended nor expired, the administrator is still signed in to the session that
 * started it, and may still act as the user (`target`).
 */
export async function isActing(ports: Ports, user: TokenUser, target: Standing): Promise<boolean> {
  const actor = await allDistricts(ports.db)
    .selectFrom('acting_session as a')
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'a.actor_district_id').onRef('u.user_puid', '=', 'a.actor_puid'))
    .innerJoin('refresh_session as s', (join) =>
      join
        .onRef('s.district_id', '=', 'a.actor_district_id')
        .onRef('s.session_id', '=', 'a.actor_session_id')
        .onRef('s.user_puid', '=', 'a.actor_puid'),
    )
    .select(['u.district_id', 'u.role_id', 'u.school_id', 'u.active'])
    .where('a.district_id', '=', user.district_id)
    .where('a.acting_id', '=', user.session_id)
    .where('a.user_puid', '=', user.user_puid)
    .where('a.ended_at', 'is', null)
    .where('a.expires_at', '>', ports.now())
    .where('s.expires_at', '>', ports.now())
    .where('u.active', '=', 1)
    .executeTakeFirst();
  return actor !== undefined && mayFor(actor, login.loginAsUser, target);
}

/** Ends the token's acting session. */
export async function stopActing(ports: Ports, user: TokenUser): Promise<void> {
  if (!user.actor) return;
  const row = await rowsOf(ports, user.actor)
    .where('district_id', '=', user.district_id)
    .where('acting_id', '=', user.session_id)
    .executeTakeFirst();
  if (row) await end(ports, row, 'exit', ports.now());
}

/** Audits the end of expired acting sessions. Called at the administrator's next request. */
export async function closeExpiredActing(ports: Ports, actor: UserKey): Promise<void> {
  for (const row of await rowsOf(ports, actor).where('expires_at', '<=', ports.now()).execute())
    await end(ports, row, 'expired', row.expires_at);
}
