import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';

/**
 * Notes that somebody has decided about the account of a teacher who registered, which ends the link that was emailed to administrators.
 * @returns the registration, if it waited until now
 */
export async function decideRegistration(
  trx: Tenant,
  ports: Pick<Ports, 'now'>,
  user_puid: number,
): Promise<Row<'registration_request'> | undefined> {
  const request = await trx
    .updateTable('registration_request')
    .set({ decided_at: ports.now() })
    .where('user_puid', '=', user_puid)
    .where('state', '=', 'done')
    .where('decided_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (request)
    await trx
      .updateTable('account_link')
      .set({ used_at: ports.now() })
      .where('kind', '=', 'activate')
      .where('subject', '=', request.request_id)
      .where('used_at', 'is', null)
      .execute();
  return request;
}
