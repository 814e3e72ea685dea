import { type Layout, layOut, type StoredQuestion } from '../areas/quiz/questions.ts';
import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';

/** The attempt that counts, with the code of its item; undefined if it was reassigned. */
export const providedAttempt = (db: Db, result_id: number): Promise<(Row<'attempt'> & { code: string }) | undefined> =>
  db
    .selectFrom('attempt as a')
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .selectAll('a')
    .select('i.code')
    .where('a.result_id', '=', result_id)
    .executeTakeFirst();

/** The code of a quiz, by which the provider knows it; undefined for a teacher's own. */
export const codeOf = async (db: Db, quiz_id: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select('i.code')
    .where('q.quiz_id', '=', quiz_id)
    .executeTakeFirst();
  return row?.code;
};

/** The questions of an attempt in the student's order, with those that the teacher has dropped since. */
export function attemptQuestions(questions: readonly StoredQuestion[], attempt: Pick<Row<'attempt'>, 'layout'>): StoredQuestion[] {
  const layout: Layout = JSON.parse(attempt.layout);
  return layOut(questions, { ...layout, questions: layout.shown ?? layout.questions });
}
