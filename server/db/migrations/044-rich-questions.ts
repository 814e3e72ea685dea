import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** What lists say about a document of then; null if there is none. */
function cardOf(document: string | null): string | null {
  if (document === null) return null;
  const { title, minutes, questions } = JSON.parse(document) as { title: string; minutes: number; questions: { points: number }[] };
  const points = questions.reduce((sum, question) => sum + question.points, 0);
  return JSON.stringify({ title, minutes: minutes || Math.max(1, questions.length * 2), question_count: questions.length, points });
}

/** Pictures in questions that users write, and what lists say about their quizzes (decision 059). */
export const richQuestions: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await createTables(db, {
      authored_picture: {
        columns: {
          ...tenant,
          owner_puid: 'bigint',
          picture_id: 'text',
          media_type: 'text',
          content: 'text',
          width: 'integer',
          height: 'integer',
          uploaded_at: 'bigint',
        },
        key: ['district_id', 'owner_puid', 'picture_id'],
        index: { authored_picture_name: ['district_id', 'picture_id'] },
        foreign: { authored_picture_owner: userReference('owner_puid') },
      },
    });
    await db.schema
      .alterTable('authored_quiz')
      .addColumn('card', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await db.schema.alterTable('authored_quiz').addColumn('published_card', 'text').execute();
    const rows = await db.selectFrom('authored_quiz').select(['district_id', 'item_id', 'document', 'published_document']).execute();
    for (const { district_id, item_id, document, published_document } of rows)
      await db
        .updateTable('authored_quiz')
        .set({ card: cardOf(document) as string, published_card: cardOf(published_document) })
        .where('district_id', '=', district_id)
        .where('item_id', '=', item_id)
        .execute();
  },
};
