import { staff } from '../../../contract/kit.ts';
import { assignments } from '../assignments/assignments.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** Results of an assignment: the lesson alone (its first group), or lesson, group, group assignment. */
export const assignmentResult = {
  path: 'assignments/reportHome/:value',
  roles: staff,
  ids: [1, 3],
  list: assignments.path,
} as const satisfies ScreenAddress;
