import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { teacherGames } from './teacherGames.screen.ts';

/** The report card of a game, by question and by student. */
export const gameReport = {
  path: 'quizsmart/teacherReportCard/report/:value',
  roles: staff,
  ids: 1,
  list: teacherGames.path,
} as const satisfies ScreenAddress;
