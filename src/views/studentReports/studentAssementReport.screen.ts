import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One student’s assessments over a period: class and student. */
export const studentAssementReport = {
  path: 'mygroups/studentAssementReport/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
