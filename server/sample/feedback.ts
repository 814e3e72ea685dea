import { ResourceType } from '../../contract/content.ts';
import { placesOf } from '../areas/autograde/comments.ts';
import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { hour } from './schoolYear.ts';

/** A comment on the newest released quiz of a student, and what the student answered. */
const comments: readonly {
  student: string;
  text: string;
  translation?: string;
  language: 'en' | 'es';
  isPlaced?: true;
  /** On the student's best answer, not on the worst. */
  isOnBest?: true;
  answer?: string;
}[] = [
  {
    ...{ student: 'maya', language: 'en', isPlaced: true },
    text: 'Close. Say what changes, and what stays the same.',
    translation: 'Casi. Di qué cambia y qué se mantiene igual.',
  },
  { student: 'maya', language: 'es', isOnBest: true, text: 'Muy bien. ¿Cómo lo comprobarías con un experimento?' },
  {
    ...{ student: 'leo', language: 'en', isPlaced: true },
    text: 'Look at this again. Which word from the reading names it?',
    translation: 'Revisa esta otra vez. ¿Qué palabra de la lectura la nombra?',
    answer: 'I mixed up two words. I will read that part again.',
  },
];

/** Comments that are worth a look: unread ones with a place to read again, one in Spanish, and one that a student has answered. */
export async function makeFeedback({ db, newId, now }: TenantPorts, district_id: number): Promise<void> {
  const rows: NewRow<'response_comment'>[] = [];
  for (const [student, of] of Map.groupBy(comments, (comment) => comment.student)) {
    const attempt = await db
      .selectFrom('attempt as a')
      .innerJoin('app_user as u', 'u.user_puid', 'a.user_puid')
      .innerJoin('assignment as s', 's.assignment_id', 'a.assignment_id')
      .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['a.result_id', 'a.lesson_id', 'a.released_at', 's.assigned_by_puid'])
      .where('u.user_key', '=', student)
      .where('a.state', '=', 'released')
      .where('i.item_type_id', 'in', [ResourceType.quiz, ResourceType.assessment])
      .orderBy('a.released_at', 'desc')
      .orderBy('a.result_id')
      .executeTakeFirst();
    if (!attempt) continue;
    const { result_id, lesson_id, assigned_by_puid, released_at } = attempt;
    const answers = await db
      .selectFrom('response')
      .select('question_id')
      .where('result_id', '=', result_id)
      .orderBy('points')
      .orderBy('question_id')
      .execute();
    const places = await placesOf(db, lesson_id);
    const place = places.find(({ headings }) => headings.length > 0) ?? places[0];
    for (const [at, { text, translation = null, language, isPlaced, isOnBest, answer }] of of.entries()) {
      const question_id = answers.at(isOnBest ? -1 : at)?.question_id;
      if (question_id === undefined) continue;
      const answered_at = answer === undefined ? null : now() - hour;
      rows.push({
        ...{ district_id, comment_id: newId(), result_id, question_id, user_puid: assigned_by_puid, score: null },
        ...{ feedback_text: text, language, translation, is_for_student: 1, created_at: (released_at ?? now()) - hour },
        place_item_id: (isPlaced && place?.item_id) ?? null,
        place_title: (isPlaced && place?.title) ?? null,
        place_heading: (isPlaced && place?.headings[0]) ?? null,
        ...{ answer_text: answer ?? null, answered_at, read_at: answered_at },
      });
    }
  }
  await insertAll(db, 'response_comment', rows);
}
