import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  message_answer: {
    columns: {
      ...tenant,
      message_id: 'bigint',
      answer_text: 'text',
      actor_district_id: 'bigint',
      actor_puid: 'bigint',
      answered_at: 'bigint',
    },
    key: ['district_id', 'message_id'],
  },
  notification: {
    columns: {
      ...tenant,
      notification_id: 'bigint',
      user_puid: 'bigint',
      kind: 'text',
      about: 'text',
      notification_text: 'text',
      sender_name: 'text',
      created_at: 'bigint',
      disabled_at: 'bigint?',
    },
    key: ['district_id', 'notification_id'],
    foreign: { notification_user: userReference() },
    index: { notification_user_index: ['district_id', 'user_puid'] },
  },
};

/** Answers to feedback and requests, and notifications until they are dismissed. */
export const inbox: Migration = {
  up: async (db) => {
    await createTables(db as AnyDatabase, tables);
    await db.schema.createIndex('user_feedback_index').on('user_feedback').columns(['district_id', 'created_at']).execute();
    await db.schema.createIndex('schedule_request_index').on('schedule_request').columns(['district_id', 'created_at']).execute();
  },
};
