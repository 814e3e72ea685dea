import { type DataOf, Role } from '../../contract/kit.ts';
import type { QuizAnswer, QuizResult, QuizReview, quiz as quizCalls } from '../../contract/quiz.ts';
import { attemptStates, visibleToStudent } from '../../contract/quizResult.ts';
import { usableLesson } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';
import { studentComments } from './comments/ofResult.ts';
import { explainer } from './quiz/explain.ts';
import { dueDate } from './quiz/lateness.ts';
import { withPictures } from './quiz/pictures.ts';
import { isTimed, type Named, placeOf, quizOf, quizResource } from './quiz/place.ts';
import { markOf, preview } from './quiz/preview.ts';
import { type Layout, layOut, loadQuestions, newestQuestions, withKey } from './quiz/questions.ts';
import { explanationTerms } from './quiz/questionTerms.ts';
import { quizResult, quizResults, responsesOf } from './quiz/results.ts';
import { isAnswered } from './quiz/score.ts';
import { questionIn, scoringOfAttempt } from './quiz/settings.ts';
import { start, toKeep } from './quiz/start.ts';
import { closeOverdue, save, storeScored, submit, takeAttempt } from './quiz/submit.ts';

/** States in which a student may review the result question by question. */
const reviewable = attemptStates.filter((state) => visibleToStudent[state].review);

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
  const { quiz_id, title, intro, minutes, delivery } = await quizOf(ports.db, named.quiz_id);
  const questions = await newestQuestions(ports.db, [named.quiz_id]);
  return {
    quiz_details: {
      quiz_id,
      title,
      intro,
      question_count: questions.length,
      points: questions.reduce((sum, question) => sum + question.points, 0),
      minutes,
      is_timed: isTimed(delivery),
      result,
    },
  };
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
    const asked = layOut(await loadQuestions(trx, [attempt.quiz_id]), layout).filter((one) => one.question_id === answer.question_id);
    const [question] = await withPictures(trx, asked);
    if (!question) throw notFound('question');
    const mark = markOf(question, answer);
    if (!mark) throw refuse('scoredAtTheEnd');
    const before = (await responsesOf(trx, attempt)).find((one) => one.question_id === answer.question_id);
    const now = ports.now();
    await storeScored(trx, { district_id, result_id, now }, [
      {
        ...{ district_id, result_id, question_id: answer.question_id },
        ...{ answer_id: answer.answer_id, answer_text: answer.answer_text },
        ...{ is_correct: mark.is_correct ? 1 : 0, points: mark.points, scored_by: isAnswered(answer) ? 'key' : null, is_dropped: 0 },
        ...{ time_spent: answer.time_spent, sequence: (before?.sequence ?? 0) + 1, updated_at: now },
      },
    ]);
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
  const layout: Layout = JSON.parse(attempt.layout);
  // Dropped questions are shown as well.
  const seen = { ...layout, questions: layout.shown ?? layout.questions };
  const questions = await withPictures(ports.db, layOut(await loadQuestions(ports.db, [attempt.quiz_id]), seen));
  const scoringOf = await scoringOfAttempt(ports.db, attempt);
  const responses = await responsesOf(ports.db, attempt);
  const { lesson_id, assignment_id, group_assignment_id } = attempt;
  const byQuestion = new Map(responses.map((response) => [response.question_id, response]));
  const comments = await studentComments(ports.db, attempt);
  const terms = await explanationTerms(ports.db, user, attempt);
  return {
    result: quizResult(attempt, responses, questions.length, true),
    assigned: { lesson_id, assignment_id, group_assignment_id },
    questions: questions.map((question) => {
      const response = byQuestion.get(question.question_id);
      return {
        question: { ...withKey(questionIn(question, scoringOf(question.question_id))), terms: terms(question) },
        reasons: explainer(question, scoringOf(question.question_id))(response ?? null),
        response: response
          ? {
              answer_text: response.answer_text,
              answer_id: response.answer_id,
              is_correct: response.is_correct === null ? null : response.is_correct === 1,
              points: response.points,
            }
          : null,
        comments: comments.get(question.question_id) ?? [],
      };
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
