import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Reports on a class ask which attempts wait for points. Without this index they read every response of the class. */
export const responsesWithoutPoints: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema
      .createIndex('response_without_points')
      .on('response')
      .columns(['district_id', 'result_id'])
      .where(sql.ref('points'), 'is', null)
      .execute();
  },
};
