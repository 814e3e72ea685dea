import { hash } from 'node:crypto';
import { isHandedIn } from '../../contract/content.ts';
import { type DataOf, Role } from '../../contract/kit.ts';
import type {
  QuizAnswer,
  QuizPreview,
  QuizResult,
  QuizReview,
  quiz as quizCalls,
  SavedAnswers,
  SequencedAnswer,
  StartedQuiz,
  SubmittedAnswer,
} from '../../contract/quiz.ts';
import { type AttemptState, attemptStates, visibleToStudent } from '../../contract/quizResult.ts';
import { compiled } from '../db/compiled.ts';
import type { Row } from '../db/schema.ts';
import { type Db, iso, isoOrNull, type LessonResource, lessonResources, usableLesson } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { followRelease, releaseCheck, stateAfterHandIn } from '../reports/release.ts';
import { runningAssessment } from './closing.ts';
import {
  assertInOrder,
  finishResource,
  type OpenAssignment,
  openAssignment,
  trackLessonTime,
  trackResourceProgress,
} from './player/tracking.ts';
import { type DatedAttempt, dueDate } from './quiz/lateness.ts';
import {
  forPaper,
  type Layout,
  layOut,
  loadKeys,
  loadQuestions,
  newLayout,
  type StoredQuestion,
  withKey,
  withoutKey,
} from './quiz/questions.ts';
import { quizResult, quizResults, responsesOf, savedOf } from './quiz/results.ts';
import { score } from './quiz/score.ts';

/** States in which a student may review the result question by question. */
const reviewable = attemptStates.filter((state) => visibleToStudent[state].review);

/** Grace period for answers given in time but delayed by the connection, in ms. */
export const graceForAnswers = 120_000;

/** The device submits when the time is up. A submission within this period is not late, in ms. */
export const graceForHandIn = 30_000;

/** `QuizContent.delivery` of a paper quiz. */
const onPaper = 'printable';

const isTimed = (delivery: string) => delivery === 'assessment';
const isOver = (attempt: Row<'attempt'>, now: number) => attempt.ends_at !== null && now > attempt.ends_at + graceForAnswers;

interface Named {
  quiz_id: number;
  lesson_id: number;
  lesson_resource_tracking_id: number;
  group_assignment_id?: number | undefined;
}

/** The assignment and resource in which a student takes a quiz. A tracking id, if given, selects the assignment. */
async function placeOf(named: Named, { ports, user }: UserContext): Promise<{ assignment: OpenAssignment; resource: LessonResource }> {
  const { lesson_id, lesson_resource_tracking_id, group_assignment_id } = named;
  const tracked =
    lesson_resource_tracking_id === 0
      ? undefined
      : await ports.db
          .selectFrom('resource_tracking as rt')
          .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
          .select(['t.group_assignment_id', 'rt.lesson_resource_id'])
          .where('rt.user_puid', '=', user.user_puid)
          .where('rt.resource_tracking_id', '=', lesson_resource_tracking_id)
          .executeTakeFirst();
  if (lesson_resource_tracking_id !== 0 && !tracked) throw notFound('tracking');
  const assignment = await openAssignment(ports, user, {
    lesson_id,
    ...(tracked ? { group_assignment_id: tracked.group_assignment_id } : group_assignment_id === undefined ? {} : { group_assignment_id }),
  });
  return { assignment, resource: await quizResource(ports.db, named, tracked?.lesson_resource_id) };
}

/** The lesson resource that contains the quiz. */
async function quizResource(
  db: Db,
  { lesson_id, quiz_id }: Pick<Named, 'lesson_id' | 'quiz_id'>,
  lesson_resource_id?: number,
): Promise<LessonResource> {
  const resource = (await lessonResources(db, [lesson_id])).find(
    (one) => one.quiz_id === quiz_id && (lesson_resource_id ?? one.lesson_resource_id) === one.lesson_resource_id,
  );
  if (!resource) throw notFound('quiz');
  return resource;
}

