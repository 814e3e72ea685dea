import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Who did what, in an administrator’s scope. */
export const audit = { path: 'admin/manageUsers/audit', roles: administrators, right: 'audit' } as const satisfies ScreenAddress;
