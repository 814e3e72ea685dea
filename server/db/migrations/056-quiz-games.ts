import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Rooms of the quiz game and what happens in them (decision 067). The key of an event makes every server add to the same end. */
export const quizGames: Migration = {
  up: async (given) => {
    await createTables(given as AnyDatabase, {
      game: {
        columns: {
          ...tenant,
          game_id: 'bigint',
          code: 'text',
          host_puid: 'bigint',
          group_puid: 'bigint?',
          mode: 'text',
          title: 'text',
          document: 'text',
          created_at: 'bigint',
          day: 'text',
        },
        key: ['district_id', 'game_id'],
        unique: { game_code: ['district_id', 'code'] },
        index: { game_host: ['district_id', 'host_puid', 'created_at'], game_class_day: ['district_id', 'group_puid', 'day'] },
        foreign: { game_host_fk: userReference('host_puid') },
      },
      game_event: {
        columns: {
          ...tenant,
          game_id: 'bigint',
          seq: 'integer',
          at: 'bigint',
          type: 'text',
          player: 'bigint',
          name: 'text',
          round: 'integer',
          option: 'bigint',
        },
        key: ['district_id', 'game_id', 'seq'],
        index: { game_event_player: ['district_id', 'player', 'type'] },
        foreign: { game_event_game: [['district_id', 'game_id'], 'game', ['district_id', 'game_id']] },
      },
    });
  },
};
