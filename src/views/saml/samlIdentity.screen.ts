import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Which subjects of registrations open which accounts. */
export const samlIdentity = { path: 'admin/manageUsers/samlIdentity', roles: wholeRoster } as const satisfies ScreenAddress;
