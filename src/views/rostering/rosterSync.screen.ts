import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The secure sync with the school-roster service. */
export const rosterSync = { path: 'admin/manageUsers/rosterSync', roles: wholeRoster } as const satisfies ScreenAddress;
