import type { Mailer } from '../mail/mailer.ts';
import type { Learnosity } from '../provider/learnosity.ts';
import type { SingleSignOn } from '../sso/configuration.ts';
import type { Noted } from './requestLog.ts';
import type { Districts, Tenant } from './tenant.ts';

/** All that the backend gets from outside: time, chance, storage and secrets are inputs. */
export interface Ports {
  db: Districts;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A new id: positive, < 2^53, growing with time. */
  newId: () => number;
  /** Random bytes from a cryptographic source. */
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>;
  passwords: Passwords;
  /** Key of the access tokens (HS256), at least 32 bytes. */
  signingKey: Uint8Array;
  /** Where a request comes from: counted when a sign-in fails. */
  clientAddress: (request: Request) => string;
  /** Address of the product as browsers see it, without a path; never taken from a request, whose sender can claim any host. */
  origin: () => string;
  /** Takes e-mails that the product writes. */
  mail: Mailer;
  /** Identity providers that people may sign in with; none unless they are set up. */
  singleSignOn: SingleSignOn;
  /** The account that assessments of a provider are delivered with; undefined: the built-in provider delivers them. */
  learnosity?: Learnosity | undefined;
  /** Whether administrators of a district must have a second factor: without one they set it up when they sign in. */
  requiresSecondFactor: (district_id: number) => boolean;
  /** Whether administrators may open the running statecharts. */
  developerPages: boolean;
  /** Work that goes on after an answer; its errors are reported. `where` names it. */
  background: (work: () => Promise<void>, where: string) => void;
  /** Adds to the log line of the request that is being answered. */
  note: (noted: Noted) => void;
  /** An error that no handler foresaw; never shown to the caller. */
  report: (error: unknown, where: string) => void;
}

/** The ports as a signed-in user's call gets them, and work in one district: the database is the handle of that district. */
export type TenantPorts = Ports & { db: Tenant };

/**
 * Password hashing, replaceable where argon2 is not to be had. `from` is the address that asks: addresses take turns, and one for which
 * there is no room to wait is refused with 503. Without it the work is the server's own.
 */
export interface Passwords {
  hash: (password: string, from?: string) => Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  verify: (password: string, hash: string | null, from?: string) => Promise<boolean>;
}

/**
 * Ids from time (ms since 2020) and chance: 14 random bits a millisecond, growing within a process. Lasts until 2037 below 2^53.
 */
export function idSource(now: () => number, random: () => number): () => number {
  const epoch = Date.UTC(2020, 0, 1);
  let last = 0;
  return () => {
    last = Math.max(last + 1, (now() - epoch) * 16_384 + Math.floor(random() * 16_384));
    return last;
  };
}
