import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** One item of the student’s library. */
export const explore = { path: 'studentDashboard/contentlibrary/:value', roles: students, ids: 1 } as const satisfies ScreenAddress;
