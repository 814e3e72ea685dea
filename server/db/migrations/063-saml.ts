import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

const provider: [string[], string, string[]] = [['district_id', 'provider_id'], 'saml_provider', ['district_id', 'provider_id']];

/** Sign-in by SAML 2.0: a district's identity providers, whom they vouch for, and what became of their responses. */
export const saml: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      saml_key: {
        columns: { ...tenant, sealed_key: 'text', certificate: 'text', created_at: 'bigint' },
        key: ['district_id'],
        foreign: { saml_key_of_district: [['district_id'], 'district', ['district_id']] },
      },
      saml_provider: {
        columns: {
          ...tenant,
          provider_id: 'bigint',
          version: 'integer',
          name: 'text',
          entity_id: 'text',
          sign_on_address: 'text',
          sign_out_address: 'text',
          certificates: 'text',
          name_id_format: 'text',
          subject_attribute: 'text',
          user_name_attribute: 'text',
          subject_is_sourced_id: 'integer',
          active: 'integer',
          created_at: 'bigint',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'provider_id'],
        index: { saml_provider_id: ['provider_id'], saml_provider_active: ['active'] },
        foreign: { saml_provider_of_district: [['district_id'], 'district', ['district_id']] },
      },
      saml_subject: {
        columns: {
          ...tenant,
          provider_id: 'bigint',
          subject: 'text',
          name_id: 'text',
          name_id_format: 'text',
          session_index: 'text',
          user_name: 'text',
          user_puid: 'bigint?',
          last_at: 'bigint',
        },
        key: ['district_id', 'provider_id', 'subject'],
        index: { saml_subject_name: ['district_id', 'provider_id', 'name_id'] },
        foreign: { saml_subject_provider: provider, saml_subject_user: userReference() },
      },
      saml_sign_in: {
        columns: {
          ...tenant,
          sign_in_id: 'bigint',
          provider_id: 'bigint',
          at: 'bigint',
          outcome: 'text',
          cause: 'text?',
          detail: 'text',
          tested_by: 'bigint?',
          received: 'text?',
        },
        key: ['district_id', 'sign_in_id'],
        index: { saml_sign_in_at: ['district_id', 'provider_id', 'at'] },
        foreign: { saml_sign_in_provider: provider },
      },
      saml_message: {
        columns: { ...tenant, provider_id: 'bigint', message_hash: 'text', expires_at: 'bigint' },
        key: ['district_id', 'provider_id', 'message_hash'],
        index: { saml_message_expires: ['expires_at'] },
        foreign: { saml_message_provider: provider },
      },
    }),
};
