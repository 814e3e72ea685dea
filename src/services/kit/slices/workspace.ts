import * as v from 'valibot';
import type { KeptDraft } from '../../../machines/workspace/lessonOrders.ts';
import { type Slice, slice } from '../persistence.ts';

const Draft = v.object({
  name: v.string(),
  objective: v.string(),
  instructions: v.string(),
  totalTime: v.number(),
  dueDate: v.string(),
  enforceOrder: v.boolean(),
  resources: v.array(
    v.object({
      key: v.string(),
      id: v.optional(v.number()),
      itemId: v.number(),
      typeId: v.number(),
      title: v.string(),
      time: v.nullable(v.number()),
      remarks: v.string(),
    }),
  ),
});

/** The teacher's place: the key of the open folder. */
export const workspaceSlice = slice('workspace', 1, v.object({ place: v.string() }), 500);

/** Unsaved changes of lessons and assignments, by `lesson:new`, `assignment:new` or the lesson's id. */
export const draftsSlice: Slice<Record<string, KeptDraft>> = slice(
  'lessonDrafts',
  1,
  v.record(v.string(), v.object({ draft: Draft, version: v.nullable(v.number()) })),
  500,
);
