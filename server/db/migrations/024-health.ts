import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** One row that each health check writes, because a readable database may still refuse writes. */
export const health: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, { health_check: { columns: { id: 'integer', at: 'bigint' }, key: ['id'] } });
    await db.insertInto('health_check').values({ id: 1, at: 0 }).execute();
  },
};
