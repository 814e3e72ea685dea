import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The overview of use: the last 30 days against the 30 before, and the way to every usage report. */
export const usageHome = { path: 'admin/usageReport/home', roles: administrators } as const satisfies ScreenAddress;
