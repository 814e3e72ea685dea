import * as v from 'valibot';

/** What is known of a finished quiz. Before release `score` and `responses` are null: nothing that tells right from wrong leaves the server. */
export const QuizResult = v.object({
  result_id: v.number(),
  state: v.picklist(['started', 'submitted', 'graded', 'released']),
  submitted_at: v.nullable(v.string()),
  answered: v.number(),
  questions: v.number(),
  /** First 8 hex digits of SHA-256 over the stored answers: a receipt that the student can keep. */
  receipt: v.nullable(v.string()),
  score: v.nullable(v.number()),
  max_score: v.nullable(v.number()),
  duplicate: v.boolean(),
  /** Handed in after the time was over, within the grace for answers that were given in time, or by the server when it was. */
  is_late: v.boolean(),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;
