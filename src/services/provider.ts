import * as v from 'valibot';
import { submittedTimeSpent } from '../../common/attempt.ts';
import { provider } from '../../contract/provider.ts';
import { type QuizDetails, type QuizResult, quiz } from '../../contract/quiz.ts';
import type { AnswersToSave } from '../machines/provider/providerAnswers.ts';
import type { OpenedProvider, ProviderAssessmentInput } from '../machines/provider/providerAssessmentMachine.ts';
import type { OpenedFrame } from '../machines/provider/providerFrame.ts';
import type { ProviderPreviewInput } from '../machines/provider/providerPreviewMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';

/** Protocol name and version of the messages between page and frame: docs/assessment-provider.md. */
export const providerProtocol = 'orrery-assessment/1';

const answers = v.pipe(
  v.array(
    v.object({
      question_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      answer_id: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      answer_text: v.pipe(v.string(), v.maxLength(10_000)),
      sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
  ),
  v.maxLength(500),
);
const FrameMessage = v.variant('type', [
  v.object({ type: v.literal('loaded') }),
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('answered'), answers }),
  v.object({ type: v.literal('handedIn'), answers }),
  v.object({ type: v.literal('failed'), message: v.pipe(v.string(), v.maxLength(500)) }),
]);
export type FrameMessage = v.InferOutput<typeof FrameMessage>;

/** A sandboxed frame has an opaque origin, which browsers serialize as this. */
const opaqueOrigin = 'null';

/** Parses a message of the frame with this nonce. `refused` if it only claims to be one; undefined if it is about something else. */
export function readFrameMessage(
  event: Pick<MessageEvent, 'data' | 'origin' | 'source'>,
  frame: Window | null | undefined,
  nonce: string,
): FrameMessage | 'refused' | undefined {
  const data = Object(event.data) as { protocol?: unknown; nonce?: unknown };
  if (data.protocol !== providerProtocol) return undefined;
  if (!frame || event.source !== frame || event.origin !== opaqueOrigin || data.nonce !== nonce) return 'refused';
  const message = v.safeParse(FrameMessage, data);
  return message.success ? message.output : 'refused';
}

/** Calls of a provider assessment (specification, section 7, Student). */
export const providerActors = (send: Send, { app, now, newNonce }: { app: ConnectedApp; now: () => number; newNonce: () => string }) => ({
  watchConnection: watchConnection(app),
  loadOverview: callActor<QuizDetails, ProviderAssessmentInput>(async ({ input, signal }) => {
    const { quiz_details } = await send(
      quiz.assessmentOverview,
      {
        user_puid: input.userPuid,
        assessment_id: input.quizId,
        lesson_resource_tracking_id: input.resourceTrackingId,
        lesson_id: input.lessonId,
      },
      { signal },
    );
    return quiz_details;
  }),
  startAssessment: callActor<OpenedProvider, ProviderAssessmentInput>(async ({ input, signal }) => ({
    ...(await send(
      provider.startProviderAssessment,
      { assessment_id: input.quizId, lesson_id: input.lessonId, lesson_resource_tracking_id: input.resourceTrackingId },
      { signal },
    )),
    nonce: newNonce(),
  })),
  saveAnswers: callActor<null, AnswersToSave>(async ({ input, signal }) => {
    const given_at = new Date(now()).toISOString();
    await send(
      quiz.saveAnswers,
      { result_id: input.resultId, answers: input.answers.map((answer) => ({ ...answer, time_spent: 0, given_at })) },
      { signal, quiet: true },
    );
    return null;
  }),
  submitAssessment: callActor<QuizResult, AnswersToSave>(({ input, signal }) =>
    send(
      provider.submitProviderAssessment,
      {
        result_id: input.resultId,
        time_spent: submittedTimeSpent,
        submit_type: 'save',
        quizResponse: input.answers.map((answer) => ({ ...answer, time_spent: 0 })),
      },
      { signal },
    ),
  ),
});

/** The call of a teacher's preview of a provider's assessment. */
export const providerPreviewActors = (send: Send, newNonce: () => string) => ({
  startPreview: callActor<OpenedFrame, ProviderPreviewInput>(async ({ input, signal }) => ({
    ...(await send(provider.previewProviderAssessment, { assessment_id: input.quizId, lesson_id: input.lessonId }, { signal })),
    nonce: newNonce(),
  })),
});
