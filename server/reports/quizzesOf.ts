import { type Db, lessonResources } from '../kit/access.ts';

/** A quiz of an assignment. */
export interface AssignedQuiz {
  quiz_id: number;
  title: string;
  resource_type_id: number;
  item_id: number;
  /** Since removed from the lesson. Students' work in it remains. */
  is_removed: boolean;
}

/** Quizzes of a lesson in order, followed by removed ones in which students of these assignments have worked. */
export async function quizzesOf(
  db: Db,
  { lesson_id, group_assignment_ids }: { lesson_id: number; group_assignment_ids: readonly number[] },
): Promise<AssignedQuiz[]> {
  const inLesson = (await lessonResources(db, [lesson_id])).flatMap(({ quiz_id, title, resource_type_id, item_id }) =>
    quiz_id === null ? [] : [{ quiz_id, title, resource_type_id, item_id, is_removed: false }],
  );
  if (group_assignment_ids.length === 0) return inLesson;
  const known = new Set(inLesson.map(({ quiz_id }) => quiz_id));
  const attempted = (table: 'attempt' | 'earlier_attempt') =>
    db.selectFrom(table).select('quiz_id').where('group_assignment_id', 'in', group_assignment_ids);
  const removed = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['q.quiz_id', 'i.title', 'i.item_type_id as resource_type_id', 'i.item_id'])
    .where('q.quiz_id', 'in', attempted('attempt').union(attempted('earlier_attempt')))
    .orderBy('i.title')
    .orderBy('q.quiz_id')
    .execute();
  return [...inLesson, ...removed.filter(({ quiz_id }) => !known.has(quiz_id)).map((quiz) => ({ ...quiz, is_removed: true }))];
}
