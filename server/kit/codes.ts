import type { Ports } from './ports.ts';

/** Crockford's base 32: no I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLength = 8;

/** An assignment code: 8 characters, 40 bits of chance. */
export const newCode = (ports: Pick<Ports, 'randomBytes'>): string =>
  Array.from(ports.randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');

/** A code as people type it, as it is kept: spaces and dashes go, small letters grow, O is 0, I and L are 1. */
export const normalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
