import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ports } from './ports.ts';

type Keyed = Pick<Ports, 'signingKey'>;

const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts values that the database alone must not reveal (AES-256-GCM). Each purpose has its own key, derived from the signing key.
 * `unseal` throws if the signing key has changed since.
 */
export function sealing(purpose: string) {
  const keyOf = ({ signingKey }: Keyed) => Buffer.from(hkdfSync('sha256', signingKey, '', purpose, 32));
  return {
    seal: (ports: Keyed & Pick<Ports, 'randomBytes'>, text: string): string => {
      const iv = ports.randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', keyOf(ports), iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    unseal: (ports: Keyed, sealed: string): string => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(ports), bytes.subarray(0, ivLength), { authTagLength: tagLength });
      decipher.setAuthTag(bytes.subarray(-tagLength));
      return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8');
    },
  };
}
