import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Districts, unbound } from './tenant.ts';

/**
 * The rows of all districts, as they are: each statement says itself whose rows it means. For those alone who cannot be in one district:
 * sign-in and links, codes and sign-ons that say who somebody is before the district is known; the provider's administrators; work in the
 * background; migrations, imports of content and the sample school. `biome.json` and `tests/architecture.test.ts` list the modules that may.
 */
export const allDistricts = (db: Districts): Kysely<Database> => unbound(db);

/** The same ports, with the rows of all districts. */
export const inAllDistricts = <P extends { db: Districts }>(ports: P): Omit<P, 'db'> & { db: Kysely<Database> } => ({
  ...ports,
  db: allDistricts(ports.db),
});
