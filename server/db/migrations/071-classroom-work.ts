import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Assignments announced at the classroom service, and access to it that is about to end there (decision 078). */
export const classroomWork: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      classroom_work: {
        columns: {
          ...tenant,
          user_puid: 'bigint',
          issuer: 'text',
          course_id: 'text',
          group_assignment_id: 'bigint',
          work_id: 'text?',
          address: 'text?',
          title: 'text',
          due_at: 'bigint?',
          shared_at: 'bigint?',
          claimed_at: 'bigint',
        },
        key: ['district_id', 'user_puid', 'issuer', 'course_id', 'group_assignment_id'],
        foreign: { classroom_work_user: userReference() },
      },
      ended_access: {
        columns: {
          ...tenant,
          ending_id: 'bigint',
          provider: 'text',
          subject_hash: 'text',
          sealed_token: 'text',
          attempts: 'integer',
          next_at: 'bigint',
          give_up_at: 'bigint',
        },
        key: ['district_id', 'ending_id'],
        index: { ended_access_due: ['next_at'] },
      },
    }),
};
