import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Links by hand for all registrations of a district, and the roster ids that learning platforms send beside the subject (decision 091). */
export const linksByHand: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    await createTables(db, {
      sign_on_subject: {
        columns: { ...tenant, kind: 'text', provider_id: 'bigint', subject: 'text', name: 'text', last_at: 'bigint' },
        key: ['district_id', 'kind', 'provider_id', 'subject'],
        foreign: { sign_on_subject_of_district: [['district_id'], 'district', ['district_id']] },
      },
      identity_unlinked: {
        columns: {
          ...tenant,
          kind: 'text',
          provider_id: 'bigint',
          subject: 'text',
          user_puid: 'bigint?',
          linked_at: 'bigint?',
          seen: 'text?',
          removed_at: 'bigint',
        },
        key: ['district_id', 'kind', 'provider_id', 'subject'],
        foreign: { identity_unlinked_user: userReference() },
      },
    });
    await sql`
      insert into identity_unlinked (district_id, kind, provider_id, subject, user_puid, linked_at, seen, removed_at)
      select district_id, 'saml', provider_id, subject, user_puid, linked_at,
        case when seen is not null then '{"saml_subject":[' || seen || ']}' end, removed_at
      from saml_unlinked`.execute(db);
    await db.schema.dropTable('saml_unlinked').execute();
    await db.schema.alterTable('federated_identity').addColumn('by_hand', 'integer').execute();
    await db.schema
      .alterTable('lti_platform')
      .addColumn('lis_is_sourced_id', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
