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

const storedKey = (db: Tenant) => db.selectFrom('saml_key').select(['sealed_key', 'certificate']).executeTakeFirst();

/** The district's own key. It is made when it is first needed; of two made at once, the first counts. */
export async function samlKeyOf(ports: Ports, district_id: number): Promise<SamlKey> {
  const db = tenant(ports.db, district_id);
  const stored = (await storedKey(db)) ?? (await makeKey(ports, db));
  return { key: unseal(ports, stored.sealed_key), certificate: stored.certificate };
}

async function makeKey(ports: Ports, db: Tenant) {
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
  await db
    .insertInto('saml_key')
    .values({ sealed_key: seal(ports, key), certificate: pemOf('CERTIFICATE', certificate.rawData), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await storedKey(db);
  if (!stored) throw new Error('The key was not stored.');
  return stored;
}
