import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/**
 * Stores the separate roles of OneRoster 1.2, so that a change of one sees the others. Also what `users.csv` last said about an account
 * that a role may reopen: whether it is enabled, and its own organization. And each person's language.
 */
export const rolesAndLanguages: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      roster_role: {
        columns: {
          ...tenant,
          user_role_id: 'bigint',
          sourced_id: 'text',
          user_sourced_id: 'text',
          role: 'text',
          org_sourced_id: 'text',
          is_primary: 'integer',
          begin_date: 'text?',
          end_date: 'text?',
          active: 'integer',
          roster_modified: 'bigint?',
        },
        key: ['district_id', 'user_role_id'],
        unique: { roster_role_sourced: ['district_id', 'sourced_id'] },
      },
    });
    await db.schema.alterTable('app_user').addColumn('roster_enabled', 'integer').execute();
    await db.schema.alterTable('app_user').addColumn('roster_org', 'text').execute();
    await db.schema.alterTable('app_user').addColumn('language', 'text').execute();
  },
};
