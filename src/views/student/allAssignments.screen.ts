import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Everything assigned to the student. */
export const allAssignments = { path: 'studentDashboard/viewAllAssignment', roles: students } as const satisfies ScreenAddress;
