import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** Where every student of a class stands with one assessment: class and quiz. */
export const assessmentStatus = {
  path: 'mygroups/assessmentStatus/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
