import { Secret, TOTP } from 'otpauth';
import type { UserKey } from '../db/schema.ts';
import { newCode, normalCode } from './codes.ts';
import type { Ports } from './ports.ts';
import { sealing } from './seal.ts';
import { hashOfSecret } from './secrets.ts';
import { type Tenant, tenant } from './tenant.ts';

/** Seals and opens an authenticator's secret: whoever has the database alone cannot make codes. */
export const { seal, unseal } = sealing('orrery authenticator secrets');

/** A new secret of an authenticator app, base32: 160 bits (RFC 4226, section 4). */
export const newAuthenticatorSecret = (ports: Pick<Ports, 'randomBytes'>): string =>
  new Secret({ buffer: ports.randomBytes(20).buffer }).base32;

const authenticator = (secret: string, label: string) =>
  new TOTP({ issuer: 'Orrery', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** What the QR code of an authenticator app holds. */
export const authenticatorUri = (secret: string, label: string): string => authenticator(secret, label).toString();

/** The time step that a code belongs to, undefined where the code is wrong; a clock may be one step (30 s) off. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = authenticator(secret, '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

/** Whether a text has the form of an authenticator's code; spaces do not count. */
export const authenticatorCode = (typed: string): string | undefined => /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0];

/** Uses an authenticator's code: false where it is wrong, or a code of this step or a later one was used. */
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
/** 24 characters of base 32 are 120 bits: enough to be kept as a plain hash (OWASP ASVS 5.0, 6.5.2). */
const codeParts = 3;

/** Makes recovery codes in place of all earlier ones. They are shown once; only their hashes stay. */
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

/** Uses a recovery code up: false where there is none like it, or it was used before. */
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
