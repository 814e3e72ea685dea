import type { Migration } from 'kysely/migration';

/** Since when nothing names a picture, as the nightly purge found it; null: something does, or nobody has looked yet. */
export const unusedPictures: Migration = {
  up: async (db) => {
    for (const table of ['authored_picture', 'catalog_picture'])
      await db.schema.alterTable(table).addColumn('unused_since', 'bigint').execute();
  },
};
