import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  second_factor: {
    columns: {
      ...tenant,
      user_puid: 'bigint',
      factor_id: 'bigint',
      kind: 'text',
      name: 'text',
      created_at: 'bigint',
      last_used_at: 'bigint?',
      sealed_secret: 'text?',
      last_step: 'bigint?',
      credential_id: 'text?',
      public_key: 'text?',
      counter: 'bigint?',
      transports: 'text?',
    },
    key: ['district_id', 'user_puid', 'factor_id'],
    unique: { second_factor_credential: ['credential_id'] },
    foreign: { second_factor_user: userReference() },
  },
  recovery_code: {
    columns: { ...tenant, user_puid: 'bigint', code_hash: 'text', used_at: 'bigint?' },
    key: ['district_id', 'user_puid', 'code_hash'],
    foreign: { recovery_code_user: userReference() },
  },
  factor_challenge: {
    columns: {
      challenge_hash: 'text',
      ...tenant,
      user_puid: 'bigint',
      purpose: 'text',
      token_version: 'integer',
      session_id: 'bigint?',
      replace_other: 'integer',
      nonce: 'text',
      sealed_secret: 'text?',
      tries: 'integer',
      expires_at: 'bigint',
    },
    key: ['challenge_hash'],
    index: { factor_challenge_user: ['district_id', 'user_puid'], factor_challenge_end: ['expires_at'] },
  },
};

/** Two-step sign-in for administrators: authenticator apps, passkeys, recovery codes. */
export const secondFactor: Migration = { up: (db) => createTables(db as AnyDatabase, tables) };
