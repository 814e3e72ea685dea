import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** Archives of a person or a district are exports, too. Keys of their tables may be text. */
export const archives: Migration = {
  up: async (given) => {
    const { schema } = given as AnyDatabase;
    const add = (column: string, type: 'bigint' | 'text') => schema.alterTable('export_job').addColumn(column, type).execute();
    await add('about_district_id', 'bigint');
    await add('about_puid', 'bigint');
    await add('cursor', 'text');
  },
};
