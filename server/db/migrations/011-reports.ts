import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  report_release: {
    columns: {
      ...tenant,
      group_assignment_id: 'bigint',
      quiz_id: 'bigint',
      user_puid: 'bigint',
      release_at: 'bigint',
      released_by_puid: 'bigint',
      created_at: 'bigint',
      applied_at: 'bigint?',
    },
    key: ['district_id', 'group_assignment_id', 'quiz_id', 'user_puid'],
    index: { report_release_due: ['district_id', 'release_at'] },
  },
  earlier_attempt: {
    columns: {
      ...tenant,
      result_id: 'bigint',
      user_puid: 'bigint',
      quiz_id: 'bigint',
      group_assignment_id: 'bigint',
      attempt_no: 'integer',
      state: 'text',
      started_at: 'bigint',
      submitted_at: 'bigint?',
      is_late: 'integer',
      time_spent: 'double precision',
      score: 'double precision?',
      max_score: 'double precision',
      layout: 'text',
      responses: 'text',
      reassigned_by_puid: 'bigint',
      reassigned_at: 'bigint',
      opens_at: 'bigint',
      schoolyear: 'text',
    },
    key: ['district_id', 'result_id'],
    unique: { earlier_attempt_once: ['district_id', 'user_puid', 'group_assignment_id', 'quiz_id', 'attempt_no'] },
    index: { earlier_attempt_group: ['district_id', 'group_assignment_id'] },
    foreign: { earlier_attempt_user: userReference() },
  },
};

/** Standing releases, for a group or for one student, and attempts replaced by a newer one. */
export const reports: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await createTables(db, tables);
    // Earlier releases stay in effect, quiz by quiz.
    await db
      .insertInto('report_release')
      .columns(['district_id', 'group_assignment_id', 'quiz_id', 'user_puid', 'release_at', 'released_by_puid', 'created_at', 'applied_at'])
      .expression((eb) =>
        eb
          .selectFrom('group_assignment as ga')
          .innerJoin('assignment as a', (join) =>
            join.onRef('a.district_id', '=', 'ga.district_id').onRef('a.assignment_id', '=', 'ga.assignment_id'),
          )
          .innerJoin('lesson_resource as lr', (join) =>
            join.onRef('lr.district_id', '=', 'ga.district_id').onRef('lr.lesson_id', '=', 'ga.lesson_id'),
          )
          .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
          .select((select) => [
            'ga.district_id',
            'ga.group_assignment_id',
            select.ref('i.quiz_id').$notNull().as('quiz_id'),
            select.lit(0).as('user_puid'),
            select.ref('ga.released_at').$notNull().as('release_at'),
            'a.assigned_by_puid as released_by_puid',
            select.ref('ga.released_at').$notNull().as('created_at'),
            'ga.released_at as applied_at',
          ])
          .distinct()
          .where('ga.released_at', 'is not', null)
          .where('i.quiz_id', 'is not', null),
      )
      .execute();
  },
};
