import { type CryptoKey, calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK, SignJWT } from 'jose';
import type { Row } from '../db/schema.ts';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';
import { shared } from '../kit/tenant.ts';

const day = 24 * 3_600_000;
/** Age at which a key is replaced. */
const signingLife = 90 * day;
/** How long a key is published before it signs, so that platforms which cache the set know it. */
const ahead = 2 * day;
/** How long a key stays published after its successor signs. */
const afterlife = 7 * day;

/** Seals private keys. */
export const keySeal = sealing('orrery keys of learning tools');

type Outside = Pick<Ports, 'db' | 'now' | 'randomBytes' | 'signingKey'>;
type StoredKey = Row<'lti_key'>;

const stored = (ports: Pick<Ports, 'db'>) =>
  shared(ports.db).selectFrom('lti_key').selectAll().orderBy('created_at').orderBy('kid').execute();

async function addKey(ports: Outside): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await shared(ports.db)
    .insertInto('lti_key')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' }),
      sealed_private: keySeal.seal(ports, await exportPKCS8(privateKey)),
      created_at: ports.now(),
    })
    .execute();
}

/** The private key; undefined if the signing key of the server has changed since it was sealed. */
async function privateOf(ports: Outside, { kid, sealed_private }: StoredKey): Promise<CryptoKey | undefined> {
  try {
    return await importPKCS8(keySeal.unseal(ports, sealed_private), 'RS256');
  } catch {
    await shared(ports.db).deleteFrom('lti_key').where('kid', '=', kid).execute();
    return undefined;
  }
}

/**
 * Makes the first key, the successor of one that will soon be replaced, and deletes keys after their time. Two servers that do it at once
 * make two keys, and both are published.
 */
export async function rotateKeys(ports: Outside): Promise<StoredKey[]> {
  const now = ports.now();
  let keys = await stored(ports);
  const newest = keys.at(-1);
  if (!newest || newest.created_at <= now - signingLife + ahead) {
    await addKey(ports);
    keys = await stored(ports);
  }
  const over = keys.filter((_, index) => (keys[index + 1]?.created_at ?? now) + ahead + afterlife < now);
  for (const { kid } of over) await shared(ports.db).deleteFrom('lti_key').where('kid', '=', kid).execute();
  return keys.filter((key) => !over.includes(key));
}

/** The public key set (RFC 7517) that platforms fetch. */
export async function ownKeySet(ports: Outside): Promise<{ keys: JWK[] }> {
  return { keys: (await rotateKeys(ports)).map(({ public_jwk }) => JSON.parse(public_jwk) as JWK) };
}

/** Signs claims with the newest key that platforms have had time to fetch. `life`: in seconds. */
export async function signToPlatform(ports: Outside, claims: Record<string, unknown>, life: number): Promise<string> {
  for (;;) {
    const keys = await rotateKeys(ports);
    const key = keys.findLast(({ created_at }) => created_at <= ports.now() - ahead) ?? keys[0];
    const secret = key && (await privateOf(ports, key));
    if (!key || !secret) continue;
    const at = Math.floor(ports.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
      .setIssuedAt(at)
      .setExpirationTime(at + life)
      .sign(secret);
  }
}
