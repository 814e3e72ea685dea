import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Results of quiz games that count for their class (decision 088). */
export const gamesThatCount: Migration = {
  up: async (db) => {
    await createTables(db as AnyDatabase, {
      game_result: {
        columns: { ...tenant, game_id: 'bigint', user_puid: 'bigint', points: 'integer', max_points: 'integer' },
        key: ['district_id', 'game_id', 'user_puid'],
        index: { game_result_student: ['district_id', 'user_puid'] },
        foreign: {
          game_result_game: [['district_id', 'game_id'], 'game', ['district_id', 'game_id']],
          game_result_student_fk: userReference(),
        },
      },
    });
  },
};
