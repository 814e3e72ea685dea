import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Students who may open the definitions of terms in the quizzes of an assignment (decision 084). */
export const termHelp: Migration = {
  up: async (untyped) =>
    createTables(untyped as AnyDatabase, {
      term_help: {
        columns: { ...tenant, group_assignment_id: 'bigint', user_puid: 'bigint', is_timed_too: 'integer' },
        key: ['district_id', 'group_assignment_id', 'user_puid'],
        foreign: { term_help_user: userReference() },
      },
    }),
};
