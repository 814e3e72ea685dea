import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Use by week, and by district or school. */
export const summary = { path: 'admin/usageReport/summary', roles: administrators } as const satisfies ScreenAddress;
