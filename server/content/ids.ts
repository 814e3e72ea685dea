import { hash } from 'node:crypto';

/**
 * Id of a piece of content: the first 53 bits of SHA-256 over its code. The same code always has the same id, so importing again changes
 * nothing.
 */
export const idOf = (code: string): number => Number(hash('sha256', code, 'buffer').readBigUInt64BE() >> 11n) || 1;
