import { createHash } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { calls } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import { tenant } from './tenant.ts';

type Registered = Pick<Row<'second_factor'>, 'credential_id' | 'public_key' | 'counter' | 'transports'>;
type Factor = Row<'second_factor'>;

/** Signature algorithms by COSE number: Ed25519, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];
/** Timeout of the browser dialog, in ms. */
const patience = 2 * 60_000;

/** The host that passkeys are bound to; null if the product runs under an IP address, which cannot have any (WebAuthn, section 5.1.2). */
function relyingParty(ports: Ports): string | null {
  const { hostname } = new URL(ports.origin());
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}

const passkeysOf = (ports: Ports, user: Pick<Factor, 'district_id' | 'user_puid'>): Promise<Factor[]> =>
  tenant(ports.db, user.district_id)
    .selectFrom('second_factor')
    .selectAll()
    .where('user_puid', '=', user.user_puid)
    .where('kind', '=', 'passkey')
    .execute();

const described = (factors: Factor[]) =>
  factors.map(({ credential_id, transports }) => ({ id: credential_id as string, transports: JSON.parse(transports ?? '[]') as string[] }));
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** Browser options for creating a passkey; null if passkeys are not possible. */
export async function registrationOptions(ports: Ports, user: Row<'app_user'>, nonce: string): Promise<Record<string, unknown> | null> {
  const rpID = relyingParty(ports);
  if (rpID === null) return null;
  const options = await generateRegistrationOptions({
    rpName: 'Orrery',
    rpID,
    userName: user.user_name,
    userDisplayName: `${user.first_name} ${user.last_name}`,
    // The same for all passkeys of a person, and reveals nothing about them.
    userID: new Uint8Array(createHash('sha256').update(`passkey ${user.district_id} ${user.user_puid}`).digest()),
    challenge: bytesOf(nonce),
    timeout: patience,
    supportedAlgorithmIDs,
    excludeCredentials: described(await passkeysOf(ports, user)),
  });
  return JSON.parse(JSON.stringify(options));
}

/** The passkey that a browser has created; undefined if it is invalid. */
export async function registeredPasskey(
  ports: Ports,
  nonce: string,
  response: BodyOf<typeof calls.enrollPasskey>['passkey'],
): Promise<Registered | undefined> {
  const rpID = relyingParty(ports);
  if (rpID === null) return undefined;
  const checked = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: nonce,
    expectedOrigin: ports.origin(),
    expectedRPID: rpID,
    // The password is the other factor, so a key without a PIN is enough.
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
  };
}

/** Browser options for requesting a passkey of this person. */
export async function assertionOptions(ports: Ports, user: Row<'app_user'>, nonce: string): Promise<Record<string, unknown> | null> {
  const rpID = relyingParty(ports);
  if (rpID === null) return null;
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(nonce),
    timeout: patience,
    allowCredentials: described(await passkeysOf(ports, user)),
  });
  return JSON.parse(JSON.stringify(options));
}

/** Verifies a passkey. False if it is not this person's or the signature is invalid. */
export async function acceptPasskey(
  ports: Ports,
  user: Row<'app_user'>,
  nonce: string,
  response: BodyOf<typeof calls.answerWithPasskey>['passkey'],
): Promise<boolean> {
  const rpID = relyingParty(ports);
  const factor = (await passkeysOf(ports, user)).find(({ credential_id }) => credential_id === response.id);
  if (!factor || rpID === null) return false;
  const counter = factor.counter ?? 0;
  const checked = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: nonce,
    expectedOrigin: ports.origin(),
    expectedRPID: rpID,
    credential: { id: response.id, publicKey: bytesOf(factor.public_key as string), counter },
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!checked?.verified) return false;
  // The counter check catches replayed signatures and copied keys.
  const { numUpdatedRows } = await tenant(ports.db, factor.district_id)
    .updateTable('second_factor')
    .set({ counter: checked.authenticationInfo.newCounter, last_used_at: ports.now() })
    .where('user_puid', '=', factor.user_puid)
    .where('factor_id', '=', factor.factor_id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
