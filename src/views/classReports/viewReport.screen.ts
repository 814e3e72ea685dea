import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** What a teacher asks about a class, with short answers and the reports that say more. */
export const viewReport = { path: 'mygroups/viewReport/:value', roles: staff, ids: 1, list: groups.path } as const satisfies ScreenAddress;
