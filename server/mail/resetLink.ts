import type { Row } from '../db/schema.ts';
import { makeLink } from '../kit/links.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import { mailOf, readerOf } from './messages.ts';

const resetLife = 30 * 60_000;

/** Sends a user a link to choose a new password. `device`: the known device that asked for it, if it was one. */
export async function sendResetLink(
  ports: Ports,
  request: Request,
  user: Row<'app_user'> & { email: string },
  device?: string | undefined,
): Promise<void> {
  const { district_id, user_puid, email: recipient } = user;
  const until = ports.now() + resetLife;
  await ports.mail.send({ recipient, kind: 'reset', district_id, account: user_puid, until, device }, async () => {
    const Id = await makeLink(tenant(ports.db, district_id), ports, { kind: 'reset', subject: String(user_puid), life: resetLife });
    const link = `${ports.origin()}/account/resetPassword?Id=${Id}`;
    return mailOf('reset', { name: `${user.first_name} (${user.user_name})`, link, until }, await readerOf(ports, user, request));
  });
}
