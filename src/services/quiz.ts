import { type QuizResult, quiz, type StartedQuiz } from '../../contract/quiz.ts';
import type { QuizInput, QuizOverview, Submission } from '../machines/quiz/quizMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';
import { type Clock, untilInstant } from './untilInstant.ts';

/** Calls of quizzes and assessments; assessments go through their own (specification, section 7, Student). */
export const quizActors = (send: Send, now: () => number, clock?: Clock) => ({
  awaitEnd: callActor<null, { endTime: string | null }>(({ input, signal }) => untilInstant(input.endTime, now, signal, clock)),
  loadOverview: callActor<QuizOverview, QuizInput>(async ({ input, signal }) => {
    const common = { user_puid: input.userPuid, lesson_resource_tracking_id: input.resourceTrackingId, lesson_id: input.lessonId };
    const { quiz_details } =
      input.kind === 'assessment'
        ? await send(quiz.assessmentOverview, { ...common, assessment_id: input.quizId }, { signal })
        : await send(quiz.quizDetails, { ...common, quiz_id: input.quizId }, { signal });
    return quiz_details;
  }),
  startQuiz: callActor<StartedQuiz, QuizInput>(({ input, signal }) => {
    const common = { is_learnosity_enabled: false, lesson_resource_tracking_id: input.resourceTrackingId, lesson_id: input.lessonId };
    return input.kind === 'assessment'
      ? send(quiz.startAssessment, { ...common, assessment_id: input.quizId }, { signal })
      : send(quiz.startQuiz, { ...common, quiz_id: input.quizId }, { signal });
  }),
  submitQuiz: callActor<QuizResult, Submission>(({ input: { kind, ...submission }, signal }) =>
    send(kind === 'assessment' ? quiz.submitAssessment : quiz.submitQuiz, submission, { signal }),
  ),
});
