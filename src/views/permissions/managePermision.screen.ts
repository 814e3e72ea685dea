import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The permissions of a district. */
export const managePermision = { path: 'admin/managePermision', roles: wholeRoster } as const satisfies ScreenAddress;
