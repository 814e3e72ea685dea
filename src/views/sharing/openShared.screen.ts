import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { workspaceHome } from '../workspace/workspaceHome.screen.ts';

/** Target of a colleague’s link. */
export const openShared = {
  path: 'workspace/sharedLesson/:linkId',
  roles: staff,
  list: workspaceHome.path,
} as const satisfies ScreenAddress;
