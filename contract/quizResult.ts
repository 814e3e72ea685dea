import * as v from 'valibot';

/** States of an attempt, in order. How one leads to another is the `release` chart's to say. */
export const attemptStates = ['started', 'submitted', 'graded', 'scheduled', 'released', 'recalled'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** What its student may see of an attempt in a state. */
interface Visible {
  /** The questions to answer, without anything that tells right from wrong, and the answers so far: by start. */
  questions: boolean;
  /** When it was handed in, how many were answered and the short hash over them: by overview and submit. */
  receipt: boolean;
  /** The score: by overview, submit and the responses of the assignment. */
  score: boolean;
  /** Each question with own answer, points, what is right and why: by get_review. */
  review: boolean;
}

/** What is visible when: the one table that server and screens go by. */
export const visibleToStudent: Record<AttemptState, Visible> = {
  started: { questions: true, receipt: false, score: false, review: false },
  submitted: { questions: false, receipt: true, score: false, review: false },
  graded: { questions: false, receipt: true, score: false, review: false },
  scheduled: { questions: false, receipt: true, score: false, review: false },
  released: { questions: false, receipt: true, score: true, review: true },
  recalled: { questions: false, receipt: true, score: false, review: false },
};

/** Which answer of each question is stored. */
export const SavedSequences = v.array(v.object({ question_id: v.number(), sequence: v.number() }));
export type SavedSequences = v.InferOutput<typeof SavedSequences>;

/** What is known of a finished quiz. Before release `score` and `responses` are null: nothing that tells right from wrong leaves the server. */
export const QuizResult = v.object({
  result_id: v.number(),
  state: v.picklist(attemptStates),
  submitted_at: v.nullable(v.string()),
  answered: v.number(),
  questions: v.number(),
  /** First 8 hex digits of SHA-256 over the stored answers: a receipt that the student can keep. */
  receipt: v.nullable(v.string()),
  /** The newest sequence number of each stored answer: by them a device knows whether the server has all that it keeps. */
  saved: v.optional(SavedSequences),
  score: v.nullable(v.number()),
  max_score: v.nullable(v.number()),
  duplicate: v.boolean(),
  /** Handed in more than half a minute after the time was over, or by the server when nobody had handed it in. */
  is_late: v.boolean(),
  /** Handed in after the due date that the assignment has now. */
  is_past_due: v.boolean(),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;
