import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** A security key in software (ES256), with a browser on a page of this origin. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string, page: string) => Buffer.from(JSON.stringify({ type, challenge, origin: page }));
  const data = (page: string, flags: number, more: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(new URL(page).hostname), Buffer.from([flags]), count, more]);
  };
  const atPage = (page: string) => ({
    create: async ({ challenge }: { challenge: string }) => {
      const { x, y } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x as string, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y as string, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(cose)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data(page, 0x41, attested))],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, page)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['usb'],
        },
      };
    },
    get: async ({ challenge }: { challenge: string }) => {
      const client = clientData('webauthn.get', challenge, page);
      const authenticatorData = data(page, 0x01);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        } as Record<string, string>,
      };
    },
  });
  return {
    ...atPage(origin),
    /** The same key on a page of another origin. */
    at: (page: string) => ({ ...authenticator(page), ...atPage(page) }),
    /** Resets the counter, as in a copy of the key that missed the last uses. */
    rewind: () => {
      counter = 0;
    },
  };
}
