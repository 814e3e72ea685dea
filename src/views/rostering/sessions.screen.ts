import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The academic sessions of the district's roster. */
export const sessions = { path: 'admin/manageUsers/oneRosterSessions', roles: administrators } as const satisfies ScreenAddress;
