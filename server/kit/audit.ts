import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';

/** Fields of an audit entry. */
export interface Audited {
  /** District of the handle. If given, it must match. */
  district_id?: number;
  actor_puid: number;
  /** Base form, not past tense: `login_as.start`. */
  action: string;
  /** Whom or what the action affected. */
  subject: string;
  detail?: Record<string, unknown>;
  /** Time of the action if not now (ms since 1970). */
  at?: number;
}

/** Adds a row to the audit table. */
export async function writeAudit(ports: Pick<Ports, 'now' | 'newId'>, db: Tenant, audited: Audited): Promise<void> {
  const { detail = {}, at = ports.now(), ...row } = audited;
  await db
    .insertInto('audit')
    .values({ ...row, audit_id: ports.newId(), at, detail: JSON.stringify(detail) })
    .execute();
}
