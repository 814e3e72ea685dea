import * as v from 'valibot';
import { call, id, idOrZero, staff, students } from './kit.ts';
import { Question, QuizResult, submission } from './quiz.ts';

/**
 * Why the provider's results of an attempt are not here. `data…`: its data calls were refused, are too many, do not answer, or answer
 * something else. `unmatched`: its questions are not those of the quiz. `missing`: it has no such attempt.
 */
export const resultCauses = ['dataSignIn', 'dataBusy', 'dataDown', 'dataAnswer', 'unmatched', 'missing'] as const;
/** What a fetch came to. `notReady`: the provider has not finished the attempt. `notSetUp`: the attempt is with a provider that is no longer set up. */
export const fetchOutcomes = ['fetched', 'notReady', 'notSetUp', ...resultCauses] as const;
export type FetchOutcome = (typeof fetchOutcomes)[number];

/** Setup of the built-in provider's frame: no key, token or name. `answers` are those stored so far. */
const BuiltInSetup = v.object({
  provider: v.literal('builtIn'),
  title: v.string(),
  questions: v.array(Question),
  answers: v.array(v.object({ question_id: v.number(), answer_text: v.string(), answer_id: v.nullable(v.number()), sequence: v.number() })),
});
/** Signed initialization of Learnosity's Items API: `request` for their script, `script` its URL. */
const LearnositySetup = v.object({ provider: v.literal('learnosity'), script: v.string(), request: v.string() });

const frame = {
  /** Path of the frame on the product's own origin. */
  frame_path: v.string(),
  setup: v.variant('provider', [BuiltInSetup, LearnositySetup]),
};

/** An assessment as the provider shows it to students, to look at. */
export const ProviderPreview = v.object(frame);
export type ProviderPreview = v.InferOutput<typeof ProviderPreview>;

/** A started assessment that a provider delivers; see docs/assessment-provider.md. */
export const StartedProviderAssessment = v.object({ result_id: v.number(), ...frame });
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
  fetchProviderResults: call({
    backend: 'lms',
    method: 'POST',
    path: '/Learnosity/fetch_results',
    summary: 'Fetch the answers and points of a submitted attempt from the provider now, instead of waiting for the server to do so',
    access: staff,
    body: v.object({ result_id: id }),
    data: v.object({ outcome: v.picklist(fetchOutcomes) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  previewProviderAssessment: call({
    backend: 'lms',
    method: 'POST',
    path: '/Learnosity/preview_assessment',
    summary: 'Get what the provider shows students of an assessment, to look at; nothing is stored. `lesson_id` 0: from the library',
    access: staff,
    body: v.object({ assessment_id: id, lesson_id: idOrZero }),
    data: ProviderPreview,
    onFailure: 'state',
    origin: 'ours',
  }),
};
