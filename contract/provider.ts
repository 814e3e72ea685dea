import * as v from 'valibot';
import { call, id, idOrZero, students } from './kit.ts';
import { Question, QuizResult, submission } from './quiz.ts';

/** Setup of the built-in provider's frame: no key, token or name. `answers` are those stored so far. */
const BuiltInSetup = v.object({
  provider: v.literal('builtIn'),
  title: v.string(),
  questions: v.array(Question),
  answers: v.array(v.object({ question_id: v.number(), answer_text: v.string(), answer_id: v.nullable(v.number()), sequence: v.number() })),
});
/** Signed initialization of Learnosity's Items API: `request` for their script, `script` its URL. */
const LearnositySetup = v.object({ provider: v.literal('learnosity'), script: v.string(), request: v.string() });

/** A started assessment that a provider delivers; see docs/assessment-provider.md. */
export const StartedProviderAssessment = v.object({
  result_id: v.number(),
  /** Path of the frame on the product's own origin. */
  frame_path: v.string(),
  setup: v.variant('provider', [BuiltInSetup, LearnositySetup]),
});
export type StartedProviderAssessment = v.InferOutput<typeof StartedProviderAssessment>;

export const provider = {
  startProviderAssessment: call({
    backend: 'lms',
    method: 'POST',
    path: '/Learnosity/start_learnosity_assessment',
    summary: 'Start or resume an assessment delivered by the provider',
    access: students,
    body: v.object({
      assessment_id: id,
      lesson_id: id,
      lesson_resource_tracking_id: idOrZero,
      is_learnosity_enabled: v.optional(v.boolean(), true),
    }),
    data: StartedProviderAssessment,
    onFailure: 'log',
  }),
  submitProviderAssessment: call({
    backend: 'lms',
    method: 'POST',
    path: '/Learnosity/submit_learnosity_assessment',
    summary: 'Submit an assessment delivered by the provider; the server scores the built-in provider’s answers, Learnosity scores its own',
    access: students,
    body: submission,
    data: QuizResult,
    onFailure: 'log',
  }),
};
