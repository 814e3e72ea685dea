import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Which role may do what. */
export const permissionList = { path: 'admin/permissionList', roles: administrators } as const satisfies ScreenAddress;
