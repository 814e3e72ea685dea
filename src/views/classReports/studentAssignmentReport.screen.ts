import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The assignments of one student: class and student. */
export const studentAssignmentReport = {
  path: 'mygroups/studentAssignmentReport/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
