import type { reports as reportCalls, StudentAnswers } from '../../../contract/reports.ts';
import type { ScoreReason } from '../../../contract/scoring.ts';
import type { Row } from '../../db/schema.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { quizzesOf } from '../../reports/quizzesOf.ts';
import { studentResults, visibleAssignment, withCounts } from '../assignments.ts';
import { withNumbers } from '../quiz/drawing.ts';
import { explainer } from '../quiz/explain.ts';
import { isPastDue } from '../quiz/lateness.ts';
import { withPictures } from '../quiz/pictures.ts';
import { type Layout, layOut, newestOf, questionsByQuiz, withKey } from '../quiz/questions.ts';
import { courseScoring, questionIn, scoringOfClasses } from '../quiz/settings.ts';

const plainResponse = (
  response: Row<'response'>,
  reasons: ScoreReason[],
): StudentAnswers['quizzes'][number]['attempts'][number]['responses'][number] => ({
  question_id: response.question_id,
  answer_text: response.answer_text,
  answer_id: response.answer_id,
  is_correct: response.is_correct === null ? null : response.is_correct === 1,
  points: response.points,
  time_spent: response.time_spent,
  reasons,
});

/** One student's answers in an assignment with key, comments, times and earlier attempts. */
export const studentAnswers: HandlersOf<typeof reportCalls>['studentAnswers'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const row = await visibleAssignment(db, user, query.group_assignment_id);
  const { group_assignment_id } = row;
  const [assignment] = await withCounts(db, [row]);
  const student = (await studentResults(db, row)).find(({ user_puid }) => user_puid === query.student_puid);
  if (!student || !assignment) throw notFound('student');
  const { user_puid } = student;
  const earlier = await db
    .selectFrom('earlier_attempt')
    .selectAll()
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .orderBy('attempt_no')
    .execute();
  const current = await db
    .selectFrom('attempt')
    .selectAll()
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .execute();
  const result_ids = [...earlier, ...current].map(({ result_id }) => result_id);
  const now_ids = current.map(({ result_id }) => result_id);
  const stored =
    now_ids.length === 0
      ? []
      : await db.selectFrom('response').selectAll().where('result_id', 'in', now_ids).orderBy('question_id').execute();
  const responses = Map.groupBy(
    [...earlier.flatMap((attempt) => JSON.parse(attempt.responses) as Row<'response'>[]), ...stored],
    ({ result_id }) => result_id,
  );
  const comments = Map.groupBy(
    result_ids.length === 0
      ? []
      : await db
          .selectFrom('response_comment')
          .selectAll()
          .where('result_id', 'in', result_ids)
          .orderBy('created_at')
          .orderBy('comment_id')
          .execute(),
    ({ result_id }) => result_id,
  );
  const quizzes = await quizzesOf(db, { lesson_id: row.lesson_id, group_assignment_ids: [group_assignment_id] });
  const questions = Map.groupBy(
    await withPictures(db, [...(await questionsByQuiz(db, quizzes)).values()].flat()),
    ({ quiz_id }) => quiz_id,
  );
  const scorings = new Map<number, Awaited<ReturnType<typeof scoringOfClasses>>>();
  for (const { quiz_id } of quizzes) scorings.set(quiz_id, await scoringOfClasses(db, quiz_id, [row.group_puid]));
  return {
    assignment,
    student,
    quizzes: quizzes.map(({ quiz_id, title, is_removed }) => {
      const of = [...earlier, ...current].filter((attempt) => attempt.quiz_id === quiz_id);
      const asked = questions.get(quiz_id) ?? [];
      const layout = of.at(-1)?.layout;
      const scoringOf = (question_id: number) => scorings.get(quiz_id)?.(row.group_puid, question_id) ?? courseScoring;
      /** Why answers of an attempt have their points, by question. */
      const explain = ({ layout: own }: { layout: string }) => {
        const { drawn }: Layout = JSON.parse(own);
        return new Map(
          asked.map((question) => [
            question.question_id,
            explainer(withNumbers(question, drawn?.[question.question_id]), scoringOf(question.question_id)),
          ]),
        );
      };
      /** Of the attempts that the class's scoring of now has scored. */
      const explained = new Map(
        current.filter((one) => one.quiz_id === quiz_id && one.state !== 'started').map((one) => [one.result_id, explain(one)]),
      );
      /** A quiz reassigned after the due date cannot be late again. */
      const wasReopened = (index: number) =>
        row.to_date !== null &&
        earlier.some((one) => one.quiz_id === quiz_id && one.attempt_no <= index && one.opens_at >= Number(row.to_date));
      return {
        quiz_id,
        title,
        is_removed,
        questions: (layout === undefined ? newestOf(asked) : layOut(asked, JSON.parse(layout))).map((question) =>
          withKey(questionIn(question, scoringOf(question.question_id))),
        ),
        attempts: of.map((attempt, index) => ({
          result_id: attempt.result_id,
          attempt_no: index + 1,
          state: attempt.state,
          started_at: iso(attempt.started_at),
          submitted_at: isoOrNull(attempt.submitted_at),
          is_late: attempt.is_late === 1,
          is_past_due: !wasReopened(index) && isPastDue(attempt, row.to_date),
          time_spent: attempt.time_spent,
          score: attempt.score,
          max_score: attempt.max_score,
          responses: (responses.get(attempt.result_id) ?? []).map((response) =>
            plainResponse(response, explained.get(attempt.result_id)?.get(response.question_id)?.(response) ?? []),
          ),
          comments: (comments.get(attempt.result_id) ?? []).map(({ question_id, feedback_text, score, created_at }) => ({
            question_id,
            feedback_text,
            score,
            created_at: iso(created_at),
          })),
        })),
      };
    }),
  };
};
