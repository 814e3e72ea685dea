import type { Migration } from 'kysely/migration';

/** An e-mail knows whose it is, so that it waits while its district is closed. */
export const mailOfDistrict: Migration = {
  up: async (db) => {
    await db.schema.alterTable('mail').addColumn('about_district_id', 'bigint').execute();
  },
};
