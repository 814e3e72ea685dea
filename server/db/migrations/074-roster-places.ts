import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** The organizations of people with several in OneRoster 1.1, which has no table of roles (decision 080). */
export const rosterPlaces: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await db.schema.alterTable('app_user').addColumn('roster_orgs', 'text').execute();
  },
};
