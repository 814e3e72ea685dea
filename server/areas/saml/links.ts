import type { AuditAction } from '../../../contract/audit.ts';
import { administeredDistrict } from '../../kit/administered.ts';
import { type Audited, writeAudit } from '../../kit/audit.ts';
import { assertSelf, refuse, type UserContext } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { isUniqueViolation } from '../../kit/transact.ts';

/** The identity providers of the district. */
export const storedProviders = (db: Tenant) => db.selectFrom('saml_provider').selectAll().where('removed_at', 'is', null);

/** A call about the providers of one district: its rows, and whose district it is. */
export interface Setting extends UserContext {
  district_id: number;
  db: Tenant;
}

/** @throws 404 if the caller does not administer the district, or is not the caller that the call names */
export async function settingOf(context: UserContext, named: { user_puid: number; district_id: number }): Promise<Setting> {
  assertSelf(context.user, named.user_puid);
  const { db, district_id } = await administeredDistrict(context, named.district_id);
  return { ...context, db, district_id };
}

/** Writes the audit of a user of the district, or of what concerns all of it. */
export const note = (
  { ports, user, district_id }: Setting,
  trx: Tenant,
  action: AuditAction,
  detail: Record<string, unknown>,
  subject: Audited['subject'] = `district ${district_id}`,
) => writeAudit(ports, trx, { actor_puid: user.user_puid, actor_district_id: user.district_id, action, subject, detail });

/** Locks the district's row, so that two administrators do not add the same provider, or one too many. */
export const holdDistrict = (trx: Tenant) =>
  trx
    .updateTable('district')
    .set((eb) => ({ version: eb.ref('version') }))
    .execute();

/** Accounts that the caller may link: active ones that are not above the own. */
export const linkable = (db: Tenant, { user }: UserContext) =>
  db.selectFrom('app_user').select('user_puid').where('active', '=', 1).where('role_id', '<=', user.role);

/** Two administrators linked the same subject at once. */
export const refusedIfLinked = (error: unknown): never => {
  throw isUniqueViolation(error) ? refuse('samlLinked') : error;
};
