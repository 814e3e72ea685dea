import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Sessions at the assessment provider, and whether their results are here (decision 075). */
export const providerSessions: Migration = {
  up: async (untyped) =>
    createTables(untyped as AnyDatabase, {
      provider_session: {
        columns: {
          ...tenant,
          result_id: 'bigint',
          provider: 'text',
          session_id: 'text',
          provider_student_id: 'text',
          state: 'text',
          fetches: 'integer',
          next_at: 'bigint?',
          fetched_at: 'bigint?',
        },
        key: ['district_id', 'result_id'],
        unique: { provider_session_once: ['district_id', 'session_id'] },
        index: { provider_session_due: ['state', 'next_at'] },
      },
    }),
};
