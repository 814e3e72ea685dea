import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Resources of the student’s lessons. */
export const resources = { path: 'studentDashboard/resourcesView', roles: students } as const satisfies ScreenAddress;
