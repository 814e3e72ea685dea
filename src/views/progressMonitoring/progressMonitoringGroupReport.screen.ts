import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** A class's results over time. */
export const progressMonitoringGroupReport = {
  path: 'mygroups/progressMonitoringGroupReport/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
