import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The results of a class in its assessments over a period. */
export const groupAssementReport = {
  path: 'mygroups/groupAssementReport/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
