import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The library’s first page. */
export const teacherHome = { path: 'home/dashboard', roles: staff } as const satisfies ScreenAddress;
