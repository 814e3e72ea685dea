import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The grades of a district. */
export const grades = { path: 'admin/manageUsers/grade', roles: wholeRoster } as const satisfies ScreenAddress;
