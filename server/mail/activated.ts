import type { Row } from '../db/schema.ts';
import type { Ports } from '../kit/ports.ts';
import { mailOf, readerOf } from './messages.ts';

/** Tells a teacher who registered that the account is active. `user`: the account. */
export function sendActivated(ports: Ports, request: Request, recipient: string, user: Row<'app_user'>): Promise<void> {
  return ports.mail.send({ recipient, kind: 'notice', district_id: user.district_id, account: user.user_puid }, async () =>
    mailOf('activated', { name: user.first_name, user_name: user.user_name, link: ports.origin() }, await readerOf(ports, user, request)),
  );
}
