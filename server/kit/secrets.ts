import { createHash } from 'node:crypto';
import type { Ports } from './ports.ts';

/** An unguessable secret for a link or cookie: 32 random bytes, base64url. */
export const newSecret = (ports: Pick<Ports, 'randomBytes'>): string => Buffer.from(ports.randomBytes(32)).toString('base64url');

const secretForm = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Replaces everything that looks like such a secret with `…`. */
export const withoutSecrets = (text: string): string => text.replace(secretForm, '…');

/** What the database stores for a secret, so that a database leak does not expose it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
