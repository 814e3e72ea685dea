import { isHandedIn } from '../../../contract/content.ts';
import type { StartedQuiz } from '../../../contract/quiz.ts';
import { visibleToStudent } from '../../../contract/quizResult.ts';
import { compiled } from '../../db/compiled.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, iso, isoOrNull } from '../../kit/access.ts';
import { assertSelf, refuse, type UserContext } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { lockVersion } from '../authoring/versions.ts';
import { runningAssessment } from '../closing.ts';
import { assertInOrder, type OpenAssignment, trackLessonTime, trackResourceProgress } from '../player/tracking.ts';
import { seedFor } from './drawing.ts';
import { withPictures } from './pictures.ts';
import { isTimed, type Named, placeOf, quizOf } from './place.ts';
import { type Layout, layOut, loadQuestions, newestOf, newLayout, type StoredQuestion, withoutKey } from './questions.ts';
import { textTerms } from './questionTerms.ts';
import { responsesOf } from './results.ts';
import { attemptAt, closeOverdue } from './submit.ts';

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

type StoredQuiz = Pick<Row<'quiz'>, 'quiz_id' | 'title' | 'delivery'>;
type Whose = Pick<Row<'attempt'>, 'district_id' | 'user_puid' | 'group_assignment_id'>;

const alreadyHandedIn = (result_id: number) => refuse('quizHandedIn', {}, { result_id });

/** What a student gets to answer. Contains nothing that reveals the key. */
async function toAnswer(
  db: Db,
  { quiz_id, title, delivery }: StoredQuiz,
  { district_id, user_puid, group_assignment_id }: Whose,
  questions: readonly StoredQuestion[],
  layout: Layout,
): Promise<StartedQuiz['quiz_details']> {
  const termsOf = await textTerms(db, { district_id, user_puid, group_assignment_id, quiz_id, isTimed: isTimed(delivery) });
  const laidOut = layOut(questions, layout);
  const terms = laidOut.map(termsOf);
  const asked = await withPictures(db, laidOut);
  return { quiz_id, title, questions: asked.map((question, at) => ({ ...withoutKey(question), ...terms[at] })) };
}

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
  quiz_details: await toAnswer(db, quiz, attempt, questions, JSON.parse(attempt.layout)),
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

/** What `start` would return. Writes nothing and ignores the lesson's order, because the device opens the quiz in its turn. */
export async function toKeep({ user_puid, ...named }: Named & { user_puid: number }, context: UserContext): Promise<StartedQuiz> {
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
  if (!attempt) {
    const whose = { ...user, ...assignment };
    const seed = await seedFor(questions, ports.db, { ...whose, quiz_id: named.quiz_id });
    return {
      result_id: 0,
      start_time: iso(ports.now()),
      end_time: null,
      quiz_details: await toAnswer(ports.db, quiz, whose, questions, newLayout(questions, ports.randomBytes, seed)),
      responses: [],
    };
  }
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
  const quiz = await quizOf(ports.db, named.quiz_id);
  // A user's own quiz is read below, once its version is locked.
  let questions = quiz.owner_puid === null ? await loadQuestions(ports.db, [named.quiz_id]) : [];
  // An offline device relies on its cached state, and its answers are not refused afterwards.
  if (isTimed(quiz.delivery) || !was_begun_offline) await assertInOrder(ports.db, assignment, resource, assignment.tracking_id ?? 0);
  const attempt = await transact(ports.db, async (trx) => {
    const tracking_id = await trackLessonTime(trx, ports, user, assignment, 0);
    const resource_tracking_id = await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds: 0, percentage: 0 });
    await assertReopened(trx, ports, user, assignment, named.quiz_id);
    if (quiz.owner_puid !== null) {
      await lockVersion(trx, named.quiz_id);
      questions = await loadQuestions(trx, [named.quiz_id]);
    }
    const seed = await seedFor(questions, trx, { ...user, ...assignment, quiz_id: named.quiz_id });
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
        max_score: newestOf(questions).reduce((sum, question) => sum + question.points, 0),
        receipt: null,
        layout: JSON.stringify({
          ...newLayout(questions, ports.randomBytes, seed),
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
