import { hash } from 'node:crypto';

/**
 * Id of a piece of content: the first 53 bits of SHA-256 over its code. The same code always has the same id, so importing again changes
 * nothing.
 */
export const idOf = (code: string): number => Number(hash('sha256', code, 'buffer').readBigUInt64BE() >> 11n) || 1;

/** Id of a term of the glossary: the one that the catalog has, if it does not follow from its name. */
export const termIdOf = ({ subject, term, known_as }: { subject: string; term: string; known_as?: string | undefined }): number =>
  known_as === undefined ? idOf(`glossary#${subject}#${term}`) : Number(known_as);
/** Name of a picture: 128 bits of a hash of its bytes. */
export const pictureIdOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 32);
