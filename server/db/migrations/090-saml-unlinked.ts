import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Subjects that were unlinked or forgotten, for as long as that can be undone (decision 070). */
export const samlUnlinked: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      saml_unlinked: {
        columns: {
          ...tenant,
          provider_id: 'bigint',
          subject: 'text',
          user_puid: 'bigint?',
          linked_at: 'bigint?',
          seen: 'text?',
          removed_at: 'bigint',
        },
        key: ['district_id', 'provider_id', 'subject'],
        foreign: {
          saml_unlinked_provider: [['district_id', 'provider_id'], 'saml_provider', ['district_id', 'provider_id']],
          saml_unlinked_user: userReference(),
        },
      },
    }),
};
