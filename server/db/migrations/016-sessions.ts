import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Borrowed students, sessions that detect a stolen cookie and end with their holder, and identities by provider (decision 025). */
export const sessions: Migration = {
  async up(untyped) {
    const db = untyped as AnyDatabase;
    for (const [table, column, type] of [
      ['enrollment', 'borrowed', 'integer'],
      ['refresh_session', 'started_at', 'bigint'],
      ['refresh_session', 'confirmed', 'integer'],
      ['refresh_session', 'provider', 'text'],
      ['refresh_session', 'device', 'text'],
      ['acting_session', 'actor_session_id', 'bigint'],
      ['sign_on_ticket', 'provider', 'text'],
    ] as const)
      await db.schema.alterTable(table).addColumn(column, type).execute();
    // It was not recorded who put a student into a class. For manual enrollments, only a student's single class ever counts as their own.
    await sql`
      update enrollment set borrowed = 1 where role = 'student' and (
        (active = 0 and coalesce(roster_active, 0) = 0)
        or (sourced_id is null and exists (
          select 1 from enrollment as other
          where other.district_id = enrollment.district_id and other.user_puid = enrollment.user_puid
            and other.group_puid <> enrollment.group_puid
        )))`.execute(db);
    await sql`update refresh_session set started_at = rotated_at`.execute(db);

    // The provider is part of an identity's key, which SQLite cannot change in place.
    await createTables(db, {
      provider_identity: {
        columns: { provider: 'text', issuer: 'text', subject: 'text', ...tenant, user_puid: 'bigint', linked_at: 'bigint' },
        key: ['provider', 'issuer', 'subject', 'district_id', 'user_puid'],
        foreign: { provider_identity_user: userReference() },
      },
    });
    await sql`
      insert into provider_identity (provider, issuer, subject, district_id, user_puid, linked_at)
      select '', issuer, subject, district_id, user_puid, linked_at from federated_identity`.execute(db);
    await db.schema.dropTable('federated_identity').execute();
    await db.schema.alterTable('provider_identity').renameTo('federated_identity').execute();
  },
};
