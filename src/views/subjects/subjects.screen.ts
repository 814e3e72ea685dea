import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The subjects of a district. */
export const subjects = { path: 'admin/manageUsers/subject', roles: wholeRoster, right: 'subjects' } as const satisfies ScreenAddress;
