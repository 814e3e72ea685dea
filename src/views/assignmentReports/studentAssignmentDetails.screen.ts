import { staff } from '../../../contract/kit.ts';
import { assignments } from '../assignments/assignments.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One student in one assignment, resource by resource: group assignment, student. */
export const studentAssignmentDetails = {
  path: 'mygroups/studentAssignmentDetails/:value',
  roles: staff,
  ids: 2,
  list: assignments.path,
} as const satisfies ScreenAddress;
