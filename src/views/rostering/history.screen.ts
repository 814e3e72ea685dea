import { administrators, staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** A teacher’s imports. */
export const history = { path: 'rostering/importStatus', roles: staff } as const satisfies ScreenAddress;

/** The imports of an administrator’s scope. */
export const rosterHistory = { path: 'admin/manageUsers/oneRosterImportStatus', roles: administrators } as const satisfies ScreenAddress;
