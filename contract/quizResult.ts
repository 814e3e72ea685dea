import * as v from 'valibot';

/** States of an attempt, in order. The `release` chart defines the transitions. */
export const attemptStates = ['started', 'submitted', 'graded', 'scheduled', 'released', 'recalled'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** What the student may see of an attempt in a given state. */
interface Visible {
  /** The questions without anything that reveals the key, and the answers so far: from start. */
  questions: boolean;
  /** Submission time, number of answered questions and the receipt hash: from overview and submit. */
  receipt: boolean;
  /** The score: from overview, submit and the assignment's responses. */
  score: boolean;
  /** Each question with the student's answer, points, key and explanation: from get_review. */
  review: boolean;
}

/** Visibility by state. The single source for server and screens. */
export const visibleToStudent: Record<AttemptState, Visible> = {
  started: { questions: true, receipt: false, score: false, review: false },
  submitted: { questions: false, receipt: true, score: false, review: false },
  graded: { questions: false, receipt: true, score: false, review: false },
  scheduled: { questions: false, receipt: true, score: false, review: false },
  released: { questions: false, receipt: true, score: true, review: true },
  recalled: { questions: false, receipt: true, score: false, review: false },
};

/** An answer to a question, and its points. */
export const givenAnswer = {
  question_id: v.number(),
  answer_text: v.string(),
  answer_id: v.nullable(v.number()),
  is_correct: v.nullable(v.boolean()),
  points: v.nullable(v.number()),
};

/** Sequence number of each stored answer. */
export const SavedSequences = v.array(v.object({ question_id: v.number(), sequence: v.number() }));
export type SavedSequences = v.InferOutput<typeof SavedSequences>;

/** Result of a submitted quiz. Before release `score` and `responses` are null: nothing that reveals the key leaves the server. */
export const QuizResult = v.object({
  result_id: v.number(),
  state: v.picklist(attemptStates),
  submitted_at: v.nullable(v.string()),
  answered: v.number(),
  questions: v.number(),
  /** First 8 hex digits of SHA-256 over the stored answers: a receipt for the student. */
  receipt: v.nullable(v.string()),
  /** Highest sequence number of each stored answer. Lets a device check that the server has all of its answers. */
  saved: v.optional(SavedSequences),
  score: v.nullable(v.number()),
  max_score: v.nullable(v.number()),
  duplicate: v.boolean(),
  /** Submitted more than half a minute after the time ended, or by the server because nobody submitted it. */
  is_late: v.boolean(),
  /** Submitted after the assignment's current due date. */
  is_past_due: v.boolean(),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;
