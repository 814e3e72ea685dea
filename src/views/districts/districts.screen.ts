import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The districts: an administrator's own, or all of the provider's. */
export const districts = { path: 'admin/manageUsers/district', roles: wholeRoster } as const satisfies ScreenAddress;
