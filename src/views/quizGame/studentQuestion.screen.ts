import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { studentRegistration } from './studentRegistration.screen.ts';

/** A game as the student plays it. */
export const studentQuestion = {
  path: 'quizsmart/studentQuestion/:value',
  roles: students,
  ids: 1,
  list: studentRegistration.path,
} as const satisfies ScreenAddress;
