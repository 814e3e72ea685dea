import type { StudentComment } from '../../../contract/comments.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, iso, lessonResources } from '../../kit/access.ts';

/** Comments on an attempt that its student may read once it is released. */
export const commentsForStudent = (db: Db, result_id: number) =>
  db
    .selectFrom('response_comment as c')
    .where('c.result_id', '=', result_id)
    .where('c.is_for_student', '=', 1)
    .where('c.feedback_text', '<>', '');

/** The text of a comment as it is sent. */
export const textOf = ({
  feedback_text,
  language,
  translation,
}: Pick<Row<'response_comment'>, 'feedback_text' | 'language' | 'translation'>) => ({
  feedback_text,
  language,
  translation: translation ?? '',
});

/** The student's answer to a comment as it is sent; null: none. */
export const answerOf = ({ answer_text, answered_at }: Pick<Row<'response_comment'>, 'answer_text' | 'answered_at'>) =>
  answered_at === null ? null : { answer_text: answer_text ?? '', answer_time: iso(answered_at) };

/** The comments on an attempt by question, oldest first, as its student sees them after the release. */
export async function studentComments(
  db: Db,
  { result_id, lesson_id }: Pick<Row<'attempt'>, 'result_id' | 'lesson_id'>,
): Promise<Map<number, StudentComment[]>> {
  const rows = await commentsForStudent(db, result_id)
    .innerJoin('app_user as u', 'u.user_puid', 'c.user_puid')
    .selectAll('c')
    .select(['u.first_name', 'u.last_name'])
    .orderBy('c.created_at')
    .orderBy('c.comment_id')
    .execute();
  const leads = rows.some(({ place_item_id }) => place_item_id !== null);
  const resources = leads ? await lessonResources(db, [lesson_id]) : [];
  const comments = rows.map((row) => ({
    question_id: row.question_id,
    comment: {
      comment_id: row.comment_id,
      user_name: `${row.first_name} ${row.last_name}`,
      ...textOf(row),
      comment_time: iso(row.created_at),
      is_read: row.read_at !== null,
      place:
        row.place_item_id === null
          ? null
          : {
              place_title: row.place_title ?? '',
              heading: row.place_heading,
              lesson_resource_id: resources.find(({ item_id }) => item_id === row.place_item_id)?.lesson_resource_id ?? null,
            },
      answer: answerOf(row),
    },
  }));
  return new Map([...Map.groupBy(comments, ({ question_id }) => question_id)].map(([id, of]) => [id, of.map(({ comment }) => comment)]));
}
