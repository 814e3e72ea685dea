import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** What administrators set for a district. */
export const districts: Migration = {
  up: async (untyped) => {
    const { schema } = untyped as AnyDatabase;
    await schema
      .alterTable('district')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await schema.alterTable('district').addColumn('language', 'text').execute();
    await schema
      .alterTable('district')
      .addColumn('hosts', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await schema.alterTable('district').addColumn('removed_at', 'bigint').execute();
  },
};
