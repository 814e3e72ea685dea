import type { AuditAction } from '../../../contract/audit.ts';
import { writeAudit } from '../../kit/audit.ts';
import { refuse, type UserContext } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { isUniqueViolation } from '../../kit/transact.ts';

/** The identity providers of the district. */
export const storedProviders = (db: Tenant) => db.selectFrom('saml_provider').selectAll().where('removed_at', 'is', null);

/** Writes the audit of what concerns the whole district. */
export const note = ({ ports, user }: UserContext, trx: Tenant, action: AuditAction, detail: Record<string, unknown>) =>
  writeAudit(ports, trx, { actor_puid: user.user_puid, action, subject: `district ${user.district_id}`, detail });

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
