import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  user_photo: {
    columns: { ...tenant, user_puid: 'bigint', media_type: 'text', content: 'text', updated_at: 'bigint' },
    key: ['district_id', 'user_puid'],
    foreign: { user_photo_user: userReference() },
  },
  user_overlay: {
    columns: { ...tenant, user_puid: 'bigint', overlay_key: 'text', is_seen: 'integer', updated_at: 'bigint' },
    key: ['district_id', 'user_puid', 'overlay_key'],
    foreign: { user_overlay_user: userReference() },
  },
  user_feedback: {
    columns: {
      ...tenant,
      feedback_id: 'bigint',
      user_puid: 'bigint',
      kind: 'text',
      category: 'text?',
      rating: 'integer?',
      feedback_text: 'text',
      file_name: 'text?',
      media_type: 'text?',
      content: 'text?',
      created_at: 'bigint',
    },
    key: ['district_id', 'feedback_id'],
    foreign: { user_feedback_user: userReference() },
  },
  schedule_request: {
    columns: {
      ...tenant,
      request_id: 'bigint',
      user_puid: 'bigint',
      school_id: 'bigint',
      grade_levels: 'text',
      primary_use: 'text',
      preferred_date: 'text?',
      note: 'text',
      created_at: 'bigint',
    },
    key: ['district_id', 'request_id'],
    foreign: { schedule_request_user: userReference() },
  },
};

/** User profile and feedback: photos, dismissed hints, feedback, training requests. */
export const profile: Migration = {
  up: (db: AnyDatabase) => createTables(db, tables),
};
