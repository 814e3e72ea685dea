import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Which service a connection reads, and the sync with a school-roster service, of which a district has one (decision 082). */
export const rosterSync: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    await db.schema
      .alterTable('roster_connection')
      .addColumn('service', 'text', (c) => c.notNull().defaultTo('oneRoster'))
      .execute();
    await db.schema
      .alterTable('roster_connection')
      .addColumn('kinds', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
    await sql`create unique index roster_connection_sync on roster_connection (district_id) where service = 'clever'`.execute(db);
  },
};
