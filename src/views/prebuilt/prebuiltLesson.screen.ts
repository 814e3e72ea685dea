import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The form of a prebuilt lesson. */
export const prebuiltLesson = { path: 'admin/prebuiltAssignResource/:value', roles: wholeRoster, ids: 1 } as const satisfies ScreenAddress;
