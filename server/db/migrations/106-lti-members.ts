import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Learners whom a platform lists and who have no account (decision 071). */
export const ltiMembers: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      lti_member: {
        columns: {
          ...tenant,
          platform_id: 'bigint',
          deployment_id: 'text',
          context_id: 'text',
          subject: 'text',
          name: 'text',
          context_title: 'text',
          listed_at: 'bigint',
        },
        key: ['district_id', 'platform_id', 'deployment_id', 'context_id', 'subject'],
        foreign: { lti_member_platform: [['district_id', 'platform_id'], 'lti_platform', ['district_id', 'platform_id']] },
      },
    }),
};
