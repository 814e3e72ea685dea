import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The list of users with the form of a new one. */
export const addUser = { path: 'admin/manageUsers/add', roles: administrators } as const satisfies ScreenAddress;
