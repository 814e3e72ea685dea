import { type QuizPreview, quiz } from '../../../contract/quiz.ts';
import type { PreviewAnswer, PreviewMark, QuizPreviewInput } from '../../machines/quiz/quizPreviewMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

const named = ({ userPuid, lessonId, quizId }: QuizPreviewInput) => ({ user_puid: userPuid, lesson_id: lessonId, quiz_id: quizId });

/** The mark of a question in a preview. */
export function previewMark({ marks }: QuizPreview, questionId: number): PreviewMark {
  const mark = marks.find(({ question_id }) => question_id === questionId);
  return {
    isRight: mark?.is_correct ?? false,
    points: mark?.points ?? 0,
    maxPoints: mark?.max_points ?? 0,
    explanation: mark?.explanation ?? '',
  };
}

/** The calls of the `quizPreview` chart. */
export const quizPreviewActors = (send: Send) => ({
  loadPreview: callActor<QuizPreview, QuizPreviewInput>(({ input, signal }) =>
    send(quiz.previewQuiz, { ...named(input), answers: [] }, { signal }),
  ),

  markAnswer: callActor<PreviewMark, PreviewAnswer>(async ({ input: { questionId, answer, ...input }, signal }) => {
    const given = { question_id: questionId, answer_id: answer.answerId, answer_text: answer.answerText, time_spent: 0 };
    return previewMark(await send(quiz.previewQuiz, { ...named(input), answers: [given] }, { signal }), questionId);
  }),
});
