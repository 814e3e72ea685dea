import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Assessments of the library. */
export const assessment = { path: 'content/assessment', roles: staff } as const satisfies ScreenAddress;
