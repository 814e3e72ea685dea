import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { groups } from './groups.screen.ts';

/** One class. */
export const group = { path: 'mygroups/ViewGroups/:value', roles: staff, ids: 1, list: groups.path } as const satisfies ScreenAddress;
