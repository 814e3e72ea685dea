import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The classes of a teacher. */
export const groups = { path: 'mygroups/mygroupsHome', roles: staff } as const satisfies ScreenAddress;