async function overview(named: Named & { user_puid: number }, context: UserContext) {
  const { ports, user } = context;
  assertSelf(user, named.user_puid);
  let result: QuizResult | null = null;
  if (user.role === Role.student) {
    const { assignment } = await placeOf(named, context);
    await closeOverdue(context, assignment.group_assignment_id, named.quiz_id);
    const of = { group_assignment_ids: [assignment.group_assignment_id], user_puid: user.user_puid };
    result = (await quizResults(ports.db, of, false)).find((one) => one.quiz_id === named.quiz_id)?.result ?? null;
  } else {
    const lesson = await usableLesson(ports.db, user, named.lesson_id);
    await quizResource(ports.db, { ...named, lesson_id: lesson.lesson_id });
  }
  const row = await ports.db
    .selectFrom('quiz')
    .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
    .select(['quiz.quiz_id', 'quiz.title', 'quiz.intro_html', 'quiz.delivery', 'i.minutes'])
    .where('quiz.quiz_id', '=', named.quiz_id)
    .executeTakeFirst();
  if (!row) throw notFound('quiz');
  const questions = await loadQuestions(ports.db, [named.quiz_id]);
  return {
    quiz_details: {
      quiz_id: row.quiz_id,
      title: row.title,
      intro: row.intro_html,
      question_count: questions.length,
      points: questions.reduce((sum, question) => sum + question.points, 0),
      minutes: row.minutes,
      is_timed: isTimed(row.delivery),
      result,
    },
  };
}

const reopening = compiled((db, named: { district_id: number; user_puid: number; group_assignment_id: number; quiz_id: number }) =>
  db
    .selectFrom('earlier_attempt')
    .select('opens_at')
    .where('user_puid', '=', named.user_puid)
    .where('group_assignment_id', '=', named.group_assignment_id)
    .where('quiz_id', '=', named.quiz_id)
    .orderBy('attempt_no', 'desc')
    .limit(1),
);

/** Throws 403 if the quiz was reassigned from a day that has not come yet. */
async function assertReopened(db: Db, ports: TenantPorts, user: TokenUser, assignment: OpenAssignment, quiz_id: number): Promise<void> {
  const { district_id, user_puid } = user;
  const [earlier] = await reopening(db, { district_id, user_puid, group_assignment_id: assignment.group_assignment_id, quiz_id });
  if (!earlier || earlier.opens_at <= ports.now()) return;
  const opens_at = iso(earlier.opens_at);
  throw refuse('quizNotOpen', { opens: { at: opens_at, time_zone: assignment.time_zone } }, { opens_at });
}

type StoredQuiz = Pick<Row<'quiz'>, 'quiz_id' | 'title'>;

const alreadyHandedIn = (result_id: number) => refuse('quizHandedIn', {}, { result_id });

/** What a student gets to answer. Contains nothing that reveals the key. */
const toAnswer = (quiz: StoredQuiz, questions: readonly StoredQuestion[], layout: Layout): StartedQuiz['quiz_details'] => ({
  quiz_id: quiz.quiz_id,
  title: quiz.title,
  questions: layOut(questions, layout).map(withoutKey),
});

/** An attempt in progress, with its answers so far. */
const startedQuiz = async (
  db: Db,
  attempt: Row<'attempt'>,
  quiz: StoredQuiz,
  questions: readonly StoredQuestion[],
): Promise<StartedQuiz> => ({
  result_id: attempt.result_id,
  start_time: iso(attempt.started_at),
  end_time: isoOrNull(attempt.ends_at),
  quiz_details: toAnswer(quiz, questions, JSON.parse(attempt.layout)),
  responses: (await responsesOf(db, attempt)).map(({ question_id, answer_text, answer_id, time_spent, sequence, is_correct }) => ({
    question_id,
    answer_text,
    answer_id,
    // Only a check marks answers before submission.
    is_correct_answer: is_correct === null ? null : is_correct === 1,
    time_spent,
    sequence,
  })),
});

