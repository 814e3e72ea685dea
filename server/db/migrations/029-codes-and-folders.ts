import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/**
 * Tracks codes: who came with which assignment code, and who made a login code, when, and when it was used. Also the contents of deleted
 * folders, for restoring.
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
