import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The results of a class in one assessment: class and quiz. */
export const groupAssementReportView = {
  path: 'mygroups/groupAssementReportView/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
