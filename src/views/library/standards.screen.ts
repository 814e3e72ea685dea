import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Items by standard. */
export const standards = { path: 'home/get_grades_and_standard', roles: staff } as const satisfies ScreenAddress;
