import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Finds what has usage reports, by name. */
export const usageSearch = { path: 'admin/usageReport/search', roles: administrators } as const satisfies ScreenAddress;
