import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Moves classes to another teacher. */
export const transfer = { path: 'admin/manageUsers/transferMygroup', roles: administrators } as const satisfies ScreenAddress;