/** The user's own attempt at a quiz of an assignment. */
const attemptAt = (db: Db, user: TokenUser, group_assignment_id: number, quiz_id: number) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('user_puid', '=', user.user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .where('quiz_id', '=', quiz_id);

/** What `start` would return. Writes nothing and ignores the lesson's order, because the device opens the quiz in its turn. */
async function toKeep({ user_puid, ...named }: Named & { user_puid: number }, context: UserContext): Promise<StartedQuiz> {
  const { ports, user } = context;
  assertSelf(user, user_puid);
  const { assignment } = await placeOf(named, context);
  const quiz = await ports.db
    .selectFrom('quiz')
    .select(['quiz_id', 'title', 'delivery'])
    .where('quiz_id', '=', named.quiz_id)
    .executeTakeFirstOrThrow();
  if (isTimed(quiz.delivery)) throw refuse('quizNeedsConnection');
  await assertReopened(ports.db, ports, user, assignment, named.quiz_id);
  const attempt = await attemptAt(ports.db, user, assignment.group_assignment_id, named.quiz_id).executeTakeFirst();
  const questions = await loadQuestions(ports.db, [named.quiz_id]);
  if (!attempt)
    return {
      result_id: 0,
      start_time: iso(ports.now()),
      end_time: null,
      quiz_details: toAnswer(quiz, questions, newLayout(questions, ports.randomBytes)),
      responses: [],
    };
  if (!visibleToStudent[attempt.state].questions) throw alreadyHandedIn(attempt.result_id);
  return startedQuiz(ports.db, attempt, quiz, questions);
}

/** Starts the student's one attempt at a quiz of an assignment, or resumes it. */
export async function start(
  { was_begun_offline = false, ...named }: Named & { was_begun_offline?: boolean },
  context: UserContext,
): Promise<StartedQuiz> {
  const { ports, user } = context;
  const { assignment, resource } = await placeOf(named, context);
  await closeOverdue(context, assignment.group_assignment_id, named.quiz_id);
  const quiz = await ports.db
    .selectFrom('quiz')
    .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
    .select(['quiz.quiz_id', 'quiz.title', 'quiz.delivery', 'i.minutes'])
    .where('quiz.quiz_id', '=', named.quiz_id)
    .executeTakeFirstOrThrow();
  const questions = await loadQuestions(ports.db, [named.quiz_id]);
  // An offline device relies on its cached state, and its answers are not refused afterwards.
  if (isTimed(quiz.delivery) || !was_begun_offline) await assertInOrder(ports.db, assignment, resource, assignment.tracking_id ?? 0);
  const attempt = await transact(ports.db, async (trx) => {
    const tracking_id = await trackLessonTime(trx, ports, user, assignment, 0);
    const resource_tracking_id = await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds: 0, percentage: 0 });
    await assertReopened(trx, ports, user, assignment, named.quiz_id);
    await trx
      .insertInto('attempt')
      .values({
        district_id: user.district_id,
        result_id: ports.newId(),
        user_puid: user.user_puid,
        quiz_id: named.quiz_id,
        lesson_id: named.lesson_id,
        assignment_id: assignment.assignment_id,
        group_assignment_id: assignment.group_assignment_id,
        resource_tracking_id,
        state: 'started',
        started_at: ports.now(),
        ends_at: isTimed(quiz.delivery) ? ports.now() + quiz.minutes * 60_000 : null,
        submitted_at: null,
        released_at: null,
        time_spent: 0,
        score: null,
        max_score: questions.reduce((sum, question) => sum + question.points, 0),
        receipt: null,
        layout: JSON.stringify({
          ...newLayout(questions, ports.randomBytes),
          ...(isHandedIn(resource.resource_type_id) ? {} : { isCheck: true }),
        } satisfies Layout),
      })
      .onConflict((conflict) => conflict.columns(['district_id', 'user_puid', 'group_assignment_id', 'quiz_id']).doNothing())
      .execute();
    return attemptAt(trx, user, assignment.group_assignment_id, named.quiz_id).executeTakeFirstOrThrow();
  });
  if (!visibleToStudent[attempt.state].questions) throw alreadyHandedIn(attempt.result_id);
  const running = attempt.ends_at === null ? null : await runningAssessment(ports, user, attempt.result_id);
  return {
    ...(await startedQuiz(ports.db, attempt, quiz, questions)),
    ...(running ? { closes_content: running } : {}),
  };
}

/** First 8 hex digits of SHA-256 over the answers as a JSON list of [question_id, answer_id, answer_text], by question id. */
export function receiptOf(answers: readonly Pick<Row<'response'>, 'question_id' | 'answer_id' | 'answer_text'>[]): string {
  const canonical = answers
    .toSorted((a, b) => a.question_id - b.question_id)
    .map(({ question_id, answer_id, answer_text }) => [question_id, answer_id, answer_text]);
  return hash('sha256', JSON.stringify(canonical), 'hex').slice(0, 8);
}

/** Loads the user's own attempt and locks it until the transaction ends, so that a save and a submission cannot interleave. */
const takeAttempt = compiled((db, named: { district_id: number; result_id: number; user_puid: number }) =>
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
      score: number;
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
          time_spent: eb.ref('excluded.time_spent'),
          sequence: eb.ref('excluded.sequence'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      ),
);

