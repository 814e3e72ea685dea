import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Sets of terms that lessons have, and what students answered right in them (decision 086). */
export const termSets: Migration = {
  up: async (untyped) =>
    createTables(untyped as AnyDatabase, {
      term_set: {
        columns: { ...tenant, item_id: 'bigint', owner_puid: 'bigint', created_at: 'bigint' },
        key: ['district_id', 'item_id'],
        foreign: { term_set_owner: userReference('owner_puid') },
      },
      term_set_term: {
        columns: { ...tenant, item_id: 'bigint', place: 'integer', term_id: 'bigint' },
        key: ['district_id', 'item_id', 'place'],
        foreign: { term_set_term_set: [['district_id', 'item_id'], 'term_set', ['district_id', 'item_id']] },
      },
      term_set_answer: {
        columns: { ...tenant, resource_tracking_id: 'bigint', user_puid: 'bigint', term_id: 'bigint', answered_at: 'bigint' },
        key: ['district_id', 'resource_tracking_id', 'term_id'],
        index: { term_set_answer_user: ['district_id', 'user_puid'] },
        foreign: {
          term_set_answer_tracking: [['district_id', 'resource_tracking_id'], 'resource_tracking', ['district_id', 'resource_tracking_id']],
          term_set_answer_user_fk: userReference(),
        },
      },
    }),
};
