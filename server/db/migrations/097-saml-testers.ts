import type { Migration } from 'kysely/migration';

/** The provider's administrators test sign-ins of other districts than their own (decision 070). */
export const samlTesters: Migration = {
  up: async (db) => {
    await db.schema.alterTable('saml_sign_in').addColumn('tested_district_id', 'bigint').execute();
    await db
      .updateTable('saml_sign_in')
      .set((eb: { ref: (name: string) => unknown }) => ({ tested_district_id: eb.ref('district_id') }))
      .where('tested_by', 'is not', null)
      .execute();
  },
};
