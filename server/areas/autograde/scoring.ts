import type { autograde, GradedResponse } from '../../../contract/autograde.ts';
import type { BodyOf } from '../../../contract/kit.ts';
import { pointsState, responseStep } from '../../../src/machines/autograde/responseSteps.ts';
import { releaseStep } from '../../../src/machines/reports/releaseSteps.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { auditForClasses } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { refuse, type UserContext } from '../../kit/handler.ts';
import type { StoredQuestion } from '../quiz/questions.ts';
import { totalOf } from '../quiz/score.ts';
import { inParts } from './inParts.ts';
import { attemptsInScope, hasAnswer } from './inScope.ts';
import { gradesOf } from './responses.ts';

/** The columns of a comment's words. */
type Comment = Pick<
  NewRow<'response_comment'>,
  'feedback_text' | 'is_for_student' | 'language' | 'translation' | 'place_item_id' | 'place_title' | 'place_heading'
>;

const other = { en: 'es', es: 'en' } as const;

/** A comment for the student out of a request: one of two texts is enough. A place without words is dropped. */
export function commentOf(body: BodyOf<typeof autograde.scoreResponses | typeof autograde.submitUserFeedback>): Comment {
  const { user_feedback, feedback_language, feedback_translation, place } = body;
  const [feedback_text, translation] = user_feedback === '' ? [feedback_translation, ''] : [user_feedback, feedback_translation];
  if (feedback_text === '') return { feedback_text };
  return {
    feedback_text,
    is_for_student: 1,
    language: user_feedback === '' && feedback_language ? other[feedback_language] : feedback_language,
    translation: translation === '' ? null : translation,
    place_item_id: place?.item_id ?? null,
    place_title: place?.place_title ?? null,
    place_heading: place?.heading ?? null,
  };
}

/** One decision on answers to a question. */
export interface Decision {
  quiz_id: number;
  question: StoredQuestion;
  /** null: only a comment. */
  score: number | null;
  /** Empty words: only a score. */
  comment: Comment;
  grading_key: string | null;
  /** `seen_grade_id`: the score that the teacher knew; undefined: any may be replaced. */
  responses: readonly { result_id: number; seen_grade_id: number | null | undefined }[];
}

export function assertScore({ points }: StoredQuestion, score: number | null, field: string): void {
  if (score !== null && score > points)
    throw refuse('scoreTooHigh', { most: points }, { fields: [fieldReason(field, 'tooLarge', { most: points })] });
}

/** Locks attempts until the transaction ends, in one order, so that two teachers seldom block each other (and are retried if they do). */
export const lockAttempts = (trx: Db, result_ids: readonly number[]): Promise<Row<'attempt'>[]> =>
  inParts(
    result_ids.toSorted((a, b) => a - b),
    (some) =>
      trx
        .updateTable('attempt')
        .set(({ ref }) => ({ state: ref('state') }))
        .where('result_id', 'in', some)
        .returningAll()
        .execute(),
  );

/** Moves the totals of attempts with their answers, and attempts to graded once all their answers have points. A release is not touched. */
async function addUp(trx: Db, attempts: readonly Pick<Row<'attempt'>, 'result_id' | 'state'>[]): Promise<void> {
  const ids = attempts.map(({ result_id }) => result_id);
  const answers = await trx
    .selectFrom('response')
    .select(['result_id', 'points'])
    .where('result_id', 'in', ids)
    .where('is_dropped', '=', 0)
    .execute();
  const byAttempt = Map.groupBy(answers, ({ result_id }) => result_id);
  const totals = attempts.map(({ result_id, state }) => {
    const own = byAttempt.get(result_id) ?? [];
    const isScored = own.every(({ points }) => points !== null);
    return { result_id, score: totalOf(own), state: (isScored ? releaseStep(state, 'work.graded') : undefined) ?? state };
  });
  for (const same of Map.groupBy(totals, ({ score, state }) => `${score} ${state}`).values()) {
    const [{ score, state }] = same as [(typeof totals)[number]];
    await trx
      .updateTable('attempt')
      .set({ score, state })
      .where(
        'result_id',
        'in',
        same.map(({ result_id }) => result_id),
      )
      .execute();
  }
}

