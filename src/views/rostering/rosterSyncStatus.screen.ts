import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The runs of the secure sync. */
export const rosterSyncStatus = { path: 'admin/manageUsers/rosterSyncStatus', roles: administrators } as const satisfies ScreenAddress;
