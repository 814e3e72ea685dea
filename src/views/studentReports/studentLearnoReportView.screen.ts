import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** An attempt that the assessment provider delivered: its result id. */
export const studentLearnoReportView = {
  path: 'mygroups/studentLearnoReportView/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
