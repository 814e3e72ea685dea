import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** What waits for an administrator, and the way to everything they look after. */
export const adminHome = { path: 'admin/adminHome', roles: administrators } as const satisfies ScreenAddress;
