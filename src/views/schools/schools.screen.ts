import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The schools of a district. */
export const schools = { path: 'admin/manageUsers/school', roles: administrators } as const satisfies ScreenAddress;
