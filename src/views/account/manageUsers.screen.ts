import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The users in an administrator’s scope. */
export const manageUsers = { path: 'admin/manageUsers/search', roles: administrators } as const satisfies ScreenAddress;
