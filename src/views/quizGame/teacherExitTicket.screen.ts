import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { teacherGames } from './teacherGames.screen.ts';

/** Answers to an exit ticket as they come. */
export const teacherExitTicket = {
  path: 'quizsmart/teacherExitTicket/:value',
  roles: staff,
  ids: 1,
  list: teacherGames.path,
} as const satisfies ScreenAddress;
