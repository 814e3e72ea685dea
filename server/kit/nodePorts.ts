import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type MailQueueOptions, mailQueue } from '../mail/mailQueue.ts';
import { outsideOf } from './outside.ts';
import { argon2Passwords } from './passwords.ts';
import { idSource, type Ports } from './ports.ts';

const keptUnseen: MailQueueOptions = { isDelivered: false, showsLinks: false, log: () => {}, queued: () => {} };

/**
 * Ports of a server on Node: real clock, cryptographic randomness, argon2id. The host must supply `clientAddress`, because a `Request` does
 * not contain it. Without it all sign-ins count as one address.
 */
export function nodePorts({
  mail,
  ...given
}: Pick<Ports, 'signingKey'> & { db: Kysely<Database> } & Partial<Omit<Ports, 'db' | 'mail'>> & { mail?: MailQueueOptions }): Ports & {
  db: Kysely<Database>;
} {
  const now = given.now ?? Date.now;
  const newId = given.newId ?? idSource(now, () => randomInt(2 ** 32) / 2 ** 32);
  const bytes = (count: number) => new Uint8Array(randomBytes(count));
  const report: Ports['report'] = given.report ?? ((error, where) => console.error(where, error));
  return {
    now,
    newId,
    randomBytes: bytes,
    passwords: argon2Passwords(),
    clientAddress: () => 'unknown',
    note: () => {},
    origin: () => 'http://localhost',
    mail: mailQueue({ ...given, now, newId, randomBytes: bytes }, mail ?? keptUnseen),
    outside: outsideOf(),
    classroomApi: 'https://classroom.googleapis.com',
    singleSignOn: {},
    requiresSecondFactor: () => false,
    developerPages: true,
    background: (work, where) => void work().catch((error: unknown) => report(error, where)),
    ...given,
    report,
  };
}
