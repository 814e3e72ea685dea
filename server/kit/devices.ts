import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';

/** How long a device is known after a sign-in, in ms: as long as browsers keep a cookie. */
export const deviceLife = 400 * 24 * 3_600_000;
/** Accounts that one browser keeps: a shared computer of a classroom forgets who came first. */
const mostAccounts = 12;

/** With the version that a new password raises: whoever knew the old one is a stranger. */
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
 * The name under which this browser is known to the account, since it has signed in to it before; undefined: it is a stranger. The cookie
 * proves nothing else. It only keeps the owner's tries apart from a stranger's (OWASP, "device cookies").
 */
export const knownDevice = (ports: Ports, cookie: string | undefined, account: Account): string | undefined =>
  entriesOf(ports, cookie).find((entry) => isOf(ports, account, entry))?.nonce;

/** The cookie after a sign-in: this account first, with the name that it knew the browser by. */
export function rememberDevice(ports: Ports, cookie: string | undefined, account: Account): string {
  const entries = entriesOf(ports, cookie);
  const known = entries.find((entry) => isOf(ports, account, entry));
  const nonce = known?.nonce ?? Buffer.from(ports.randomBytes(12)).toString('base64url');
  const issued = String(ports.now());
  const others = entries.filter((entry) => entry !== known).map((entry) => entry.text);
  return [`${issued}.${nonce}.${proofOf(ports, account, issued, nonce)}`, ...others].slice(0, mostAccounts).join('~');
}
