import { createHash } from 'node:crypto';
import type { Ports } from './ports.ts';

/** An unguessable text for a link or a cookie: 32 random bytes, base64url. */
export const newSecret = (ports: Pick<Ports, 'randomBytes'>): string => Buffer.from(ports.randomBytes(32)).toString('base64url');

const secretForm = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** A text with `…` for each thing in it that has the form of such a secret. */
export const withoutSecrets = (text: string): string => text.replace(secretForm, '…');

/** What the database keeps of a secret: whoever reads the database cannot use it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
