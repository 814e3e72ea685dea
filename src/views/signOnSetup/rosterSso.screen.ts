import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The school-roster single sign-on of a district. */
export const rosterSso = { path: 'admin/manageUsers/rosterSso', roles: wholeRoster } as const satisfies ScreenAddress;
