import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The ways to import a roster. */
export const rosters = { path: 'admin/manageUsers/oneRoster', roles: administrators } as const satisfies ScreenAddress;
