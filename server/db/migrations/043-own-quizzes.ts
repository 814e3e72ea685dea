import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Quizzes that users write (decision 059). Their questions are in the catalog's tables, in versions. */
export const ownQuizzes: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await db.schema.alterTable('content_item').addColumn('owner_puid', 'bigint').execute();
    await db.schema.alterTable('question').addColumn('author_key', 'text').execute();
    await db.schema.alterTable('question').addColumn('place', 'integer').execute();
    await db.schema.alterTable('question').addColumn('retired_at', 'bigint').execute();
    await createTables(db, {
      authored_quiz: {
        columns: {
          ...tenant,
          item_id: 'bigint',
          owner_puid: 'bigint',
          creation_key: 'text',
          document: 'text',
          version: 'integer',
          published_version: 'integer?',
          published_document: 'text?',
          created_at: 'bigint',
          updated_at: 'bigint',
          deleted_at: 'bigint?',
        },
        key: ['district_id', 'item_id'],
        unique: { authored_quiz_creation: ['district_id', 'owner_puid', 'creation_key'] },
        foreign: { authored_quiz_owner: userReference('owner_puid') },
      },
      item_share: {
        columns: { ...tenant, item_id: 'bigint', user_puid: 'bigint', shared_at: 'bigint' },
        key: ['district_id', 'item_id', 'user_puid'],
        index: { item_share_user: ['district_id', 'user_puid'] },
        foreign: {
          item_share_item: [['district_id', 'item_id'], 'authored_quiz', ['district_id', 'item_id']],
          item_share_user_fk: userReference(),
        },
      },
    });
  },
};
