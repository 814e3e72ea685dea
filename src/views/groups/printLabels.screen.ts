import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Labels with login codes. */
export const printLabels = { path: 'mygroups/printLabels', roles: staff } as const satisfies ScreenAddress;
