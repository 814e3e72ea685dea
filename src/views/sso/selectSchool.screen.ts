import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The choice among the user’s schools. */
export const selectSchool = { path: 'selectSchool', roles: everyone } as const satisfies ScreenAddress;
