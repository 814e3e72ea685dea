import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/**
 * What is known of codes after they were made: who came with which, and whose login code was made when, by whom, and used when. And what
 * a folder held that was deleted, to bring it back.
 */
export const codesAndFolders: Migration = {
  up: async (db) => {
    const database = db as AnyDatabase;
    await database.schema.alterTable('refresh_session').addColumn('code', 'text').execute();
    await database.schema.createIndex('refresh_session_code').on('refresh_session').column('code').execute();
    await createTables(database, {
      login_code: {
        columns: { ...tenant, user_puid: 'bigint', made_at: 'bigint', made_by: 'bigint', used_at: 'bigint?' },
        key: ['district_id', 'user_puid'],
        foreign: { login_code_user: userReference() },
      },
      folder_deletion: {
        columns: { ...tenant, folder_id: 'bigint', owner_puid: 'bigint', deleted_at: 'bigint', log: 'text' },
        key: ['district_id', 'folder_id'],
        index: { folder_deletion_owner: ['district_id', 'owner_puid'] },
      },
    });
  },
};
