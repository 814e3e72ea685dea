import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Who won the games of all classes today. */
export const todaysWinners = { path: 'quizsmart/todaysWinner', roles: everyone } as const satisfies ScreenAddress;

/** Who won the games of a class today. */
export const todaysWinner = { path: 'quizsmart/todaysWinner/:value', roles: everyone, ids: 1 } as const satisfies ScreenAddress;
