import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Connections to OneRoster services. */
export const connections = { path: 'admin/manageUsers/oneRosterImportApi', roles: wholeRoster } as const satisfies ScreenAddress;
