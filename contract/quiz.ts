import * as v from 'valibot';
import { RunningAssessment } from './closing.ts';
import { StudentComment } from './comments.ts';
import { ItemTerm } from './itemTerm.ts';
import { call, everyone, id, idOrZero, instant, quantity, staff, students } from './kit.ts';
import { QuizResult, SavedSequences } from './quizResult.ts';
import { ScoreReason } from './scoring.ts';

export { QuizResult };

export const questionTypes = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'numeric',
  'ordering',
  'matching',
  'label_diagram',
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** How a quiz of the catalog is taken. `assessment`: with a time limit. */
export const deliveries = ['quiz', 'assessment', 'printable', 'provider'] as const;

/**
 * A question as a student sees it. `answer_options` are the choices, or for ordering, matching and label_diagram the shuffled options to
 * place. `targets` are where options go: rows to match, or labeled places of the diagram. `is_answer`, `explanation` and `misconception`
 * are absent until the result is released.
 */
export const Question = v.object({
  id: v.number(),
  question_type: v.picklist(questionTypes),
  question_text: v.string(),
  diagram: v.nullable(v.string()),
  points: v.number(),
  unit: v.nullable(v.string()),
  /** Each student has numbers of his own; for staff. Absent: all have the same. */
  is_drawn: v.optional(v.boolean()),
  targets: v.array(v.object({ id: v.string(), text: v.string() })),
  answer_options: v.array(
    v.object({ id: v.number(), answer_text: v.string(), is_answer: v.optional(v.boolean()), misconception: v.optional(v.string()) }),
  ),
  explanation: v.optional(v.string()),
  /** The key as text, for types without options to mark. Only after release. */
  correct_answer: v.optional(v.string()),
  /** The key is an example of a good answer, since a person scores the question. Absent: it is the only one. */
  is_example: v.optional(v.boolean()),
  /** Correct options in place: in order, or one per target. Only after release. */
  correct_option_ids: v.optional(v.array(v.number())),
  /** Terms of the glossary to mark: in the text if the teacher allows it to the student; after release, and for staff, in the explanation. */
  terms: v.optional(v.array(ItemTerm)),
});
export type Question = v.InferOutput<typeof Question>;

/**
 * An answer as stored by the client. A choice is in `answer_id`; anything else is in `answer_text`: multiple choice and ordering as a JSON
 * list of option ids, matching and label_diagram as a JSON object target id → option id, short text and numeric as typed.
 */
export const QuizAnswer = v.object({
  question_id: id,
  answer_text: v.pipe(v.string(), v.maxLength(10_000)),
  /** 0 counts as an answer (specification section 5). */
  answer_id: v.nullable(idOrZero),
  is_correct_answer: v.optional(v.nullable(v.boolean()), null),
  time_spent: quantity,
});
export type QuizAnswer = v.InferOutput<typeof QuizAnswer>;

const QuizDetails = v.object({
  quiz_id: v.number(),
  title: v.string(),
  intro: v.string(),
  question_count: v.number(),
  points: v.number(),
  minutes: v.number(),
  /** Whether the minutes are a limit. Assessments are timed by the server's clock. */
  is_timed: v.boolean(),
  /** The current attempt, if any. */
  result: v.nullable(QuizResult),
});
export type QuizDetails = v.InferOutput<typeof QuizDetails>;

/** Maximum sequence number. Devices use their clock in ms, so it must leave room. */
export const mostSequence = 1e15;
const sequence = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostSequence));
/** An answer to save. The highest `sequence` of a question wins; `given_at` is when it was given, by the server's clock. */
export const SequencedAnswer = v.object({
  ...QuizAnswer.entries,
  sequence,
  given_at: instant,
});
export type SequencedAnswer = v.InferOutput<typeof SequencedAnswer>;
const StoredAnswer = v.object({ ...QuizAnswer.entries, sequence: v.number() });

/** What the server has stored after a save. */
export const SavedAnswers = v.object({
  saved: SavedSequences,
  end_time: v.nullable(v.string()),
});
export type SavedAnswers = v.InferOutput<typeof SavedAnswers>;

/** A released result, question by question. */
export const QuizReview = v.object({
  result: QuizResult,
  /** Where its lesson is played. */
  assigned: v.object({ lesson_id: v.number(), assignment_id: v.number(), group_assignment_id: v.number() }),
  questions: v.array(
    v.object({
      question: Question,
      response: v.nullable(
        v.object({
          answer_text: v.string(),
          answer_id: v.nullable(v.number()),
          is_correct: v.nullable(v.boolean()),
          /** null: waits for its points. */
          points: v.nullable(v.number()),
        }),
      ),
      /** Oldest first. */
      comments: v.array(StudentComment),
      /** Why it has its points. */
      reasons: v.array(ScoreReason),
    }),
  ),
});
export type QuizReview = v.InferOutput<typeof QuizReview>;

/** Immediate feedback for an answer in a check: a quiz at the end of a reading, video, model or lab. */
const CheckedAnswer = v.object({
  question_id: v.number(),
  is_correct: v.boolean(),
  points: v.number(),
  max_points: v.number(),
  /** Explanation as HTML. */
  explanation: v.string(),
});

/** A quiz in a staff preview, with its key and the marks of the submitted answers. */
export const QuizPreview = v.object({
  quiz_id: v.number(),
  title: v.string(),
  intro: v.string(),
  minutes: v.number(),
  /** Whether the minutes are a limit for students. A preview is not timed. */
  is_timed: v.boolean(),
  standards: v.array(v.string()),
  questions: v.array(Question),
  marks: v.array(CheckedAnswer),
});
export type QuizPreview = v.InferOutput<typeof QuizPreview>;

