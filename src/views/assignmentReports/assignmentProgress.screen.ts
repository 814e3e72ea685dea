import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The students of an assignment × its resources, live: group, lesson, group assignment. */
export const assignmentProgress = {
  path: 'mygroups/assignmentProgress/:value',
  roles: staff,
  ids: 3,
  list: groups.path,
} as const satisfies ScreenAddress;
