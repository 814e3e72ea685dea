import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Which parts of the product a district and its schools show. */
export const moduleAssignment = { path: 'admin/moduleAssignment', roles: wholeRoster } as const satisfies ScreenAddress;
