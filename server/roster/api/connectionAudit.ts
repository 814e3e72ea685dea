import { writeAudit } from '../../kit/audit.ts';
import type { UserContext } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';

/** Writes the audit of a connection to a roster service. `detail` must have no secret. */
export const noteConnection = (
  { ports, user }: UserContext,
  trx: Tenant,
  act: 'add' | 'update' | 'remove' | 'test',
  connection_id: number,
  detail: Record<string, unknown>,
) => writeAudit(ports, trx, { actor_puid: user.user_puid, action: `connection.${act}`, subject: `connection ${connection_id}`, detail });
