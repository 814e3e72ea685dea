import * as v from 'valibot';
import { assignments } from '../../../../contract/assignments.ts';
import { slice } from '../persistence.ts';

export const assignmentSlice = slice(
  'assignment',
  1,
  v.object({ groups: assignments.classesForLesson.data, list: assignments.groupAssignments.data }),
  600,
);
