import type { Migration } from 'kysely/migration';

/** The provider's administrators invite platforms of other districts than their own (decision 071). */
export const ltiInvitations: Migration = {
  up: async (db) => {
    await db.schema.alterTable('lti_registration').addColumn('platform_district_id', 'bigint').execute();
  },
};
