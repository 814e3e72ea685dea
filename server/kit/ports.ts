import type { UserKey } from '../db/schema.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Learnosity } from '../provider/learnosity.ts';
import type { SingleSignOn } from '../sso/configuration.ts';
import type { Outside } from './outside.ts';
import type { Noted } from './requestLog.ts';
import type { Districts, Tenant } from './tenant.ts';

/** Everything the backend gets from outside: time, randomness, storage and secrets. */
export interface Ports {
  db: Districts;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A new id: positive, < 2^53, increasing over time. */
  newId: () => number;
  /** Cryptographically random bytes. */
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>;
  passwords: Passwords;
  /** Key of the access tokens (HS256), at least 32 bytes. */
  signingKey: Uint8Array;
  /** Address of the requester, used to count failed sign-ins. */
  clientAddress: (request: Request) => string;
  /** The request that is being answered, and the administrator who acts as its user; undefined for work of the server's own. */
  caller?: { request: Request; acting: UserKey | undefined } | undefined;
  /** Origin of the product as browsers see it, without a path. Never taken from a request, whose sender can claim any host. */
  origin: () => string;
  /** Asks servers that administrators name. */
  outside: Outside;
  /** Origin of the classroom service's API, without a path. */
  classroomApi: string;
  /** Sends the product's e-mails. */
  mail: Mailer;
  /** Identity providers for sign-in that the environment seeds into the database. */
  singleSignOn: SingleSignOn;
  /** Learnosity account that delivers provider assessments; undefined: the built-in provider delivers them. */
  learnosity?: Learnosity | undefined;
  /** Whether administrators of a district must have a second factor. Those without one set it up at sign-in. */
  requiresSecondFactor: (district_id: number) => boolean;
  /** Whether administrators may open the live statecharts. */
  developerPages: boolean;
  /** Runs work after the response is sent and reports its errors. `where` names the work. */
  background: (work: () => Promise<void>, where: string) => void;
  /** Adds to the log line of the current request. */
  note: (noted: Noted) => void;
  /** Reports an unexpected error, which is never shown to the caller. */
  report: (error: unknown, where: string) => void;
}

/** Ports for a signed-in call or for work in one district. The database is the district's handle. */
export type TenantPorts = Ports & { db: Tenant };

/**
 * Password hashing, replaceable where argon2 is unavailable. `from` is the requesting address. Addresses take turns, and one whose queue is
 * full is refused with 503. Without `from`, the work is the server's own.
 */
export interface Passwords {
  hash: (password: string, from?: string) => Promise<string>;
  /** Takes the same time with or without a hash to compare. */
  verify: (password: string, hash: string | null, from?: string) => Promise<boolean>;
}

/**
 * Ids from time (ms since 2020) and randomness: 14 random bits per millisecond, increasing within a process. They stay below 2^53 until
 * 2037.
 */
export function idSource(now: () => number, random: () => number): () => number {
  const epoch = Date.UTC(2020, 0, 1);
  let last = 0;
  return () => {
    last = Math.max(last + 1, (now() - epoch) * 16_384 + Math.floor(random() * 16_384));
    return last;
  };
}
