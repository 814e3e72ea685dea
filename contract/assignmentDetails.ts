import * as v from 'valibot';
import { instant, smallNumber, someIds } from './kit.ts';

/** When students see a lesson, who in the class gets it, and its category. */
export const assignmentDetails = {
  from_date: instant,
  to_date: v.nullable(instant),
  category: v.optional(smallNumber, 1),
  /** Content stays open to these students during timed assessments. Ours. */
  readings_open: v.optional(v.boolean(), false),
  /** Omitted: the whole class. If some students of the class already have the lesson, the new ones get its existing dates. */
  user_puids: v.optional(someIds),
};
