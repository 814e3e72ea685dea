import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Each assignment, and where its students are. */
export const usageAssignments = { path: 'admin/usageReport/usageAssignmentReport', roles: administrators } as const satisfies ScreenAddress;
