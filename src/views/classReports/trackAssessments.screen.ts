import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The assessments of a class over a period, and what students see of them. */
export const trackAssessments = {
  path: 'mygroups/trackAssessments/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
