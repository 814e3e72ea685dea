import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

/** Erasures of people, and how long a district keeps each kind of data. The years of the audit are one of them now. */
export const privacy: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await createTables(db, {
      erasure: {
        columns: {
          ...tenant,
          user_puid: 'bigint',
          requested_by: 'bigint',
          requester_district_id: 'bigint?',
          requested_at: 'bigint',
          due_at: 'bigint',
          was_active: 'integer',
          done_at: 'bigint?',
        },
        key: ['district_id', 'user_puid'],
        index: { erasure_due: ['done_at', 'due_at'] },
      },
      retention: {
        columns: { ...tenant, kind: 'text', kept: 'integer?' },
        key: ['district_id', 'kind'],
        foreign: { retention_of_district: [['district_id'], 'district', ['district_id']] },
      },
    });
    await db
      .insertInto('retention')
      .columns(['district_id', 'kind', 'kept'])
      .expression((eb) =>
        eb
          .selectFrom('district')
          .select((row) => ['district_id', row.val('audit' as const).as('kind'), row.ref('audit_years' as never).as('kept')])
          .where('audit_years' as never, 'is not', null),
      )
      .execute();
    await db.schema.alterTable('district').dropColumn('audit_years').execute();
    await db.schema.alterTable('app_user').addColumn('closed_at', 'bigint').execute();
    await db.schema.alterTable('app_user').addColumn('erased_at', 'bigint').execute();
  },
};
