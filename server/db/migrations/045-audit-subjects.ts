import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/** An index by subject: what was done about one user, and their sign-ins. */
export const auditSubjects: Migration = {
  up: async (db) => {
    await (db as AnyDatabase).schema.createIndex('audit_subject').on('audit').columns(['district_id', 'subject', 'at']).execute();
  },
};
