import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The questions behind a student's standards: class and student. The address is ours. */
export const studentStandardsReport = {
  path: 'mygroups/studentStandardsReport/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
