import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Folders and lessons. */
export const workspaceHome = { path: 'workspace/workspaceHome', roles: staff } as const satisfies ScreenAddress;
