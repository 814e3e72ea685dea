import * as v from 'valibot';
import { slice } from '../persistence.ts';

/** What a teacher is grading: the selected resource, its question, whether the navigator is open, and feedback that was not sent. */
export const autogradeSlice = slice(
  'autograde',
  2,
  v.object({
    resource: v.nullable(v.object({ itemId: v.number(), itemTypeId: v.number(), groupPuid: v.nullable(v.number()) })),
    questionId: v.nullable(v.number()),
    isNavigatorOpen: v.boolean(),
    /** By `result/question`. */
    drafts: v.record(v.string(), v.string()),
  }),
  600,
  // It named questions by their place, which only the server knows. Feedback that was not sent stays.
  { 1: (before) => ({ ...(before as object), questionId: null }) },
);
