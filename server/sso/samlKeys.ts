import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';

const { seal, unseal } = sealing('SAML key');
const life = 10 * 365 * 24 * 3_600_000;
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };

const pemOf = (label: string, bytes: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;

/** Our key and certificate in a district, both PEM. */
export interface SamlKey {
  key: string;
  certificate: string;
}

/** The keys of a district: the one that signs, and one that may replace it or was replaced by it. Both decrypt. */
export interface SamlKeys {
  used: SamlKey;
  spare: SamlKey | null;
}

type Place = 'saml_key' | 'saml_spare_key';
const stored = (db: Tenant, place: Place) => db.selectFrom(place).select(['sealed_key', 'certificate', 'created_at']).executeTakeFirst();

/** The district's own keys. The first is made when it is needed; of two made at once, the first counts. */
export const samlKeysOf = (ports: Ports, district_id: number): Promise<SamlKeys> => keysIn(ports, tenant(ports.db, district_id));

const opened = (ports: Omit<Ports, 'db'>, { sealed_key, certificate }: { sealed_key: string; certificate: string }): SamlKey => ({
  key: unseal(ports, sealed_key),
  certificate,
});

async function usedKey(ports: Omit<Ports, 'db'>, db: Tenant): Promise<SamlKey> {
  let used = await stored(db, 'saml_key');
  if (!used) {
    await db
      .insertInto('saml_key')
      .values(await newKey(ports))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    used = await stored(db, 'saml_key');
  }
  if (!used) throw new Error('The key was not stored.');
  return opened(ports, used);
}

/** The same within a transaction. */
export async function keysIn(ports: Omit<Ports, 'db'>, db: Tenant): Promise<SamlKeys> {
  const used = await usedKey(ports, db);
  const spare = await stored(db, 'saml_spare_key');
  return { used, spare: spare ? opened(ports, spare) : null };
}

/** The key that signs. */
export const samlKeyOf = (ports: Ports, district_id: number): Promise<SamlKey> => usedKey(ports, tenant(ports.db, district_id));

/** A new key with its certificate, as a row. */
export async function newKey(ports: Omit<Ports, 'db'>) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = ports.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(ports.randomBytes(8)).toString('hex'),
    name: 'CN=Orrery',
    notBefore: new Date(now),
    notAfter: new Date(now + life),
    keys,
    signingAlgorithm: algorithm,
  });
  const key = pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { sealed_key: seal(ports, key), certificate: pemOf('CERTIFICATE', certificate.rawData), created_at: now };
}

/** Lets the spare key sign, and keeps the other one as the spare. */
export async function swapKeys(trx: Tenant): Promise<void> {
  const [used, spare] = [await stored(trx, 'saml_key'), await stored(trx, 'saml_spare_key')];
  if (!used || !spare) return;
  await trx.updateTable('saml_key').set(spare).execute();
  await trx.updateTable('saml_spare_key').set(used).execute();
}