/** Applies a decision in an open transaction. What somebody else has scored since, or what is out of reach, is left as it is. */
export async function decide(trx: Db, { ports, user }: UserContext, decision: Decision): Promise<GradedResponse[]> {
  const { question, score, comment, grading_key } = decision;
  const { question_id } = question;
  const wanted = decision.responses.map(({ result_id }) => result_id);
  const inScope = await attemptsInScope(trx, user)
    .select('a.result_id')
    .where('a.quiz_id', '=', decision.quiz_id)
    .where('a.result_id', 'in', wanted)
    .execute();
  const attempts = new Map(
    (
      await lockAttempts(
        trx,
        inScope.map(({ result_id }) => result_id),
      )
    ).map((one) => [one.result_id, one]),
  );
  const responses = new Map(
    (await trx.selectFrom('response').selectAll().where('question_id', '=', question_id).where('result_id', 'in', wanted).execute()).map(
      (response) => [response.result_id, response],
    ),
  );
  const before = await gradesOf(trx, wanted, [question_id]);
  const done = new Set(
    grading_key === null
      ? []
      : (
          await trx
            .selectFrom('response_comment')
            .select('result_id')
            .where('result_id', 'in', wanted)
            .where('question_id', '=', question_id)
            .where('grading_key', '=', grading_key)
            .execute()
        ).map(({ result_id }) => result_id),
  );
  const outcomes = new Map<number, GradedResponse['outcome']>();
  const scored: Row<'attempt'>[] = [];
  for (const { result_id, seen_grade_id } of decision.responses) {
    if (outcomes.has(result_id)) continue;
    const attempt = attempts.get(result_id);
    const response = responses.get(result_id);
    const { grade } = before(result_id, question_id);
    const state = response && pointsState({ ...response, isAnswered: hasAnswer(response), isGraded: grade !== null, isFull: false });
    if (!attempt || !state || !responseStep(state, 'person.scored')) {
      outcomes.set(result_id, 'gone');
      continue;
    }
    const isTaken =
      score !== null &&
      seen_grade_id !== undefined &&
      grade !== null &&
      grade.user_puid !== user.user_puid &&
      grade.grade_id !== seen_grade_id;
    outcomes.set(result_id, isTaken && !done.has(result_id) ? 'taken' : 'scored');
    if (!isTaken && !done.has(result_id)) scored.push(attempt);
  }
  const ids = scored.map(({ result_id }) => result_id);
  const created_at = ports.now();
  await insertAll(
    trx,
    'response_comment',
    ids.map((result_id) => ({
      ...{ district_id: user.district_id, comment_id: ports.newId(), result_id, question_id, user_puid: user.user_puid },
      ...{ ...comment, score, created_at, grading_key },
    })),
  );
  if (score !== null && ids.length > 0) {
    await trx
      .updateTable('response')
      .set({ points: score, is_correct: score === question.points ? 1 : 0, scored_by: 'person' })
      .where('result_id', 'in', ids)
      .where('question_id', '=', question_id)
      .execute();
    await addUp(trx, scored);
  }
  await auditForClasses(ports, trx, user, scored, { action: 'work.score', detail: { after: { points: score } } });
  const after = await gradesOf(trx, wanted, [question_id]);
  return decision.responses.map(({ result_id }) => {
    const outcome = outcomes.get(result_id) ?? 'gone';
    const { grade, comment_count } = after(result_id, question_id);
    return outcome === 'gone'
      ? { result_id, outcome, points: null, grade: null, comment_count: 0 }
      : { result_id, outcome, points: grade ? grade.score : (responses.get(result_id)?.points ?? null), grade, comment_count };
  });
}
