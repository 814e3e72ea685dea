import { Secret, TOTP } from 'otpauth';
import type { UserKey } from '../db/schema.ts';
import { newCode, normalCode } from './codes.ts';
import type { Ports } from './ports.ts';
import { sealing } from './seal.ts';
import { hashOfSecret } from './secrets.ts';
import { type Tenant, tenant } from './tenant.ts';

/** Encrypts and decrypts authenticator secrets, so that the database alone is not enough to make codes. */
export const { seal, unseal } = sealing('orrery authenticator secrets');

/** A new authenticator secret in base32: 160 bits (RFC 4226, section 4). */
export const newAuthenticatorSecret = (ports: Pick<Ports, 'randomBytes'>): string =>
  new Secret({ buffer: ports.randomBytes(20).buffer }).base32;

const authenticator = (secret: string, label: string) =>
  new TOTP({ issuer: 'Orrery', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** Content of the QR code for an authenticator app. */
export const authenticatorUri = (secret: string, label: string): string => authenticator(secret, label).toString();

/** Time step of a code; undefined if the code is wrong. Clocks may be off by one step (30 s). */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = authenticator(secret, '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

/** The authenticator code in a typed text, without spaces; undefined if it is not one. */
export const authenticatorCode = (typed: string): string | undefined => /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0];

/** Consumes an authenticator code. False if it is wrong, or if a code of this or a later step was already used. */
export async function spendAuthenticatorCode(ports: Ports, user: UserKey, code: string): Promise<boolean> {
  const db = tenant(ports.db, user.district_id);
  const factors = await db
    .selectFrom('second_factor')
    .select(['factor_id', 'sealed_secret'])
    .where('user_puid', '=', user.user_puid)
    .where('kind', '=', 'totp')
    .execute();
  for (const { factor_id, sealed_secret } of factors) {
    const step = stepOfSealed(ports, sealed_secret as string, code);
    if (step === undefined) continue;
    const { numUpdatedRows } = await db
      .updateTable('second_factor')
      .set({ last_step: step, last_used_at: ports.now() })
      .where('user_puid', '=', user.user_puid)
      .where('factor_id', '=', factor_id)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 1) return true;
  }
  return false;
}

function stepOfSealed(ports: Ports, sealed: string, code: string): number | undefined {
  try {
    return stepOfCode(unseal(ports, sealed), code, ports.now());
  } catch (error) {
    ports.report(error, 'reading an authenticator: has the signing key changed?');
    return undefined;
  }
}

const codesAtOnce = 10;
/** 24 base-32 characters are 120 bits: enough to store as a plain hash (OWASP ASVS 5.0, 6.5.2). */
const codeParts = 3;

/** Makes new recovery codes and invalidates earlier ones. They are shown once; only their hashes are stored. */
export async function renewCodes(db: Tenant, ports: Ports, { user_puid }: Pick<UserKey, 'user_puid'>): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () =>
    Array.from({ length: codeParts }, () => newCode(ports))
      .join('')
      .replace(/(.{4})(?!$)/g, '$1-'),
  );
  await db.deleteFrom('recovery_code').where('user_puid', '=', user_puid).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_puid, code_hash: hashOfSecret(normalCode(code)), used_at: null })))
    .execute();
  return codes;
}

/** Consumes a recovery code. False if it does not exist or was used before. */
export async function spendRecoveryCode(ports: Ports, user: UserKey, typed: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant(ports.db, user.district_id)
    .updateTable('recovery_code')
    .set({ used_at: ports.now() })
    .where('user_puid', '=', user.user_puid)
    .where('code_hash', '=', hashOfSecret(normalCode(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
