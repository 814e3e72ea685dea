import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One attempt at an assessment, answer by answer: the attempt’s result id. */
export const studentAssementReportView = {
  path: 'mygroups/studentAssementReportView/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
