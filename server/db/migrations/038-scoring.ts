import type { ExpressionBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../schema.ts';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** How the answers of a class are scored, by whom each one was, and what every change of it changed. */
export const scoring: Migration = {
  up: async (any) => {
    const db = any as AnyDatabase;
    await db.schema.alterTable('response').addColumn('scored_by', 'text').execute();
    await db.schema
      .alterTable('response')
      .addColumn('is_dropped', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    const person = (eb: ExpressionBuilder<Database, 'response'>) =>
      eb.exists(
        eb
          .selectFrom('response_comment as c')
          .select('c.comment_id')
          .whereRef('c.district_id', '=', 'response.district_id')
          .whereRef('c.result_id', '=', 'response.result_id')
          .whereRef('c.question_id', '=', 'response.question_id')
          .where('c.score', 'is not', null),
      );
    await db
      .updateTable('response')
      .set((eb) => ({
        scored_by: eb
          .case()
          .when(person(eb))
          .then('person' as const)
          .else('key' as const)
          .end(),
      }))
      .where('points', 'is not', null)
      .where((eb) => eb.or([eb('answer_id', 'is not', null), eb(eb.fn<string>('trim', ['answer_text']), 'not in', ['', '[]', '{}'])]))
      .execute();
    await createTables(db, {
      question_scoring: {
        columns: {
          ...tenant,
          group_puid: 'bigint',
          question_id: 'bigint',
          quiz_id: 'bigint',
          settings: 'text',
          is_rule: 'integer',
          version: 'integer',
          user_puid: 'bigint',
          updated_at: 'bigint',
        },
        key: ['district_id', 'group_puid', 'question_id'],
        index: { question_scoring_quiz: ['district_id', 'group_puid', 'quiz_id'] },
        foreign: {
          question_scoring_group: [['district_id', 'group_puid'], 'class_group', ['district_id', 'group_puid']],
          question_scoring_user: userReference(),
        },
      },
      regrade: {
        columns: {
          ...tenant,
          regrade_id: 'bigint',
          quiz_id: 'bigint',
          question_id: 'bigint',
          user_puid: 'bigint',
          regrade_key: 'text',
          settings: 'text',
          applied_at: 'bigint',
          undone_at: 'bigint?',
          undone_by_puid: 'bigint?',
        },
        key: ['district_id', 'regrade_id'],
        unique: { regrade_by_key: ['district_id', 'user_puid', 'regrade_key'] },
        index: { regrade_question: ['district_id', 'question_id'] },
        foreign: { regrade_user: userReference() },
      },
      regrade_change: {
        columns: {
          ...tenant,
          regrade_id: 'bigint',
          result_id: 'bigint',
          points_before: 'double precision?',
          points_after: 'double precision?',
          scored_by_before: 'text?',
          scored_by_after: 'text?',
          dropped_before: 'integer',
          dropped_after: 'integer',
          max_before: 'double precision',
          max_after: 'double precision',
        },
        key: ['district_id', 'regrade_id', 'result_id'],
        index: { regrade_change_result: ['district_id', 'result_id'] },
        foreign: {
          regrade_change_regrade: [['district_id', 'regrade_id'], 'regrade', ['district_id', 'regrade_id']],
        },
      },
    });
  },
};
