import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Chooses what to make of the resources picked in the library. */
export const addNewLesson = { path: 'workspace/workspaceHome/addnewlesson', roles: staff } as const satisfies ScreenAddress;
