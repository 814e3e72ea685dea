import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Districts, unbound } from './tenant.ts';

/**
 * Rows of all districts, unfiltered: each statement must filter by itself. Only for code that cannot be bound to one district: sign-in and
 * links, codes and sign-ons that identify somebody before the district is known; provider administrators; background work; migrations,
 * content imports and the sample school. `biome.json` and `tests/architecture.test.ts` list the allowed modules.
 */
export const allDistricts = (db: Districts): Kysely<Database> => unbound(db);

/** The same ports with access to all districts. */
export const inAllDistricts = <P extends { db: Districts }>(ports: P): Omit<P, 'db'> & { db: Kysely<Database> } => ({
  ...ports,
  db: allDistricts(ports.db),
});
