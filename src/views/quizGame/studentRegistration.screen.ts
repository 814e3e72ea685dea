import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Joining a game by its code (`?code=`), and the student's games. */
export const studentRegistration = { path: 'quizsmart/studentRegistration', roles: students } as const satisfies ScreenAddress;
