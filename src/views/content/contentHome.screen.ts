import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** A teacher’s home. */
export const contentHome = { path: 'content/contentHome', roles: staff } as const satisfies ScreenAddress;
