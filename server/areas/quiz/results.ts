import { type QuizResult, visibleToStudent } from '../../../contract/quizResult.ts';
import { compiled } from '../../db/compiled.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import { type DatedAttempt, dueDate, isPastDue } from './lateness.ts';
import { isAnswered } from './score.ts';

/** Sequence numbers of the stored answers, by question id. A submission and its retry return the same list. */
export const savedOf = (responses: readonly Pick<Row<'response'>, 'question_id' | 'sequence'>[]) =>
  responses.map(({ question_id, sequence }) => ({ question_id, sequence })).toSorted((a, b) => a.question_id - b.question_id);

/** An attempt as the contract's quiz result. The score is omitted unless the reader may see it. */
export const quizResult = (
  attempt: DatedAttempt,
  responses: readonly Pick<Row<'response'>, 'question_id' | 'answer_id' | 'answer_text' | 'sequence'>[],
  questions: number,
  showScore: boolean,
  duplicate = false,
): QuizResult => ({
  result_id: attempt.result_id,
  state: attempt.state,
  submitted_at: isoOrNull(attempt.submitted_at),
  answered: responses.filter(isAnswered).length,
  questions,
  receipt: attempt.receipt,
  saved: savedOf(responses),
  score: showScore ? attempt.score : null,
  max_score: showScore && attempt.score !== null ? attempt.max_score : null,
  duplicate,
  is_late: attempt.is_late === 1,
  is_past_due: isPastDue(attempt, attempt.due_date),
});

/** A student's results in assignments. Students see scores of released ones only; staff see all submitted ones. */
export async function quizResults(
  db: Db,
  of: { group_assignment_ids: readonly number[]; user_puid: number },
  staff: boolean,
): Promise<{ quiz_id: number; result: QuizResult }[]> {
  const attempts = await db
    .selectFrom('attempt')
    .selectAll()
    .select(dueDate.as('due_date'))
    .where('user_puid', '=', of.user_puid)
    .where('group_assignment_id', 'in', of.group_assignment_ids)
    .orderBy('started_at', 'desc')
    .orderBy('result_id', 'desc')
    .execute();
  return Promise.all(
    attempts.map(async (attempt) => ({
      quiz_id: attempt.quiz_id,
      result: quizResult(
        attempt,
        await responsesOf(db, attempt),
        JSON.parse(attempt.layout).questions.length,
        staff || visibleToStudent[attempt.state].score,
      ),
    })),
  );
}

const storedResponses = compiled((db, named: { district_id: number; result_id: number }) =>
  db.selectFrom('response').selectAll().where('result_id', '=', named.result_id).orderBy('question_id'),
);

/** Stored answers of an attempt, ordered by question id. */
export const responsesOf = (db: Db, { district_id, result_id }: Pick<Row<'attempt'>, 'district_id' | 'result_id'>) =>
  storedResponses(db, { district_id, result_id });