export async function submit(
  { result_id, time_spent, quizResponse }: { result_id: number; time_spent: number; quizResponse: SubmittedAnswer[] },
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
    const responses = questions.flatMap((question): Row<'response'>[] => {
      const before = stored.get(question.question_id);
      const handed = given.get(question.question_id);
      // A later answer saved by another device wins.
      const isOlder = handed?.sequence !== undefined && before !== undefined && before.sequence > handed.sequence;
      const answer = isOlder ? before : (handed ?? before);
      if (!answer) return [];
      const { points, is_correct } = score(question.key, question.points, answer);
      return [
        {
          district_id: user.district_id,
          result_id,
          question_id: question.question_id,
          answer_id: answer.answer_id,
          answer_text: answer.answer_text,
          is_correct: is_correct ? 1 : 0,
          points,
          time_spent: answer.time_spent,
          // Never higher than what is stored: a device uses it to tell whether its own answer arrived.
          sequence: Math.max(before?.sequence ?? 0, handed?.sequence ?? 1),
          updated_at: now,
        },
      ];
    });
    const [submitted] = await handIn(trx, {
      district_id,
      result_id,
      state: stateAfterHandIn(responses),
      submitted_at: now,
      is_late: attempt.ends_at !== null && now > attempt.ends_at + graceForHandIn ? 1 : 0,
      // The specification's client always sends 40. The questions' own times are more accurate.
      time_spent: responses.reduce((sum, response) => sum + response.time_spent, 0) || time_spent,
      score: Math.round(responses.reduce((sum, response) => sum + (response.points ?? 0), 0) * 100) / 100,
      receipt: receiptOf(responses),
    });
    if (!submitted) return duplicate(attempt);

    if (responses.length > 0) {
      const column = <K extends keyof (typeof responses)[number]>(name: K) => responses.map((response) => response[name]);
      await storeResponses(trx, {
        district_id,
        result_id,
        now,
        question_ids: column('question_id'),
        answer_ids: column('answer_id'),
        answer_texts: column('answer_text'),
        corrects: column('is_correct'),
        points: column('points'),
        times: column('time_spent'),
        sequences: column('sequence'),
      });
    }
    await finishResource(trx, ports, user.district_id, attempt.resource_tracking_id, attempt.lesson_id);
    const released = layout.isCheck ? await releaseCheck(trx, submitted, now) : await followRelease(trx, submitted, now);
    const settled = { ...released, due_date: submitted.due_date };
    return quizResult(settled, responses, questions.length, visibleToStudent[settled.state].score);
  });
}

/** Submits an overdue attempt with its saved answers if the student did not come back. */
async function closeOverdue(context: UserContext, group_assignment_id: number, quiz_id: number): Promise<void> {
  const { ports, user } = context;
  const attempt = await attemptAt(ports.db, user, group_assignment_id, quiz_id).where('state', '=', 'started').executeTakeFirst();
  if (attempt && isOver(attempt, ports.now())) await submit({ result_id: attempt.result_id, time_spent: 0, quizResponse: [] }, context);
}

