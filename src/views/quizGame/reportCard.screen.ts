import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { studentRegistration } from './studentRegistration.screen.ts';

/** The student's own rounds of a game. */
export const reportCard = {
  path: 'quizsmart/reportCard/:value',
  roles: students,
  ids: 1,
  list: studentRegistration.path,
} as const satisfies ScreenAddress;
