import { staff } from '../../../contract/kit.ts';
import { assignments } from '../assignments/assignments.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One resource of an assignment, student by student: group assignment, lesson resource. */
export const assignmentResourceDetails = {
  path: 'mygroups/assignmentResourceDetails/:value',
  roles: staff,
  ids: 2,
  list: assignments.path,
} as const satisfies ScreenAddress;
