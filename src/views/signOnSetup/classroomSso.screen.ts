import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The classroom single sign-on of a district. */
export const classroomSso = { path: 'admin/manageUsers/classroomSso', roles: wholeRoster } as const satisfies ScreenAddress;
