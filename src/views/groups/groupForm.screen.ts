import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { groups } from './groups.screen.ts';

/** A new class. */
export const addGroup = { path: 'mygroups/add', roles: staff } as const satisfies ScreenAddress;

/** Changes a class. */
export const updateGroup = { path: 'mygroups/update/:value', roles: staff, ids: 1, list: groups.path } as const satisfies ScreenAddress;
