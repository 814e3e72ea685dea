import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The students of a staff member. */
export const students = { path: 'rostering/viewStudents', roles: staff } as const satisfies ScreenAddress;
