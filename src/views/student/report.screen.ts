import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The student’s released results. */
export const report = { path: 'studentDashboard/report', roles: students } as const satisfies ScreenAddress;
