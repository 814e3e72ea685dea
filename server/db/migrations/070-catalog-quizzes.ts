import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables } from './kit.ts';

/** Quizzes of the catalog that administrators edit, and the pictures that they upload (decision 077). */
export const catalogQuizzes: Migration = {
  up: async (untyped) => {
    await createTables(untyped as AnyDatabase, {
      catalog_quiz: {
        columns: {
          quiz_id: 'bigint',
          document: 'text',
          version: 'integer',
          published_version: 'integer',
          is_edited: 'integer',
          course: 'text',
          is_course_new: 'integer',
        },
        key: ['quiz_id'],
      },
      catalog_picture: {
        columns: { picture_id: 'text', media_type: 'text', content: 'text', width: 'integer', height: 'integer' },
        key: ['picture_id'],
      },
    });
  },
};
