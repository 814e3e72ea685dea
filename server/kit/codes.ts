import type { Ports } from './ports.ts';

/** Crockford base 32, without I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLength = 8;

/** An assignment code: 8 characters, 40 random bits. */
export const newCode = (ports: Pick<Ports, 'randomBytes'>): string =>
  Array.from(ports.randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');

/** Normalizes a typed code to its stored form: drops spaces and dashes, uppercases letters, reads O as 0 and I and L as 1. */
export const normalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
