import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One student's results over time beside the class: class and student. */
export const progressMonitoringStudentReport = {
  path: 'mygroups/progressMonitoringStudentReport/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
