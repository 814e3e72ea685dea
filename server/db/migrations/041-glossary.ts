import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Where terms are used, and what people keep and practice of the glossary (decision 060). The next import fills `term_item`. */
export const glossary: Migration = {
  up: async (db) =>
    createTables(db as AnyDatabase, {
      term_item: {
        columns: { term_id: 'bigint', item_id: 'bigint', mentions: 'integer' },
        key: ['term_id', 'item_id'],
        index: { term_item_item: ['item_id'] },
      },
      glossary_favorite: {
        columns: { ...tenant, user_puid: 'bigint', term_id: 'bigint', added_at: 'bigint' },
        key: ['district_id', 'user_puid', 'term_id'],
        foreign: { glossary_favorite_user: userReference() },
      },
      glossary_practice: {
        columns: {
          ...tenant,
          user_puid: 'bigint',
          term_id: 'bigint',
          language_id: 'integer',
          box: 'integer',
          due_day: 'text',
          last_at: 'bigint',
        },
        key: ['district_id', 'user_puid', 'term_id', 'language_id'],
        foreign: { glossary_practice_user: userReference() },
      },
    }),
};
