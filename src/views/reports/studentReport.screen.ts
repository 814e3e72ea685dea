import { staff } from '../../../contract/kit.ts';
import { assignments } from '../assignments/assignments.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One student’s answers: group assignment, student. */
export const studentReport = {
  path: 'assignments/studentReport/:value',
  roles: staff,
  ids: 2,
  list: assignments.path,
} as const satisfies ScreenAddress;
