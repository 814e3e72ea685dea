import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The subjects of a district. */
export default { path: 'admin/manageUsers/subject', roles: wholeRoster } as const satisfies ScreenAddress;
