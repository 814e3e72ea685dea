import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Use by role, by district or school, and by teacher. */
export const usageSummary = { path: 'admin/usageReport/usageSummary', roles: administrators } as const satisfies ScreenAddress;
