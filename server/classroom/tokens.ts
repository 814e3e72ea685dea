import type { Row } from '../db/schema.ts';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';

export type ClassroomAccount = Row<'classroom_link'>;

/** Refresh tokens of teachers. */
export const classroomTokens = sealing('orrery classroom refresh tokens');

/** A refresh token; null if the server's key has changed since. */
export function openedToken(ports: Pick<Ports, 'signingKey'>, sealed: string): string | null {
  try {
    return classroomTokens.unseal(ports, sealed);
  } catch {
    return null;
  }
}
