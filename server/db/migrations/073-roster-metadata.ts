import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Metadata that the roster's source gives beyond the standard (decision 080). */
export const rosterMetadata: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    for (const table of ['app_user', 'class_group', 'roster_org'] as const)
      await db.schema.alterTable(table).addColumn('roster_metadata', 'text').execute();
  },
};
