import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The users and schools of an administrator in numbers, and a search over everything. */
export const peopleHome = { path: 'admin/manageUsers', roles: administrators } as const satisfies ScreenAddress;
