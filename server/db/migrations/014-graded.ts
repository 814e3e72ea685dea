import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Submitted attempts with points for every answer become graded. */
export const graded: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await db
      .updateTable('attempt')
      .set({ state: 'graded' })
      .where('state', '=', 'submitted')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('response')
              .select('response.question_id')
              .whereRef('response.district_id', '=', 'attempt.district_id')
              .whereRef('response.result_id', '=', 'attempt.result_id')
              .where('response.points', 'is', null),
          ),
        ),
      )
      .execute();
  },
};