/** Saves answers of an attempt in progress. The highest sequence number of a question wins, in whatever order the calls arrive. */
async function save(
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

/** Immediate feedback for an answer. */
function markOf(question: StoredQuestion, answer: QuizAnswer): DataOf<typeof quizCalls.checkAnswer> {
  const { points, is_correct } = score(question.key, question.points, answer);
  const { question_id, points: max_points, explanation_html: explanation } = question;
  return { question_id, is_correct, points, max_points, explanation };
}

/** Marks one answer of a check and stores it with its points until the next try. */
async function check(
  { result_id, answer }: { result_id: number; answer: QuizAnswer },
  { ports, user }: UserContext,
): Promise<DataOf<typeof quizCalls.checkAnswer>> {
  const { district_id, user_puid } = user;
  return transact(ports.db, async (trx) => {
    const [attempt] = await takeAttempt(trx, { district_id, result_id, user_puid });
    if (!attempt) throw notFound('attempt');
    const layout: Layout = JSON.parse(attempt.layout);
    if (!layout.isCheck) throw refuse('scoredAtTheEnd');
    if (attempt.state !== 'started') throw refuse('questionsFinished', {}, { state: attempt.state });
    const question = layOut(await loadQuestions(trx, [attempt.quiz_id]), layout).find((one) => one.question_id === answer.question_id);
    if (!question) throw notFound('question');
    const mark = markOf(question, answer);
    const before = (await responsesOf(trx, attempt)).find((one) => one.question_id === answer.question_id);
    await storeResponses(trx, {
      district_id,
      result_id,
      now: ports.now(),
      question_ids: [answer.question_id],
      answer_ids: [answer.answer_id],
      answer_texts: [answer.answer_text],
      corrects: [mark.is_correct ? 1 : 0],
      points: [mark.points],
      times: [answer.time_spent],
      sequences: [(before?.sequence ?? 0) + 1],
    });
    return mark;
  });
}

/** A released result with its key. Not found for the student before release. */
async function review(
  { user_puid, result_id }: { user_puid: number; result_id: number },
  { ports, user }: UserContext,
): Promise<QuizReview> {
  assertSelf(user, user_puid);
  const attempt = await ports.db
    .selectFrom('attempt')
    .selectAll()
    .select(dueDate.as('due_date'))
    .where('result_id', '=', result_id)
    .where('user_puid', '=', user.user_puid)
    .where('state', 'in', reviewable)
    .executeTakeFirst();
  if (!attempt) throw notFound('releasedResult');
  const questions = layOut(await loadQuestions(ports.db, [attempt.quiz_id]), JSON.parse(attempt.layout));
  const responses = await responsesOf(ports.db, attempt);
  const byQuestion = new Map(responses.map((response) => [response.question_id, response]));
  return {
    result: quizResult(attempt, responses, questions.length, true),
    questions: questions.map((question) => {
      const response = byQuestion.get(question.question_id);
      return {
        question: withKey(question),
        response: response
          ? {
              answer_text: response.answer_text,
              answer_id: response.answer_id,
              is_correct: response.is_correct === null ? null : response.is_correct === 1,
              points: response.points,
            }
          : null,
      };
    }),
  };
}

/** A quiz for staff to try out, with the key and the marks for their answers. Read-only; creates no attempt. */
async function preview(
  { user_puid, lesson_id, quiz_id, answers }: { user_puid: number; lesson_id: number; quiz_id: number; answers: readonly QuizAnswer[] },
  { ports, user }: UserContext,
): Promise<QuizPreview> {
  assertSelf(user, user_puid);
  const { db } = ports;
  if (lesson_id !== 0) {
    await usableLesson(db, user, lesson_id);
    await quizResource(db, { lesson_id, quiz_id });
  }
  const row = await db
    .selectFrom('quiz')
    .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
    .select(['quiz.quiz_id', 'quiz.title', 'quiz.intro_html as intro', 'quiz.delivery', 'i.minutes', 'i.standards'])
    .where('quiz.quiz_id', '=', quiz_id)
    .executeTakeFirst();
  if (!row) throw notFound('quiz');
  const stored = await loadQuestions(db, [quiz_id]);
  const { delivery, standards, ...shown } = row;
  const laidOut = delivery === onPaper ? stored.map(forPaper) : layOut(stored, newLayout(stored, ports.randomBytes));
  return {
    ...shown,
    is_timed: isTimed(delivery),
    standards: JSON.parse(standards),
    questions: laidOut.map(withKey),
    marks: answers.map((answer) => {
      const question = stored.find((one) => one.question_id === answer.question_id);
      if (!question) throw notFound('question');
      return markOf(question, answer);
    }),
  };
}

export const quiz: HandlersOf<typeof quizCalls> = {
  quizDetails: ({ query }, context) => overview(query, context),
  assessmentOverview: ({ query: { assessment_id, ...query } }, context) => overview({ ...query, quiz_id: assessment_id }, context),
  startQuiz: ({ body }, context) => start(body, context),
  startAssessment: ({ body: { assessment_id, ...body } }, context) => start({ ...body, quiz_id: assessment_id }, context),
  quizToKeep: ({ query }, context) => toKeep(query, context),
  saveAnswers: ({ body }, context) => save(body, context),
  checkAnswer: ({ body }, context) => check(body, context),
  quizReview: ({ query }, context) => review(query, context),
  previewQuiz: ({ body }, context) => preview(body, context),
  submitQuiz: ({ body }, context) => submit(body, context),
  submitAssessment: ({ body }, context) => submit(body, context),
};
