import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { workspaceHome } from '../workspace/workspaceHome.screen.ts';

/** A lesson as students see it. */
export const lessonPreview = {
  path: 'workspace/lessonPlayer/:value',
  roles: staff,
  ids: 1,
  list: workspaceHome.path,
  frame: 'player',
} as const satisfies ScreenAddress;
