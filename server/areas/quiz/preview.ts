import type { DataOf } from '../../../contract/kit.ts';
import type { QuizAnswer, QuizPreview, quiz as quizCalls } from '../../../contract/quiz.ts';
import { assertVisibleItem, usableLesson } from '../../kit/access.ts';
import { assertSelf, notFound, type UserContext } from '../../kit/handler.ts';
import { withPictures } from './pictures.ts';
import { isTimed, quizOf, quizResource } from './place.ts';
import { forPaper, layOut, newestQuestions, newLayout, type StoredQuestion, withKey } from './questions.ts';
import { explanationTerms } from './questionTerms.ts';
import { score } from './score.ts';

/** `QuizContent.delivery` of a paper quiz. */
const onPaper = 'printable';

/** Immediate feedback for an answer; undefined if a person has to score it. */
export function markOf(question: StoredQuestion, answer: QuizAnswer): DataOf<typeof quizCalls.checkAnswer> | undefined {
  const { points, is_correct } = score(question.key, question.points, answer);
  if (points === null) return undefined;
  const { question_id, points: max_points, explanation_html: explanation } = question;
  return { question_id, is_correct, points, max_points, explanation };
}

/** A quiz for staff to try out, with the key and the marks for their answers. Read-only; creates no attempt. */
export async function preview(
  { user_puid, lesson_id, quiz_id, answers }: { user_puid: number; lesson_id: number; quiz_id: number; answers: readonly QuizAnswer[] },
  { ports, user }: UserContext,
): Promise<QuizPreview> {
  assertSelf(user, user_puid);
  const { db } = ports;
  if (lesson_id !== 0) {
    await usableLesson(db, user, lesson_id);
    await quizResource(db, { lesson_id, quiz_id });
  }
  const { delivery, standards, item_id, owner_puid, is_offered, ...shown } = await quizOf(db, quiz_id);
  if ((owner_puid !== null || is_offered !== 1) && lesson_id === 0) await assertVisibleItem(db, user, item_id);
  const stored = await withPictures(db, await newestQuestions(db, [quiz_id]));
  // The same numbers for the questions and for the answers, which come in another call.
  const drawn = layOut(stored, newLayout(stored, ports.randomBytes, `preview/${user_puid}`));
  const laidOut = delivery === onPaper ? stored.map(forPaper) : drawn;
  const termsOf = await explanationTerms(db, user, { quiz_id });
  return {
    ...shown,
    is_timed: isTimed(delivery),
    standards: JSON.parse(standards),
    questions: laidOut.map((question) => ({ ...withKey(question), terms: termsOf(question) })),
    marks: answers.flatMap((answer) => {
      const question = drawn.find((one) => one.question_id === answer.question_id);
      if (!question) throw notFound('question');
      return markOf(question, answer) ?? [];
    }),
  };
}
