import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The learning platforms of a district. */
export const ltiConsumer = { path: 'admin/manageUsers/ltiConsumer', roles: wholeRoster } as const satisfies ScreenAddress;
