import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** What the student may explore freely. */
export const library = { path: 'studentDashboard/contentlibrary', roles: students } as const satisfies ScreenAddress;
