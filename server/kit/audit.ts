import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';

/** What is written down of a deed. */
export interface Audited {
  /** Of the handle; whoever gives it says it once more. */
  district_id?: number;
  actor_puid: number;
  /** Past tense is left to the reader: `login_as.start`. */
  action: string;
  /** Whom or what it was done to. */
  subject: string;
  detail?: Record<string, unknown>;
  /** When, if not now (ms since 1970). */
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
