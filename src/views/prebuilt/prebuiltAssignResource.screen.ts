import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The district's prebuilt lessons. */
export const prebuiltAssignResource = { path: 'admin/prebuiltAssignResource', roles: wholeRoster } as const satisfies ScreenAddress;
