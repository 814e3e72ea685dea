import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** One row that each look at the server's health writes: a database that can be read may still refuse to be written. */
export const health: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, { health_check: { columns: { id: 'integer', at: 'bigint' }, key: ['id'] } });
    await db.insertInto('health_check').values({ id: 1, at: 0 }).execute();
  },
};
