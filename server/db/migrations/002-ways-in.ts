import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  assignment_code: {
    columns: {
      ...tenant,
      code: 'text',
      lesson_id: 'bigint',
      assignment_id: 'bigint',
      group_puid: 'bigint',
      created_by: 'bigint',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    key: ['code'],
    index: { assignment_code_lesson: ['district_id', 'lesson_id'] },
  },
  acting_session: {
    columns: {
      ...tenant,
      acting_id: 'bigint',
      user_puid: 'bigint',
      actor_district_id: 'bigint',
      actor_puid: 'bigint',
      started_at: 'bigint',
      expires_at: 'bigint',
      ended_at: 'bigint?',
    },
    key: ['district_id', 'acting_id'],
  },
  account_link: {
    columns: { secret_hash: 'text', kind: 'text', ...tenant, subject: 'text', expires_at: 'bigint', used_at: 'bigint?' },
    key: ['secret_hash'],
    index: { account_link_subject: ['district_id', 'kind', 'subject'] },
  },
  registration_request: {
    columns: {
      ...tenant,
      request_id: 'text',
      state: 'text',
      email: 'text',
      first_name: 'text',
      last_name: 'text',
      school_id: 'bigint',
      user_name: 'text?',
      grade: 'text?',
      user_puid: 'bigint?',
      created_at: 'bigint',
    },
    key: ['request_id'],
    index: { registration_request_email: ['email'] },
  },
  mail: { columns: { mail_id: 'bigint', at: 'bigint', recipient: 'text', subject: 'text', text: 'text' }, key: ['mail_id'] },
  federated_identity: {
    columns: { issuer: 'text', subject: 'text', ...tenant, user_puid: 'bigint', linked_at: 'bigint' },
    key: ['issuer', 'subject', 'district_id', 'user_puid'],
    foreign: { federated_identity_user: userReference() },
  },
  sign_on_attempt: {
    columns: { state_hash: 'text', provider: 'text', nonce: 'text', verifier: 'text', expires_at: 'bigint' },
    key: ['state_hash'],
  },
  sign_on_ticket: {
    columns: { ticket_hash: 'text', issuer: 'text', subject: 'text', expires_at: 'bigint', used_at: 'bigint?' },
    key: ['ticket_hash'],
  },
};

/** Sign-in: codes, acting, e-mailed links, registration, single sign-on. */
export const waysIn: Migration = {
  async up(db) {
    await createTables(db as AnyDatabase, tables);
    for (const [column, type] of [
      ['lesson_id', 'bigint'],
      ['assignment_id', 'bigint'],
      ['issuer', 'text'],
      ['subject', 'text'],
    ] as const)
      await db.schema.alterTable('refresh_session').addColumn(column, type).execute();
    await db.schema.createIndex('app_user_email').on('app_user').expression(sql`lower(email)`).execute();
  },
};
