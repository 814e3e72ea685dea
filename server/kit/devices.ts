import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';

/** How long a device stays known after a sign-in, in ms: the maximum cookie lifetime in browsers. */
export const deviceLife = 400 * 24 * 3_600_000;
/** Accounts remembered per browser. A shared classroom computer forgets the oldest. */
const mostAccounts = 12;

/** Includes the version that a new password raises: devices that knew the old one become unknown. */
type Account = Pick<Row<'app_user'>, 'district_id' | 'user_puid' | 'token_version'>;

const proofOf = (ports: Ports, { district_id, user_puid, token_version }: Account, issued: string, nonce: string) =>
  createHmac('sha256', ports.signingKey)
    .update(`device ${district_id} ${user_puid} ${token_version} ${issued} ${nonce}`)
    .digest('base64url');

function entriesOf(ports: Ports, cookie: string | undefined) {
  return (cookie ?? '')
    .split('~')
    .slice(0, mostAccounts)
    .flatMap((text) => {
      const [, issued, nonce, proof] = /^(\d{1,16})\.([\w-]{16})\.([\w-]{43})$/.exec(text) ?? [];
      if (!issued || !nonce || !proof || Number(issued) + deviceLife <= ports.now()) return [];
      return [{ text, issued, nonce, proof }];
    });
}
const isOf = (ports: Ports, account: Account, { issued, nonce, proof }: ReturnType<typeof entriesOf>[number]) =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(ports, account, issued, nonce)));

/**
 * The account's name for this browser if it has signed in here before; undefined for an unknown browser. The cookie proves nothing else. It
 * only separates the owner's tries from a stranger's (OWASP, "device cookies").
 */
export const knownDevice = (ports: Ports, cookie: string | undefined, account: Account): string | undefined =>
  entriesOf(ports, cookie).find((entry) => isOf(ports, account, entry))?.nonce;

/** Cookie value after a sign-in. This account goes first and keeps its name for the browser. */
export function rememberDevice(ports: Ports, cookie: string | undefined, account: Account): string {
  const entries = entriesOf(ports, cookie);
  const known = entries.find((entry) => isOf(ports, account, entry));
  const nonce = known?.nonce ?? Buffer.from(ports.randomBytes(12)).toString('base64url');
  const issued = String(ports.now());
  const others = entries.filter((entry) => entry !== known).map((entry) => entry.text);
  return [`${issued}.${nonce}.${proofOf(ports, account, issued, nonce)}`, ...others].slice(0, mostAccounts).join('~');
}
