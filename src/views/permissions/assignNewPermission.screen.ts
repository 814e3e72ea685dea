import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** To whom the permissions of a district are given. */
export const assignNewPermission = { path: 'admin/assignNewPermission', roles: wholeRoster } as const satisfies ScreenAddress;
