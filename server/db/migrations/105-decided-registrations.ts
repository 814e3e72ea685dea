import type { Migration } from 'kysely/migration';

/** A registered teacher waits until somebody decides about the account. Until now, only the link in an email could do so. */
export const decidedRegistrations: Migration = {
  up: async (db) => {
    await db.schema.alterTable('registration_request').addColumn('decided_at', 'bigint').execute();
    const active = db.selectFrom('app_user').select('user_puid').where('active', '=', 1);
    const opened = db.selectFrom('account_link').select('subject').where('kind', '=', 'activate').where('used_at', 'is not', null);
    for (const [column, decided] of [
      ['user_puid', active],
      ['request_id', opened],
    ] as const)
      await db
        .updateTable('registration_request')
        .set((eb: { ref: (name: string) => unknown }) => ({ decided_at: eb.ref('created_at') }))
        .where(column, 'in', decided)
        .execute();
  },
};
