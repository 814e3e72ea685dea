import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from './handler.ts';
import type { Passwords } from './ports.ts';
import { fairTurns } from './turns.ts';

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const argon2id = (password: string, nonce: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    argon2('argon2id', { message: Buffer.from(password, 'utf8'), nonce, ...cost }, (error, tag) => (error ? reject(error) : resolve(tag))),
  );

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const encode = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;

/**
 * argon2id from node:crypto, as PHC strings. At most `lanes` hashes run at once, and addresses take turns, so that a class signing in or an
 * attacker cannot starve the others. When the queue is full, the response is 503.
 */
export function argon2Passwords({ lanes = 2, mostOfOne = 60, mostInAll = 600, derive = argon2id } = {}): Passwords {
  const inTurn = fairTurns({
    lanes,
    mostOfOne,
    mostInAll,
    refuse: () => {
      throw refuse('signInsBusy');
    },
  });
  const decoy = { nonce: randomBytes(16), tag: randomBytes(cost.tagLength) };
  return {
    hash: (password, from) =>
      inTurn(from, async () => {
        const nonce = randomBytes(16);
        return encode(nonce, await derive(password, nonce));
      }),
    verify: (password, hash, from) =>
      inTurn(from, async () => {
        const [, , , , nonce, tag] = hash?.split('$') ?? [];
        const known = nonce !== undefined && tag !== undefined;
        const expected = known ? Buffer.from(tag, 'base64') : decoy.tag;
        const actual = await derive(password, known ? Buffer.from(nonce, 'base64') : decoy.nonce);
        return timingSafeEqual(actual, expected) && known;
      }),
  };
}
