import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Notifications for many people, and who has read them or put them away. */
export const announcements: Migration = {
  up: (db) =>
    createTables(db as AnyDatabase, {
      announcement: {
        columns: {
          ...tenant,
          notification_id: 'bigint',
          text_en: 'text',
          text_es: 'text',
          audience: 'text',
          role_id: 'integer?',
          school_id: 'bigint?',
          group_puid: 'bigint?',
          user_puid: 'bigint?',
          below_role: 'integer',
          from_date: 'text?',
          to_date: 'text?',
          from_at: 'bigint',
          until_at: 'bigint',
          written_by: 'bigint',
          written_at: 'bigint',
          withdrawn_at: 'bigint?',
        },
        key: ['district_id', 'notification_id'],
        foreign: { announcement_by_user: userReference('written_by') },
        index: { announcement_until: ['district_id', 'until_at'] },
      },
      announcement_reader: {
        columns: { ...tenant, notification_id: 'bigint', user_puid: 'bigint', read_at: 'bigint', put_away_at: 'bigint?' },
        key: ['district_id', 'notification_id', 'user_puid'],
        foreign: {
          announcement_read: [['district_id', 'notification_id'], 'announcement', ['district_id', 'notification_id']],
          announcement_reader_user: userReference(),
        },
      },
    }),
};