/** `group_assignment_id`, ours: selects the assignment when there is no tracking and the lesson reaches a student through two groups. */
const overviewQuery = { user_puid: id, lesson_resource_tracking_id: idOrZero, lesson_id: id, group_assignment_id: v.optional(id) };
const startQuery = { is_learnosity_enabled: v.optional(v.boolean(), false), lesson_resource_tracking_id: idOrZero, lesson_id: id };
const Started = v.object({
  result_id: v.number(),
  start_time: v.string(),
  /** When the time ends, by the server's clock; null: no limit. */
  end_time: v.nullable(v.string()),
  quiz_details: v.object({ quiz_id: v.number(), title: v.string(), questions: v.array(Question) }),
  /** The newest stored answer to each question, with sequence numbers. */
  responses: v.array(StoredAnswer),
  /** This attempt, if it closes content while it is in progress; absent: nothing is closed. Ours. */
  closes_content: v.optional(RunningAssessment),
});
export type StartedQuiz = v.InferOutput<typeof Started>;
/** A submitted answer. With a `sequence`, it does not replace a newer one saved by another device. */
export const SubmittedAnswer = v.object({ ...QuizAnswer.entries, sequence: v.optional(sequence) });
export type SubmittedAnswer = v.InferOutput<typeof SubmittedAnswer>;
export const submission = v.object({
  result_id: id,
  time_spent: quantity,
  submit_type: v.picklist(['save']),
  quizResponse: v.pipe(v.array(SubmittedAnswer), v.maxLength(500)),
});

export const quiz = {
  quizDetails: call({
    backend: 'lms',
    method: 'GET',
    path: '/quiz/get_quiz_details',
    summary: 'Get the overview of a quiz',
    access: everyone,
    query: v.object({ ...overviewQuery, quiz_id: id }),
    data: v.object({ quiz_details: QuizDetails }),
    onFailure: 'state',
  }),
  assessmentOverview: call({
    backend: 'lms',
    method: 'GET',
    path: '/assessment/assessment_overview',
    summary: 'Get the overview of an assessment',
    access: everyone,
    query: v.object({ ...overviewQuery, assessment_id: id }),
    data: v.object({ quiz_details: QuizDetails }),
    onFailure: 'state',
  }),
  startQuiz: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/start_quiz',
    summary: 'Start or resume a quiz',
    access: students,
    /**
     * `was_begun_offline`, ours: started on an offline device that knew the lesson's order. Ignored for an assessment, whose time starts
     * here.
     */
    body: v.object({
      quiz_id: id,
      ...startQuery,
      group_assignment_id: v.optional(id),
      was_begun_offline: v.optional(v.boolean(), false),
    }),
    data: Started,
    onFailure: 'log',
  }),
  startAssessment: call({
    backend: 'lms',
    method: 'POST',
    path: '/assessment/start_assessment',
    summary: 'Start or resume an assessment',
    access: students,
    body: v.object({ assessment_id: id, ...startQuery }),
    data: Started,
    onFailure: 'log',
  }),
  quizToKeep: call({
    backend: 'lms',
    method: 'GET',
    path: '/quiz/get_quiz_to_keep',
    summary:
      'Get what starting a quiz would return, without starting it, for a device that saves the lesson; `result_id` is 0 if there is no attempt. 403 for an assessment, 409 if submitted',
    access: students,
    query: v.object({ ...overviewQuery, quiz_id: id }),
    data: Started,
    onFailure: 'log',
    origin: 'ours',
  }),
  saveAnswers: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/save_answers',
    summary: 'Save answers of a running attempt; answers with an older sequence number are ignored',
    access: students,
    body: v.object({ result_id: id, answers: v.pipe(v.array(SequencedAnswer), v.minLength(1), v.maxLength(500)) }),
    data: SavedAnswers,
    onFailure: 'log',
    origin: 'ours',
  }),
  checkAnswer: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/check_answer',
    summary:
      'Score one answer of a lesson check immediately; it can be retried. 403 for other quizzes and assessments, 409 if the check is finished',
    access: students,
    body: v.object({ result_id: id, answer: QuizAnswer }),
    data: CheckedAnswer,
    onFailure: 'log',
    origin: 'ours',
  }),
  quizReview: call({
    backend: 'lms',
    method: 'GET',
    path: '/quiz/get_review',
    summary: 'Get a released result with key, explanations and answers; 404 before the release',
    access: students,
    query: v.object({ user_puid: id, result_id: id }),
    data: QuizReview,
    onFailure: 'state',
    origin: 'ours',
  }),
  previewQuiz: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/preview_quiz',
    summary:
      'Get a quiz for a preview or for presenting in class, with its key and the scores of the given answers; nothing is stored. `lesson_id` 0: from the library',
    access: staff,
    body: v.object({
      user_puid: id,
      lesson_id: idOrZero,
      quiz_id: id,
      answers: v.optional(v.pipe(v.array(QuizAnswer), v.maxLength(500)), []),
    }),
    data: QuizPreview,
    onFailure: 'state',
    origin: 'ours',
  }),
  submitQuiz: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/submit_quiz_response',
    summary: 'Submit a quiz, which the server scores. Submitting the same result_id again returns the first result.',
    access: students,
    body: submission,
    data: QuizResult,
    onFailure: 'log',
  }),
  submitAssessment: call({
    backend: 'lms',
    method: 'POST',
    path: '/assessment/submit_assessment_response',
    summary: 'Submit an assessment',
    access: students,
    body: submission,
    data: QuizResult,
    onFailure: 'log',
  }),
};
