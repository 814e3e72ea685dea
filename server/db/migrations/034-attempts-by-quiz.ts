import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Finds the attempts at a quiz in a whole district, for item analysis. */
export const attemptsByQuiz: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.createIndex('attempt_quiz').on('attempt').columns(['district_id', 'quiz_id']).execute();
  },
};
