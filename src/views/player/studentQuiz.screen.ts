import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { allAssignments } from '../student/allAssignments.screen.ts';

/** A quiz on its own page. */
export const studentQuiz = {
  path: 'studentDashboard/studentQuiz/:value',
  roles: students,
  ids: [2, 3],
  list: allAssignments.path,
  frame: 'player',
} as const satisfies ScreenAddress;
