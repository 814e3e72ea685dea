import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Academic sessions of rosters, and in which of them a class runs (decision 079). */
export const rosterSessions: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      roster_session: {
        columns: {
          ...tenant,
          session_id: 'bigint',
          sourced_id: 'text',
          title: 'text',
          type: 'text',
          start_date: 'text',
          end_date: 'text',
          parent_sourced_id: 'text?',
          school_year: 'text?',
          active: 'integer',
          roster_modified: 'bigint?',
        },
        key: ['district_id', 'session_id'],
        unique: { roster_session_sourced: ['district_id', 'sourced_id'] },
      },
    });
    await db.schema.alterTable('class_group').addColumn('roster_terms', 'text').execute();
  },
};
