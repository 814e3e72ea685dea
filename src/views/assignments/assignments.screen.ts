import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Everything assigned to a teacher’s classes. */
export const assignments = { path: 'assignments', roles: staff } as const satisfies ScreenAddress;
