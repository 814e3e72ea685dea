import { hash } from 'node:crypto';
import type { QuizResult, SavedAnswers, SequencedAnswer, SubmittedAnswer } from '../../../contract/quiz.ts';
import { type AttemptState, visibleToStudent } from '../../../contract/quizResult.ts';
import type { ScoredBy } from '../../../contract/scoring.ts';
import { compiled } from '../../db/compiled.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import { recordUse } from '../../kit/dailyUse.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { followRelease, handedIn, releaseCheck, stateAfterHandIn } from '../../reports/release.ts';
import { finishResource } from '../player/tracking.ts';
import { type DatedAttempt, dueDate } from './lateness.ts';
import { type Layout, loadKeys } from './questions.ts';
import { quizResult, responsesOf, savedOf } from './results.ts';
import { totalOf } from './score.ts';
import { scorerIn, scoringOfAttempt, withoutDropped } from './settings.ts';

/** Grace period for answers given in time but delayed by the connection, in ms. */
export const graceForAnswers = 120_000;

/** The device submits when the time is up. A submission within this period is not late, in ms. */
export const graceForHandIn = 30_000;

const isOver = (attempt: Row<'attempt'>, now: number) => attempt.ends_at !== null && now > attempt.ends_at + graceForAnswers;

/** The user's own attempt at a quiz of an assignment. */
export const attemptAt = (db: Db, user: TokenUser, group_assignment_id: number, quiz_id: number) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('user_puid', '=', user.user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .where('quiz_id', '=', quiz_id);

/** First 8 hex digits of SHA-256 over the answers as a JSON list of [question_id, answer_id, answer_text], by question id. */
export function receiptOf(answers: readonly Pick<Row<'response'>, 'question_id' | 'answer_id' | 'answer_text'>[]): string {
  const canonical = answers
    .toSorted((a, b) => a.question_id - b.question_id)
    .map(({ question_id, answer_id, answer_text }) => [question_id, answer_id, answer_text]);
  return hash('sha256', JSON.stringify(canonical), 'hex').slice(0, 8);
}

/** Loads the user's own attempt and locks it until the transaction ends, so that a save and a submission cannot interleave. */
export const takeAttempt = compiled((db, named: { district_id: number; result_id: number; user_puid: number }) =>
  db
    .updateTable('attempt')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('result_id', '=', named.result_id)
    .where('user_puid', '=', named.user_puid)
    .returningAll()
    .returning(dueDate.as('due_date')),
);

const handIn = compiled(
  (
    db,
    {
      district_id,
      result_id,
      ...result
    }: {
      district_id: number;
      result_id: number;
      state: AttemptState;
      submitted_at: number;
      is_late: 0 | 1;
      time_spent: number;
      score: number | null;
      max_score: number;
      layout: string;
      receipt: string;
    },
  ) =>
    db
      .updateTable('attempt')
      .set(result)
      .where('result_id', '=', result_id)
      .where('state', '=', 'started')
      .returningAll()
      .returning(dueDate.as('due_date')),
);

/** Upserts scored responses, passed column by column. */
const storeResponses = compiled(
  (
    db,
    named: {
      district_id: number;
      result_id: number;
      now: number;
      question_ids: readonly number[];
      answer_ids: readonly (number | null)[];
      answer_texts: readonly string[];
      corrects: readonly (number | null)[];
      points: readonly (number | null)[];
      scored_bys: readonly ScoredBy[];
      dropped: readonly number[];
      times: readonly number[];
      sequences: readonly number[];
    },
  ) =>
    db
      .insertInto('response')
      .values(
        named.question_ids.map((question_id, index) => ({
          district_id: named.district_id,
          result_id: named.result_id,
          question_id,
          answer_id: named.answer_ids[index] as number | null,
          answer_text: named.answer_texts[index] as string,
          is_correct: named.corrects[index] as number | null,
          points: named.points[index] as number | null,
          scored_by: named.scored_bys[index] as ScoredBy,
          is_dropped: named.dropped[index] as number,
          time_spent: named.times[index] as number,
          sequence: named.sequences[index] as number,
          updated_at: named.now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['district_id', 'result_id', 'question_id']).doUpdateSet((eb) => ({
          answer_id: eb.ref('excluded.answer_id'),
          answer_text: eb.ref('excluded.answer_text'),
          is_correct: eb.ref('excluded.is_correct'),
          points: eb.ref('excluded.points'),
          scored_by: eb.ref('excluded.scored_by'),
          is_dropped: eb.ref('excluded.is_dropped'),
          time_spent: eb.ref('excluded.time_spent'),
          sequence: eb.ref('excluded.sequence'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      ),
);

/** Stores the scored responses of an attempt, in place of those that it has. */
export async function storeScored(
  trx: Db,
  named: { district_id: number; result_id: number; now: number },
  responses: readonly Row<'response'>[],
): Promise<void> {
  if (responses.length === 0) return;
  const column = <K extends keyof Row<'response'>>(name: K) => responses.map((response) => response[name]);
  await storeResponses(trx, {
    ...named,
    question_ids: column('question_id'),
    answer_ids: column('answer_id'),
    answer_texts: column('answer_text'),
    corrects: column('is_correct'),
    points: column('points'),
    scored_bys: column('scored_by'),
    dropped: column('is_dropped'),
    times: column('time_spent'),
    sequences: column('sequence'),
  });
}

/** Submits an attempt, and scores it unless the provider does (`isScoredElsewhere`). A repeat returns the first result. */
export async function submit(
  {
    result_id,
    time_spent,
    quizResponse,
    isScoredElsewhere = false,
  }: { result_id: number; time_spent: number; quizResponse: SubmittedAnswer[]; isScoredElsewhere?: boolean },
  { ports, user }: UserContext,
): Promise<QuizResult> {
  return transact(ports.db, async (trx) => {
    const { district_id, user_puid } = user;
    const [attempt] = await takeAttempt(trx, { district_id, result_id, user_puid });
    if (!attempt) throw notFound('attempt');
    const layout: Layout = JSON.parse(attempt.layout);
    const questions = await loadKeys(trx, attempt.quiz_id, layout);
    const duplicate = async (first: DatedAttempt) =>
      quizResult(first, await responsesOf(trx, first), questions.length, visibleToStudent[first.state].score, true);
    if (attempt.state !== 'started') return duplicate(attempt);

    const now = ports.now();
    // After the grace period only answers saved in time count.
    const isTooLate = isOver(attempt, now);
    const stored = new Map((await responsesOf(trx, attempt)).map((response) => [response.question_id, response]));
    const given = new Map((isTooLate ? [] : quizResponse).map((answer) => [answer.question_id, answer]));
    const scoringOf = await scoringOfAttempt(trx, attempt);
    const responses = questions.flatMap((question): Row<'response'>[] => {
      const before = stored.get(question.question_id);
      const handed = given.get(question.question_id);
      // A later answer saved by another device wins.
      const isOlder = handed?.sequence !== undefined && before !== undefined && before.sequence > handed.sequence;
      const answer = isOlder ? before : (handed ?? before);
      const scoring = scoringOf(question.question_id);
      // Full points for all are given without an answer, too.
      if (!answer && scoring.settings.outcome !== 'full') return [];
      const { points, is_correct, scored_by, is_dropped } = scorerIn(question, scoring)(answer ?? null);
      return [
        {
          district_id: user.district_id,
          result_id,
          question_id: question.question_id,
          answer_id: answer?.answer_id ?? null,
          answer_text: answer?.answer_text ?? '',
          is_correct: is_correct === null ? null : Number(is_correct),
          points,
          scored_by,
          is_dropped: Number(is_dropped),
          time_spent: answer?.time_spent ?? 0,
          // Never higher than what is stored: a device uses it to tell whether its own answer arrived.
          sequence: Math.max(before?.sequence ?? 0, handed?.sequence ?? 1),
          updated_at: now,
        },
      ];
    });
    const dropped = new Set(
      questions.filter(({ question_id }) => scoringOf(question_id).settings.outcome === 'dropped').map(({ question_id }) => question_id),
    );
    const counted = responses.filter(({ is_dropped }) => is_dropped === 0);
    const [submitted] = await handIn(trx, {
      district_id,
      result_id,
      state: isScoredElsewhere ? handedIn : stateAfterHandIn(counted),
      submitted_at: now,
      is_late: attempt.ends_at !== null && now > attempt.ends_at + graceForHandIn ? 1 : 0,
      // The specification's client always sends 40. The questions' own times are more accurate.
      time_spent: responses.reduce((sum, response) => sum + response.time_spent, 0) || time_spent,
      score: isScoredElsewhere ? null : totalOf(counted),
      ...(dropped.size === 0
        ? { max_score: attempt.max_score, layout: attempt.layout }
        : {
            max_score: questions.reduce((sum, { question_id, points }) => sum + (dropped.has(question_id) ? 0 : points), 0),
            layout: JSON.stringify(withoutDropped(layout, dropped)),
          }),
      receipt: receiptOf(responses),
    });
    if (!submitted) return duplicate(attempt);
    await recordUse(trx, ports, user_puid, { quizzes: 1 });

    await storeScored(trx, { district_id, result_id, now }, responses);
    await finishResource(trx, ports, user.district_id, attempt.resource_tracking_id, attempt.lesson_id);
    const released = layout.isCheck ? await releaseCheck(trx, submitted, now) : await followRelease(trx, submitted, now);
    const settled = { ...released, due_date: submitted.due_date };
    return quizResult(settled, responses, questions.length, visibleToStudent[settled.state].score);
  });
}

/** Submits an overdue attempt with its saved answers if the student did not come back. */
export async function closeOverdue(context: UserContext, group_assignment_id: number, quiz_id: number): Promise<void> {
  const { ports, user } = context;
  const attempt = await attemptAt(ports.db, user, group_assignment_id, quiz_id).where('state', '=', 'started').executeTakeFirst();
  if (attempt && isOver(attempt, ports.now())) await submit({ result_id: attempt.result_id, time_spent: 0, quizResponse: [] }, context);
}

/** Saves answers of an attempt in progress. The highest sequence number of a question wins, in whatever order the calls arrive. */
export async function save(
  { result_id, answers }: { result_id: number; answers: SequencedAnswer[] },
  { ports, user }: UserContext,
): Promise<SavedAnswers> {
  return transact(ports.db, async (trx) => {
    const [attempt] = await takeAttempt(trx, { district_id: user.district_id, result_id, user_puid: user.user_puid });
    if (!attempt) throw notFound('attempt');
    const now = ports.now();
    if (attempt.state !== 'started') throw refuse('answersClosed', {}, { state: attempt.state });
    const { ends_at } = attempt;
    const inTime = ends_at === null || now <= ends_at ? answers : answers.filter(({ given_at }) => Date.parse(given_at) <= ends_at);
    if (isOver(attempt, now) || inTime.length === 0) throw refuse('quizTimeOver', {}, { state: 'over' });
    const known = new Set<number>(JSON.parse(attempt.layout).questions);
    const rows = inTime
      .filter(({ question_id }) => known.has(question_id))
      .map(({ question_id, answer_id, answer_text, time_spent, sequence }) => ({
        district_id: user.district_id,
        result_id,
        question_id,
        answer_id,
        answer_text,
        is_correct: null,
        points: null,
        time_spent,
        sequence,
        updated_at: now,
      }));
    // One row per question in a statement: the newest of this call.
    const newest = new Map(rows.toSorted((a, b) => a.sequence - b.sequence).map((row) => [row.question_id, row]));
    if (newest.size === 0) throw notFound('question');
    await trx
      .insertInto('response')
      .values([...newest.values()])
      .onConflict((conflict) =>
        conflict
          .columns(['district_id', 'result_id', 'question_id'])
          .doUpdateSet((eb) => ({
            answer_id: eb.ref('excluded.answer_id'),
            answer_text: eb.ref('excluded.answer_text'),
            time_spent: eb.ref('excluded.time_spent'),
            sequence: eb.ref('excluded.sequence'),
            updated_at: eb.ref('excluded.updated_at'),
          }))
          .whereRef('response.sequence', '<', 'excluded.sequence'),
      )
      .execute();
    return { saved: savedOf(await responsesOf(trx, attempt)), end_time: isoOrNull(ends_at) };
  });
}
