import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** How far assignments are, by district or school, by teacher and by class. */
export const assignmentSummary = { path: 'admin/usageReport/assignmentSummary', roles: administrators } as const satisfies ScreenAddress;
