import type { Migration } from 'kysely/migration';
import type { AnyDatabase } from './kit.ts';

/**
 * Comments for students: their language and a second text, the place to read again, whether the student has read one, and the answer.
 * `is_for_student` stays null for comments from before, which were written for the staff alone.
 */
export const feedback: Migration = {
  up: async (db) => {
    const columns = {
      is_for_student: 'integer',
      language: 'text',
      translation: 'text',
      place_item_id: 'bigint',
      place_title: 'text',
      place_heading: 'text',
      read_at: 'bigint',
      answer_text: 'text',
      answered_at: 'bigint',
      answer_seen_at: 'bigint',
    } as const;
    // SQLite adds one column per statement.
    for (const [name, type] of Object.entries(columns))
      await (db as AnyDatabase).schema.alterTable('response_comment').addColumn(name, type).execute();
    // A teacher's bank of comments, and the answers to them.
    await (db as AnyDatabase).schema
      .createIndex('response_comment_writer')
      .on('response_comment')
      .columns(['district_id', 'user_puid'])
      .execute();
  },
};
