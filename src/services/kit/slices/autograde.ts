import * as v from 'valibot';
import { slice } from '../persistence.ts';

/** What a teacher is grading: the selected resource, its question, whether the navigator is open, and feedback that was not sent. */
export const autogradeSlice = slice(
  'autograde',
  1,
  v.object({
    resource: v.nullable(v.object({ itemId: v.number(), itemTypeId: v.number(), groupPuid: v.nullable(v.number()) })),
    index: v.number(),
    isNavigatorOpen: v.boolean(),
    /** By `result/question`. */
    drafts: v.record(v.string(), v.string()),
  }),
  600,
);
