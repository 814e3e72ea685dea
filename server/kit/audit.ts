import type { AuditAction, auditSubjects } from '../../contract/audit.ts';
import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';

/** Fields of an audit entry. */
export interface Audited {
  /** District of the handle. If given, it must match. */
  district_id?: number;
  actor_puid: number;
  /** The actor's district if it is another one, as for the provider's staff. */
  actor_district_id?: number;
  action: AuditAction;
  /** Whom or what the action affected. */
  subject: `${(typeof auditSubjects)[number]} ${number}`;
  /** `before` and `after`: fields of a record. `count`: how many people, sessions or rows. The rest is for technicians. */
  detail?: Record<string, unknown>;
  /** Time of the action if not now (ms since 1970). */
  at?: number;
}

/** Adds a row to the audit table, with the origin of the request that is being answered. No call changes or removes one. */
export async function writeAudit(
  ports: Pick<Ports, 'now' | 'newId' | 'caller' | 'clientAddress'>,
  db: Tenant,
  audited: Audited,
): Promise<void> {
  const { detail = {}, at = ports.now(), ...row } = audited;
  const { request, acting } = ports.caller ?? {};
  await db
    .insertInto('audit')
    .values({
      ...row,
      audit_id: ports.newId(),
      at,
      detail: JSON.stringify(detail),
      address: request ? ports.clientAddress(request) : null,
      acting_puid: acting?.user_puid ?? null,
      acting_district_id: acting?.district_id ?? null,
    })
    .execute();
}
