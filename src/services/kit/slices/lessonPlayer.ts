import * as v from 'valibot';
import { slice } from '../persistence.ts';

const whole = v.pipe(v.number(), v.minValue(0));
const Progress = v.object({ seconds: whole, percentage: v.pipe(whole, v.maxValue(100)), position: whole });

/** The last lesson played, as known to this device, including progress that a closed tab could not report. */
export const lessonPlayerSlice = slice(
  'lessonPlayer',
  1,
  v.object({
    lessonId: v.number(),
    groupAssignmentId: v.number(),
    seconds: whole,
    resourceId: v.number(),
    resources: v.record(v.pipe(v.string(), v.transform(Number)), Progress),
  }),
  600,
);
