import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  content_track: {
    columns: {
      ...tenant,
      content_track_id: 'bigint',
      user_puid: 'bigint',
      item_id: 'bigint',
      item_type_id: 'integer',
      lesson_id: 'bigint?',
      started_at: 'bigint',
      ended_at: 'bigint?',
      time_spent: 'double precision',
      is_timed_out: 'integer',
    },
    key: ['district_id', 'content_track_id'],
    index: {
      content_track_user: ['district_id', 'user_puid', 'ended_at'],
      content_track_item: ['district_id', 'item_id'],
    },
    foreign: { content_track_user_fk: userReference() },
  },
  printable_response: {
    columns: {
      ...tenant,
      group_assignment_id: 'bigint',
      user_puid: 'bigint',
      item_id: 'bigint',
      response_text: 'text',
      is_on_paper: 'integer',
      submitted_at: 'bigint',
    },
    key: ['district_id', 'group_assignment_id', 'user_puid', 'item_id'],
    foreign: { printable_response_user_fk: userReference() },
  },
};

/** Time on content, and student work on printed sheets. */
export const player: Migration = {
  up: (db) => createTables(db as AnyDatabase, tables),
};
