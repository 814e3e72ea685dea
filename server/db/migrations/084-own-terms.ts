import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Terms that teachers add for their classes (decision 086). */
export const ownTerms: Migration = {
  up: async (untyped) =>
    createTables(untyped as AnyDatabase, {
      own_term: {
        columns: {
          ...tenant,
          term_id: 'bigint',
          group_puid: 'bigint',
          author_puid: 'bigint',
          term: 'text',
          term_key: 'text',
          definition: 'text',
          fill_in: 'text',
          term_es: 'text',
          definition_es: 'text',
          fill_in_es: 'text',
          version: 'integer',
          created_at: 'bigint',
          updated_at: 'bigint',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'term_id'],
        unique: { own_term_name: ['district_id', 'group_puid', 'term_key'] },
        foreign: {
          own_term_group: [['district_id', 'group_puid'], 'class_group', ['district_id', 'group_puid']],
          own_term_author: userReference('author_puid'),
        },
      },
    }),
};
