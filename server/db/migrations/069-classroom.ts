import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Teachers' access to the classroom service, and which classes and enrollments came from it (decision 076). */
export const classroom: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      classroom_link: {
        columns: {
          ...tenant,
          user_puid: 'bigint',
          provider: 'text',
          issuer: 'text',
          subject: 'text',
          sealed_token: 'text',
          linked_at: 'bigint',
        },
        key: ['district_id', 'user_puid'],
        index: { classroom_link_subject: ['district_id', 'provider', 'subject'] },
        foreign: { classroom_link_user: userReference() },
      },
      classroom_course: {
        columns: {
          ...tenant,
          user_puid: 'bigint',
          issuer: 'text',
          course_id: 'text',
          group_puid: 'bigint',
          version: 'integer',
          import_id: 'bigint?',
          imported_at: 'bigint',
        },
        key: ['district_id', 'user_puid', 'issuer', 'course_id'],
        index: { classroom_course_group: ['district_id', 'group_puid'] },
        foreign: {
          classroom_course_user: userReference(),
          classroom_course_group_of: [['district_id', 'group_puid'], 'class_group', ['district_id', 'group_puid']],
        },
      },
    });
    await db.schema.alterTable('enrollment').addColumn('listed_in', 'text').execute();
    // So far, courses of platforms enrolled like this.
    await db
      .updateTable('enrollment')
      .set({ listed_in: 'platform' })
      .where('role', '=', 'student')
      .where('borrowed', '=', 1)
      .where('sourced_id', 'is', null)
      .where('roster_active', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('lti_course as c')
            .select('c.group_puid')
            .whereRef('c.district_id', '=', 'enrollment.district_id')
            .whereRef('c.group_puid', '=', 'enrollment.group_puid'),
        ),
      )
      .execute();
  },
};
