import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Until when a game knows its guests, found by the purge and, before the district is known, by the code (decision 067). */
export const gameGuests: Migration = {
  up: async (db) => {
    const { schema } = db as AnyDatabase;
    await schema.alterTable('game').addColumn('guests_until', 'bigint').execute();
    await schema.createIndex('game_guests').on('game').columns(['guests_until']).execute();
    await schema.createIndex('game_code_everywhere').on('game').columns(['code']).execute();
  },
};
