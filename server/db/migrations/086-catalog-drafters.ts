import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Who has written at drafts of the catalog since they were published (decision 081). */
export const catalogDrafters: Migration = {
  up: async (untyped) => {
    await createTables(untyped as AnyDatabase, {
      catalog_drafter: {
        columns: { ...tenant, item_id: 'bigint', part: 'text', user_puid: 'bigint', since: 'bigint' },
        key: ['district_id', 'item_id', 'part', 'user_puid'],
        foreign: { catalog_drafter_user: userReference() },
        // Administrators of several districts write at one draft.
        index: { catalog_drafter_item: ['item_id'] },
      },
    });
  },
};
